// The visitor takes the cue: aims, shoots, takes back, moves balls, shares.

import {CaromError} from '../../../../javascript/carom/instance.js';
import {FlatCamera} from '../camera.js';
import {element} from '../element.js';
import {saveBlob} from '../save.js';
import {unpacked as unpackedData} from '../unpack.js';
import {AimFields} from './aim_fields.js';
import {aimInSpace} from './aim_in_space.js';
import {changedScene} from './changed_scene.js';
import {drawAim, drawBorder, drawPocketNumbers} from './draw_aim.js';
import {GameByRules} from './game_by_rules.js';
import {Hand} from './hand.js';
import {copied} from './link.js';
import {Physics} from './physics.js';
import {fallen, Session, windowOf} from './session.js';
import {followLink, linkOf} from './shot_link.js';
import {heardIn, Sounds} from './sounds.js';
import {TableChoice} from './table_choice.js';
import {waysOf} from './ways.js';
import {caromInWords, foundInWords, outcomeInWords, shootInWords, windowInWords} from './words.js';

/** @import {Strike} from '../../../../javascript/carom/index.js' */
/** @import {View} from '../view.js' */
/** @import {Standing} from './match.js' */
/** @import {AimShape, Camera, Changes, PageEngine, Pen, Physics as Properties, Preview, ShownAim} from '../types.js' */

const kWindowAfter = 120;  // milliseconds without a change
const kMostTip = 0.7;      // ball radii
const kSlips = 0.5;        // beyond, a real tip slips
const kMoved = 1e-9;       // metres

export class PlayMode {
    /** @type {Physics} */ physics;
    /** @type {AimFields} */ fields;
    /** @type {Hand} */ hand;
    /** @type {View} */ view;
    /** @type {PageEngine} */ carom;
    /** @type {Preview | undefined} */ preview;
    /** @type {Sounds} */ sounds;
    /** @type {number} */ heard;
    /** @type {Session} */ session;
    /** @type {GameByRules} */ game;
    /** @type {string} */ text;
    /** @type {string} */ ownText;
    /** @type {TableChoice} */ tables;
    /** @type {ReturnType<typeof setTimeout>} */ waiting;
    /** @type {Promise<void> | undefined} */ shooting;

    /** @param {View} view @param {PageEngine} carom @param {Properties} properties */
    constructor(view, carom, properties) {
        Object.assign(this, {view, carom, preview: undefined, sounds: new Sounds(), heard: -1});
        /** Told of each change; a page around this one may listen. @type {(what: string, more: object) => void} */
        this.onChange = () => {};
        this.hand = view.hand = new Hand(this);
        this.physics = new Physics(properties, changes => this.changePhysics(changes));
        this.fields = new AimFields(numbers => this.change(numbers), () => this.showNumbers(true));
        this.game = new GameByRules(this);
        this.bindButtons();
        element('tab_cue').hidden = false;
    }

    bindButtons() {
        element('shoot').addEventListener('click', () => this.shoot());
        element('undo').addEventListener('click', () => this.undo());
        element('find_shot').addEventListener('click', () => this.findShot());
        element('copy_link').addEventListener('click', () => this.copyLink());
        element('save_shots').addEventListener('click', () => saveBlob(new Blob([this.session.record()]), 'shots.carom'));
        element('sounds').addEventListener('change', () => this.sounds.turn(element('sounds').checked));
        element('show_window').addEventListener('change', () => this.aimed());
        for (const id of ['by_rules', 'opponent']) element(id).addEventListener('change', () => this.beginAgain());
        this.tables = new TableChoice(text => this.begin(text ?? this.ownText));
    }

    /** The tab has been opened. */
    async open() {
        this.ownText ??= this.view.trajectory.header.scene_text;
        if (!this.session) await this.begin(this.ownText);
        this.view.redraw();
    }

    get isOpen() {
        return !element('cue').hidden && this.session !== undefined;
    }

    /** True while the visitor aims: the balls rest after all that was played. */
    get isAiming() {
        const {player, trajectory} = this.view;
        return this.isOpen && !player.playing && player.time >= trajectory.length;
    }

    /** Another table, or the same from its start. @param {string} text @param {{breaker?: number, standing?: Standing}} [from] */
    async begin(text, from) {
        const session = new Session(this.carom, text);
        this.session?.free();
        this.hand.drop();
        this.game.drop();
        Object.assign(this, {text, session});
        await this.showRecorded();
        if (this.session !== session) return;
        this.tell(this.game.begin(from) ?? 'Click on the table to aim, then shoot. “Find a shot” aims for you.');
        this.aimed();
    }

    /** The present table from its start. @param {{breaker?: number}} [from] */
    beginAgain(from) {
        const {table, first} = this.session;
        return this.begin(table.text({strike: first}), from);
    }

    /** Lets the page show all shots; at their end. */
    async showRecorded() {
        const {header, bytes} = this.carom.pageData(this.session.record());
        const parsed = JSON.parse(header);
        this.view.load({header: parsed, columns: await unpackedData(parsed, bytes, () => {})});
        this.physics.show(parsed.physics);
        this.toTheEnd();
    }

    /** Another cloth, other cushions or models, with the balls where they lie. @param {Changes} changes */
    async changePhysics(changes) {
        const {session} = this;
        try {
            session.setTable(changedScene(session.table.text(), changes));
        } catch (error) {
            if (!(error instanceof CaromError)) throw error;
            this.tell(`The table stays as it is: ${error.faults.join('; ')}`);
            const {physics} = this.view.trajectory.header;
            if (physics) this.physics.show(physics);
            return;
        }
        this.game.replay();
        await this.showRecorded();
        this.tell('The table has changed, and the game begins anew from here; “Take back” brings the old one back.');
    }

    toTheEnd() {
        this.view.player.pause();
        this.view.player.seek(this.view.trajectory.length);
        this.heard = this.view.player.event;
        this.aimed();
    }

    /** Once, however often it is asked for before the balls move. */
    shoot() {
        this.shooting ??= this.playShot().finally(() => { this.shooting = undefined; });
        return this.shooting;
    }

    async playShot() {
        if (!this.isAiming) {
            this.toTheEnd();
            return;
        }
        if (this.shootButton.why !== '') return;
        if (this.session.cueBallIsOut) {
            this.game.putBack();
            await this.showRecorded();
            this.tell('The cue ball is back. Drag it where you like, and aim.');
            return;
        }
        const {session} = this, before = session.states, shot = session.outcome(), said = this.game.calls.said();
        if (!shot) return;
        const {duration} = shot;
        session.shoot(said);
        await this.showRecorded();
        const {player, trajectory} = this.view;
        player.seek(trajectory.length - duration);
        this.heard = player.event;
        const falls = fallen(before, session.states);
        this.tell(this.inWords(falls, duration));
        this.onChange('shot', {falls, duration});
        this.game.played(before, said);
        player.toggle();
        element('stage').focus({preventScroll: true});
    }

    /** Takes back the last shot, and that of the page after it, or the last move by hand. */
    async undo() {
        await this.shooting;
        const {session, game} = this, shots = session.gameShots.length;
        if (!session.undo()) {
            this.tell('Nothing has been done that could be taken back.');
            return;
        }
        game.replay();
        while (game.isPages && session.gameShots.length > 0 && session.undo()) game.replay();
        await this.showRecorded();
        const isShot = session.gameShots.length < shots;
        const what = isShot ? 'The shot is taken back. Its aim is there again: change one thing.' : 'It is as it was before.';
        this.tell(game.match ? `${what} ${game.match.next}` : what);
    }

    /** @param {Partial<Strike>} numbers */
    change(numbers) {
        const aim = {...this.session.aim, ...numbers};
        if (!(aim.direction >= 0 && aim.direction < 360)) aim.direction = ((aim.direction % 360) + 360) % 360;  // else every bit stays
        aim.speed = Math.min(Math.max(aim.speed, 0.05), 12);
        aim.elevation = Math.min(Math.max(aim.elevation, 0), 80);
        if (Math.hypot(aim.left, aim.up) > kMostTip) {
            this.tell(`The tip must meet the ball: at most ${kMostTip} from its middle.`);
            return;
        }
        this.session.aim = aim;
        this.aimed();
    }

    /** Aims so that a ball falls, where the aim may err most. */
    findShot() {
        const {session, game} = this;
        if (!this.isAiming) this.toTheEnd();
        if (session.cueBallIsOut || this.shootButton.why !== '') return;
        const found = game.best();
        if (found) {
            session.aim = found.strike;
            game.calls.call(found.ball, found.pocket);
            this.aimed();
        }
        this.tell(game.isCarom ? caromInWords(found) : foundInWords(found && {name: session.table.names[found.ball], wide: found.wide}, game.wanted.length > 0));
    }

    /** The aim or the places have changed. */
    aimed() {
        this.preview = undefined;
        clearTimeout(this.waiting);
        this.showNumbers(false);
        this.onChange('aim', {});
        if (!this.hand.isDown) this.view.kinds.turnBehind(this.session.aim.direction);
        this.view.redraw();
    }

    /** @param {boolean} all also where somebody types */
    showNumbers(all) {
        this.fields.show(this.session.aim, this.view.theme, all);
    }

    /** What the aim does; undefined where the cue ball is out of play. @returns {Preview | undefined} */
    makePreview() {
        const {session} = this, shot = session.outcome();
        if (!shot) return undefined;
        const ways = waysOf(shot, session.aim.cueBall, session.table.ballCount);
        return {...ways, falls: fallen(session.states, shot.end), duration: shot.duration};
    }

    findWindow() {
        if (!this.isAiming || !this.preview) return;
        const shown = element('show_window').checked;
        this.preview.window = shown ? windowOf(this.session) : undefined;
        this.tellPreview();
        this.view.redraw();
    }

    tellPreview() {
        const {preview} = this;
        if (!preview) {
            element('outcome').textContent = 'The cue ball is out of play: put it back.';
            return;
        }
        const {left, up} = this.session.aim, slips = Math.hypot(left, up) > kSlips ? ' So far from the middle a real tip slips.' : '';
        const outcome = this.inWords(preview.falls, preview.duration);
        element('outcome').textContent = `${outcome} ${windowInWords(preview.window, preview.falls)}${slips}`;
    }

    /** @param {number[]} falls @param {number} duration */
    inWords(falls, duration) {
        return outcomeInWords(falls, duration, this.session.table.names, this.game.pockets.length > 0);
    }

    /** @param {string} text */
    tell(text) {
        element('cue_told').textContent = text;
    }

    /** What the button does now. */
    get shootButton() {
        return shootInWords({isAiming: this.isAiming, isOver: this.game.match?.over ?? false, isOut: this.session.cueBallIsOut});
    }

    showShoot() {
        const {words, why} = this.shootButton, button = element('shoot');
        if (button.textContent !== words) button.textContent = words;
        if (element('shoot_why').textContent === why) return;
        button.toggleAttribute('disabled', why !== '');
        element('shoot_why').textContent = why;
    }

    /** Called before each picture: the aim on a table in space; undefined where it is not seen so.
     *  @param {Camera} camera @returns {AimShape | undefined} */
    prepare(camera) {
        const {table} = this.view.picture;
        if (table) table.moved = this.moved;
        if (!this.isOpen) return undefined;
        this.hear();
        this.showShoot();
        element('stage').classList.toggle('aiming', this.isAiming);
        if (!this.isAiming) {
            element('outcome').textContent = 'This is an earlier moment. “Back to the cue” leads to the end, where you aim.';
            return undefined;
        }
        if (this.game.ruling) this.game.followUp();
        if (!this.preview) {
            this.preview = this.makePreview();
            this.tellPreview();
            clearTimeout(this.waiting);
            this.waiting = setTimeout(() => this.findWindow(), kWindowAfter);
        }
        const {shown} = this;
        return shown && !(camera instanceof FlatCamera) ? aimInSpace(camera, shown) : undefined;
    }

    /** Where balls lie for the next shot that a hand or the referee has put there: recordings know of it when it is played.
     *  @returns {Map<number, number[]>} */
    get moved() {
        const {trajectory, player} = this.view;
        return new Map(!this.isAiming ? [] : this.session.states.flatMap(({phase, position}, ball) => {
            const [x, y] = trajectory.position(ball, player.time), isMoved = Math.hypot(position[0] - x, position[1] - y) > kMoved;
            return phase === 'resting' && isMoved ? [/** @type {[number, number[]]} */ ([ball, Array.from(position).slice(0, 2)])] : [];
        }));
    }

    /** What is aimed now; undefined where nothing is. @returns {ShownAim | undefined} */
    get shown() {
        const {session, view: {trajectory, colours, player}, preview} = this;
        if (!this.isOpen || !this.isAiming || !preview) return undefined;
        const place = Array.from(session.states[session.aim.cueBall].position);
        return {aim: session.aim, preview, place, trajectory, colours, time: player.time};
    }

    /** Called with each picture. @param {Pen} pen @param {Camera} camera */
    draw(pen, camera) {
        const {game, shown} = this, called = game.calls.pocket;
        if (!shown) return;
        if (called !== undefined) drawPocketNumbers(pen, camera, game.pockets, called);
        drawBorder(pen, camera, game.border);
        if (camera instanceof FlatCamera) drawAim(pen, camera, shown);
    }

    /** Sounds of what has happened since the last picture. */
    hear() {
        const {player, trajectory} = this.view, {event} = player, from = this.heard;
        this.heard = event;
        if (!this.sounds.on || !player.playing || event <= from || event - from > 40) return;
        this.sounds.play(heardIn(trajectory, from + 1, event));
    }

    /** True when the key means something to the cue. @param {KeyboardEvent} pressed */
    key({key, shiftKey, target}) {
        /** @param {string} selector */
        const isAt = selector => target instanceof Element && target.matches(selector);
        if (!this.isOpen || isAt('#cue input, #cue select, #tip')) return false;
        if (key === 'Backspace') this.undo();
        if (key === 'Backspace' || !this.isAiming) return key === 'Backspace';
        const turn = shiftKey ? 0.01 : 0.25, {direction, speed} = this.session.aim;
        /** @type {Record<string, () => void>} */
        const actions = {
            ArrowLeft: () => this.change({direction: direction + turn}),
            ArrowRight: () => this.change({direction: direction - turn}),
            ArrowUp: () => this.change({speed: speed + (shiftKey ? 0.02 : 0.2)}),
            ArrowDown: () => this.change({speed: speed - (shiftKey ? 0.02 : 0.2)}),
            Enter: () => this.shoot(),
        };
        if (key === 'Enter' && isAt('button, summary') || !actions[key]) return false;
        actions[key]();
        return true;
    }

    /** The address of the present places, the aim and the game. */
    link() {
        return linkOf(this);
    }

    async copyLink() {
        if (this.session.cueBallIsOut) {
            this.tell('The cue ball is out of play: put it back before the link is made.');
            return;
        }
        this.tell(await copied(await this.link(), 'this shot'));
    }

    /** Opens what a link has. @param {string} text @param {string} [hash] @param {string} [word] */
    follow(text, hash, word) {
        return followLink(this, text, hash, word);
    }
}
