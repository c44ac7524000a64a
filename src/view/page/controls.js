// Buttons, sliders, keys: everything that is not the picture.

import {kColourModes} from './colours.js';
import {element} from './element.js';
import {parsedNumber, shortNumber, timeDecimals, wholeNumber} from './numbers.js';
import {penOf} from './pen.js';
import {kSpeeds} from './player.js';
import {ballsNamed} from './search.js';
import {kTabs} from './tabs.js';
import {readTheme} from './theme.js';
import {kTrailKinds} from './trails.js';

/** @import {View} from './view.js' */
/** @typedef {'show_arrows' | 'show_impact' | 'show_walls' | 'show_names' | 'follow'} Box */

const kIcons = {
    to_start: 'M3 2h2v12H3zM14 2v12L6 8z', previous: 'M12 2v12L4 8zM2.5 2h1.6v12H2.5z',
    next: 'M4 2v12l8-6zM11.9 2h1.6v12h-1.6z', play: 'M4 2v12l10-6z', play_back: 'M12 2v12L2 8z', pause: 'M3 2h4v12H3zM9 2h4v12H9z',
};
const kKeyTurn = 24, kKeyZoom = 1.15;  // pixels, factor
const kScrubSteps = 1000000;

/** @param {keyof typeof kIcons} name */
const icon = name => `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${kIcons[name]}"/></svg>`;

/** Did it happen at such an element? @type {(event: Event, selector: string) => boolean} */
const isAt = ({target}, selector) => target instanceof Element && target.matches(selector);

/** 1/1000 to 100 in words. @param {number} speed */
function speedText(speed) {
    return speed < 1 ? `1/${Math.round(1 / speed)} ×` : `${speed} ×`;
}

export class Controls {
    /** @type {number} */ decimals;
    /** @type {boolean} */ playShown;
    /** @type {Record<string, (shift: boolean) => void>} */ keys;

    /** @param {View} view */
    constructor(view) {
        this.view = view;
        this.player = view.player;
        this.trajectory = view.trajectory;
        this.load();
        this.bindTransport();
        this.bindDisplay();
        this.bindTabs();
        this.bindHelp();
        this.bindKeys();
    }

    /** Follows the trajectory, which has taken another recording. */
    load() {
        this.decimals = timeDecimals(this.trajectory.length);
    }

    /** Space and the arrows do the same wherever the focus is, but where somebody types or chooses. */
    bindKeys() {
        document.addEventListener('keydown', e => this.key(e));
        // Firefox presses a button when Space goes up.
        document.addEventListener('keyup', e => { if (e.key === ' ' && isAt(e, 'button')) e.preventDefault(); });
        let pointed = false;
        document.addEventListener('pointerdown', () => { pointed = true; }, true);
        document.addEventListener('keydown', () => { pointed = false; }, true);
        document.addEventListener('change', e => {
            if (pointed && isAt(e, 'select, [type="checkbox"]')) element('stage').focus({preventScroll: true});
        });
    }

    bindTransport() {
        const {player} = this;
        for (const id of /** @type {const} */ (['to_start', 'previous', 'play_back', 'next'])) element(id).innerHTML = icon(id);
        element('to_start').addEventListener('click', () => player.seekEvent(-1));
        element('previous').addEventListener('click', () => player.step(-1));
        element('next').addEventListener('click', () => player.step(1));
        element('play').addEventListener('click', () => player.toggle());
        element('play_back').addEventListener('click', () => player.toggle(true));
        const scrubber = element('scrubber'), speed = element('speed'), time = element('time');
        scrubber.addEventListener('input', () => player.seek(Number(scrubber.value) / kScrubSteps * this.trajectory.length));
        speed.max = String(kSpeeds.length - 1);
        speed.addEventListener('input', () => player.setSpeedIndex(Number(speed.value)));
        time.addEventListener('change', () => {
            this.tell(this.goTo(time.value));
            time.blur();
            this.update();
        });
        new ResizeObserver(() => this.drawDensity()).observe(element('density'));
    }

    /** To a time of the run; why not, where it is none of this page. @param {string} text */
    goTo(text) {
        const time = parsedNumber(text), {from} = this.trajectory.header, to = from + this.trajectory.length;
        if (!Number.isFinite(time)) return `“${text}” is no time.`;
        this.player.pause();
        this.player.seek(time - from);
        return time < from || time > to ? `Time ${shortNumber(time, 6)} is not here: this page holds ${shortNumber(from, 6)} ` +
            `to ${shortNumber(to, 6)}.` : '';
    }

    /** Says what is wrong with something that was asked for; an empty text takes back what was said before. @param {string} text */
    tell(text) {
        element('told').textContent = text;
        element('told').hidden = text === '';
    }

    /** How many impacts there are when, over the scrubber. */
    drawDensity() {
        const canvas = element('density'), pen = penOf(canvas), ratio = window.devicePixelRatio || 1;
        const inset = 8;  // half of the scrubber's knob
        [canvas.width, canvas.height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
        const wide = canvas.width - 2 * inset * ratio, bins = Math.max(1, Math.floor(wide / 3));
        const counts = new Float64Array(bins);
        for (let entry = 0; entry < this.trajectory.entryCount; ++entry) {
            const time = this.trajectory.eventTime(this.trajectory.lastEvent(entry));
            ++counts[Math.min(bins - 1, Math.floor(time / (this.trajectory.length || 1) * bins))];
        }
        const top = counts.reduce((a, b) => Math.max(a, b), 1);
        pen.fillStyle = readTheme().css.accent;
        pen.globalAlpha = 0.5;
        counts.forEach((count, k) => {
            const height = Math.sqrt(count / top) * (canvas.height - 2);
            pen.fillRect(inset * ratio + k * wide / bins, canvas.height - height, Math.max(1, wide / bins - 1), height);
        });
    }

    bindDisplay() {
        const {view} = this, {settings} = view;
        /** @type {(id: Box, name: 'arrows' | 'impact' | 'walls' | 'names' | 'follow') => void} */
        const bindBox = (id, name) => element(id).addEventListener('change', () => {
            settings[name] = element(id).checked;
            view.redraw();
        });
        bindBox('show_arrows', 'arrows');
        bindBox('show_impact', 'impact');
        bindBox('show_walls', 'walls');
        bindBox('show_names', 'names');
        bindBox('follow', 'follow');
        const mode = element('colour_by'), scale = element('colour_scale'), trails = element('trails'), who = element('trail_balls');
        const ball = element('choose_ball');
        mode.addEventListener('change', () => view.setColours(mode.value));
        trails.addEventListener('change', () => view.setTrails(trails.value));
        who.addEventListener('change', () => {
            settings.trailBalls = who.value;
            view.redraw();
        });
        scale.addEventListener('change', () => view.setColours(view.colours.mode, scale.value));
        ball.addEventListener('change', () => this.tell(this.chooseByName(ball.value)));
        element('reset_view').addEventListener('click', () => view.resetView());
    }

    /** The ball of this name or number, or none for an empty one; why not, where there is no such ball. @param {string} text */
    chooseByName(text) {
        const name = text.trim();
        const found = [...ballsNamed(this.trajectory, name, false), ...ballsNamed(this.trajectory, `#${name}`, false)];
        this.view.setChosen(name !== '' && found.length > 0 ? found[0] : -1);
        this.update();
        return name !== '' && found.length === 0 ? `No ball has the name or number “${name}”.` : '';
    }

    bindTabs() {
        for (const name of kTabs) element(`tab_${name}`).addEventListener('click', () => this.openTab(name));
        document.querySelector('nav')?.addEventListener('keydown', e => {
            const tabs = kTabs.filter(name => !element(`tab_${name}`).hidden), at = tabs.findIndex(name => !element(name).hidden);
            const step = {ArrowLeft: -1, ArrowRight: 1}[e.key];
            const to = {Home: 0, End: tabs.length - 1}[e.key] ?? (step && (at + step + tabs.length) % tabs.length);
            if (to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
            e.preventDefault();
            e.stopPropagation();
            this.openTab(tabs[to]);
            element(`tab_${tabs[to]}`).focus();
        });
        this.openTab('impacts');
    }

    /** Only the open tab takes part in the order of Tab; arrows lead to the others. @param {string} name */
    openTab(name) {
        if (element(`tab_${name}`).hidden) return;
        for (const other of kTabs) {
            element(`tab_${other}`).setAttribute('aria-selected', String(other === name));
            element(`tab_${other}`).tabIndex = other === name ? 0 : -1;
            element(other).hidden = other !== name;
        }
        if (name === 'charts') this.view.charts.show();
        if (name === 'impacts') this.view.list.open();
        if (name === 'cue') this.view.play?.open();
        this.view.redraw();
    }

    bindHelp() {
        element('help_button').addEventListener('click', () => element('help').showModal());
    }

    /** Keys, unless somebody types. @param {KeyboardEvent} e */
    key(e) {
        const typing = isAt(e, 'input:not([type="range"], [type="checkbox"]), select, textarea');
        if (typing || e.ctrlKey || e.metaKey || e.altKey || element('help').open) {
            if (e.key === 'Escape' && e.target instanceof HTMLElement) e.target.blur();
            return;
        }
        if (this.view.play?.key(e)) {
            e.preventDefault();
            return;
        }
        const action = this.actions()[e.key.length === 1 ? e.key.toLowerCase() : e.key];
        if (!action || e.key === ' ' && isAt(e, '[type="checkbox"]')) return;
        e.preventDefault();
        action(e.shiftKey);
    }

    actions() {
        const {player, view} = this;
        /** @param {string[]} list @param {string} value */
        const cycle = (list, value) => list[(list.indexOf(value) + 1) % list.length];
        return this.keys ??= {
            ' ': () => player.toggle(),
            'j': () => player.toggle(true),
            'ArrowLeft': shift => player.step(shift ? -10 : -1),
            'ArrowRight': shift => player.step(shift ? 10 : 1),
            ',': () => player.seek(player.time - 0.01 * player.speed),
            '.': () => player.seek(player.time + 0.01 * player.speed),
            '[': () => player.setSpeedIndex(player.speedIndex - 1),
            ']': () => player.setSpeedIndex(player.speedIndex + 1),
            'Home': () => player.seekEvent(-1),
            'End': () => player.seekEvent(this.trajectory.eventCount),
            'c': () => view.setColours(cycle(kColourModes, view.colours.mode)),
            't': () => view.setTrails(cycle(kTrailKinds, view.settings.trails)),
            'v': () => this.flip('show_arrows'),
            'n': () => this.flip('show_names'),
            'b': shift => view.setChosen(this.nextBall(shift ? -1 : 1)),
            'f': () => this.flip('follow'),
            'p': () => view.kinds.next(),
            'a': () => view.turn(kKeyTurn, 0),
            'd': () => view.turn(-kKeyTurn, 0),
            'w': () => view.turn(0, kKeyTurn),
            's': () => view.turn(0, -kKeyTurn),
            '+': () => view.zoom(kKeyZoom),
            '-': () => view.zoom(1 / kKeyZoom),
            'r': () => view.resetView(),
            '/': () => { this.openTab('impacts'); element('search').focus(); },
            '?': () => element('help').showModal(),
        };
    }

    /** The ball after the chosen one or before it; -1, none, comes between the last and the first. @param {number} step */
    nextBall(step) {
        const count = this.trajectory.ballCount + 1;
        return (this.view.settings.chosen + 1 + step + count) % count - 1;
    }

    /** @param {Box} id */
    flip(id) {
        element(id).click();
    }

    /** Sets a box as if somebody had clicked on it. @param {Box} id @param {boolean} ticked */
    tick(id, ticked) {
        if (element(id).checked !== ticked) this.flip(id);
    }

    /** Shows the state of the player and the view in all controls. */
    update() {
        const {player, trajectory, view} = this, {settings} = view;
        const share = trajectory.length > 0 ? player.time / trajectory.length : 0;
        element('scrubber').value = String(Math.round(share * kScrubSteps));
        this.setSpoken('scrubber', `time ${shortNumber(trajectory.header.from + player.time, 6)}, ${this.entryText()}`);
        if (document.activeElement !== element('time'))
            element('time').value = (trajectory.header.from + player.time).toFixed(this.decimals);
        this.setText('impact_number', this.entryText());
        this.setText('speed_text', speedText(player.speed));
        element('speed').value = String(player.speedIndex);
        this.setSpoken('speed', speedText(player.speed));
        if (this.playShown !== player.playing) {
            this.playShown = player.playing;
            element('play').innerHTML = icon(player.playing ? 'pause' : 'play');
            element('play').setAttribute('aria-label', player.playing ? 'Pause' : 'Play');
        }
        const isBack = String(player.playing && player.backwards);
        if (element('play_back').getAttribute('aria-pressed') !== isBack) element('play_back').setAttribute('aria-pressed', isBack);
        element('trails').value = settings.trails;
        element('trail_balls').value = settings.trailBalls;
        element('colour_by').value = view.colours.mode;
        element('colour_scale').value = view.colours.scale;
        element('colour_scale').disabled = view.colours.fixed;
        if (document.activeElement !== element('choose_ball'))
            element('choose_ball').value = settings.chosen >= 0 ? trajectory.name(settings.chosen) : '';
    }

    /** Which entry of the list is the present one. */
    entryText() {
        const {trajectory} = this, {entryCount, impactCount} = trajectory;
        const number = wholeNumber(trajectory.entriesUntil(this.player.event));
        return `${entryCount > impactCount ? 'event' : 'impact'} ${number} of ${wholeNumber(entryCount)}`;
    }

    /** What a slider says in words. @param {string} id @param {string} text */
    setSpoken(id, text) {
        if (element(id).getAttribute('aria-valuetext') !== text) element(id).setAttribute('aria-valuetext', text);
    }

    /** @param {string} id @param {string} text */
    setText(id, text) {
        if (element(id).textContent !== text) element(id).textContent = text;
    }
}
