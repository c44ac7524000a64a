// The visitor changes the scene and runs it: its text, the engine, and a recording that the page shows.

import {CaromError} from '../../../../javascript/carom/instance.js';
import {breathe} from '../breathe.js';
import {element} from '../element.js';
import {counted, shortNumber} from '../numbers.js';
import {saveBlob} from '../save.js';
import {wantsLessMotion} from '../theme.js';
import {unpacked} from '../unpack.js';
import {Comparison} from './comparison.js';
import {copied, packed} from './link.js';
import {NumberFields} from './number_fields.js';
import {withMove} from './places.js';
import {SceneHand} from './scene_hand.js';

/** @import {Scene, Simulation} from '../../../../javascript/carom/index.js' */
/** @import {View} from '../view.js' */
/** @import {Camera, PageEngine, Pen, Vector} from '../types.js' */

const kUntil = 10;            // the end, where the scene says none
const kMostImpacts = 150000;  // what a page plays smoothly
const kSlice = 2000;          // impacts between two looks at the button

export class SceneMode {
    /** @type {View} */ view;
    /** @type {PageEngine} */ carom;
    /** @type {boolean} */ runs;
    /** @type {boolean} */ stops;
    /** @type {Comparison} */ comparison;
    /** @type {SceneHand} */ hand;
    /** @type {NumberFields} */ fields;
    /** @type {string} */ own;
    /** @type {Uint8Array | undefined} */ recording;
    /** @type {string | undefined} */ sum;

    /** @param {View} view @param {PageEngine} carom */
    constructor(view, carom) {
        Object.assign(this, {view, carom, runs: false, comparison: new Comparison(view)});
        this.hand = view.hand = new SceneHand(this);
        element('tab_text').hidden = false;
        element('scene_text').value = this.own = view.trajectory.header.scene_text;
        element('run_scene').addEventListener('click', () => { if (this.runs) this.stops = true; else this.run(); });
        element('copy_scene').addEventListener('click', () => this.copyLink());
        element('save_run').addEventListener('click', () => this.save());
        element('own_scene').addEventListener('click', () => this.setText(this.own));
        element('numbers').addEventListener('keydown', e => { if (e.key === 'Enter' && e.target instanceof HTMLInputElement && !this.runs) this.run(); });
        this.fields = new NumberFields(view.trajectory.dimension, text => this.setText(text));
    }

    /** @param {string} text */
    setText(text) {
        element('scene_text').value = text;
        this.fields.show();
    }

    /** Resolves to true where the scene was run. */
    async run() {
        this.runs = true;
        this.stops = false;
        element('run_scene').textContent = 'Stop';
        this.tell('');
        const text = element('scene_text').value;
        try {
            return await this.simulate(this.carom.scene(text, {name: 'scene'}), text);
        } catch (error) {
            if (!(error instanceof CaromError)) throw error;
            this.tell(error.faults.join('\n'));
            return false;
        } finally {
            this.runs = false;
            element('run_scene').textContent = 'Run';
        }
    }

    /** Resolves to false where the page cannot show it. @param {Scene} scene @param {string} text */
    async simulate(scene, text) {
        const {dimension} = this.view.trajectory;
        if (scene.dimension !== dimension) {
            this.tell(`This page shows scenes in ${dimension}D; this one is in ${scene.dimension}D.`);
            return false;
        }
        const simulation = this.carom.simulation(scene), until = Number.isFinite(scene.until) ? scene.until : kUntil;
        const most = Math.min(Number(scene.mostEvents), kMostImpacts);
        simulation.record();
        const impacts = await this.advance(simulation, until, most);
        const now = simulation.now;
        this.recording = simulation.finishRecord();
        const {header, bytes} = this.carom.pageData(this.recording), parsed = {...JSON.parse(header), scene_text: text};
        this.sum = `${parsed.events}-${parsed.sum}`;
        this.view.load({header: parsed, columns: await unpacked(parsed, bytes, () => {})});
        this.comparison.tell();
        const cut = now < until && impacts >= kMostImpacts ? ` A page shows ${counted(kMostImpacts, 'impact')} at most.` : '';
        this.tell(`${counted(impacts, 'impact')} up to time ${shortNumber(now, 6)}.${cut}`);
        if (!wantsLessMotion()) this.view.player.toggle();
        simulation.free();
        scene.free();
        return true;
    }

    /** Runs the scene that is shown with a ball in another place, beside a run that is kept. What was typed since is not lost.
     *  @param {number} ball @param {Vector} place */
    async move(ball, place) {
        const text = this.view.trajectory.header.scene_text, isAlone = !this.view.other;
        if (element('scene_text').value !== text.replace(/\r\n?/g, '\n')) {
            this.tell('The text has changed since this run: run it, and then move the ball.');
            return;
        }
        this.setText(withMove(text, ball, place));
        if (isAlone) this.comparison.begin();
        if (await this.run()) return;
        this.setText(text);
        if (isAlone) this.comparison.end();
    }

    /** Called with each picture. @param {Pen} pen @param {Camera} camera */
    draw(pen, camera) {
        this.hand.draw(pen, camera, this.view.theme);
    }

    /** Saves the recording; the scene is run first where it has not been. */
    async save() {
        if (!this.recording) await this.run();
        if (this.recording) saveBlob(new Blob([this.recording]), 'trajectory.carom');
    }

    /** How many impacts there were when it ends. @param {Simulation} simulation @param {number} until @param {number} most */
    async advance(simulation, until, most) {
        for (let before = -1, impacts = 0; ; before = impacts) {
            simulation.advance({until, events: Math.min(kSlice, most - Math.max(before, 0))});
            const {now, ballBall, ballWall, clusters} = simulation.info;
            impacts = ballBall + ballWall + clusters;
            this.tell(`${counted(impacts, 'impact')}, time ${shortNumber(now, 6)} of ${shortNumber(until, 6)}`);
            if (this.stops || now >= until || impacts >= most || impacts === before) return impacts;
            await breathe();
        }
    }

    /** The address of the text, of what it leads to where it has been run, and of the kept run. */
    async copyLink() {
        const kept = this.view.other ? `&kept=${await packed(this.comparison.trajectory.header.scene_text)}` : '';
        const words = `scene=${await packed(element('scene_text').value)}${this.sum ? `&hash=${this.sum}` : ''}${kept}`;
        this.tell(await copied(`${location.href.replace(/#.*/, '')}#${words}`, 'this run'));
    }

    /** Runs the scene of a link, and says whether it leads to the same; beside the run of another one that was kept.
     *  @param {string} text @param {string} [hash] @param {string} [kept] */
    async follow(text, hash, kept) {
        this.view.controls.openTab('text');
        if (this.view.other) this.comparison.end();
        if (kept !== undefined) {
            this.setText(kept);
            if (await this.run()) this.comparison.begin();
        }
        this.setText(text);
        await this.run();
        if (hash && this.sum)
            this.tell(`${element('scene_told').textContent} ${this.sum === hash ? `The same as in the link, bit for bit (hash ${hash}).`
                : `It differs from that of the link: hash ${this.sum}, not ${hash}.`}`);
    }

    /** @param {string} text */
    tell(text) {
        element('scene_told').textContent = text;
    }
}
