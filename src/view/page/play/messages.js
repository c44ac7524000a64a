// What the page that holds this one in a frame may ask, and what it is told: docs/viewer.md, "In a page of your own".

import {element} from '../element.js';

/** @import {Strike} from '../../../../javascript/carom/index.js' */
/** @import {PlayMode} from './play_mode.js' */
/** @import {SceneMode} from './scene_mode.js' */
/** What the page around this one asks. @typedef {{does?: string, strike?: Partial<Strike> | null, scene?: string, time?: number}} Message */

/** @type {(keyof Strike)[]} */
const kNumbers = ['speed', 'direction', 'elevation', 'left', 'up'];

export class Messages {
    /** @type {PlayMode} */ play;
    /** @type {Window} */ frame;

    /** `frame` is the window of the page around this one. @param {PlayMode} play @param {Window} frame */
    constructor(play, frame) {
        Object.assign(this, {play, frame});
        window.addEventListener('message', e => { if (e.source === frame && e.data?.to === 'carom') this.take(e.data); });
        play.onChange = (what, more) => this.send(what, more);
        this.send('ready', {});
    }

    /** @param {Message} message */
    async take({does, strike, scene}) {
        const {play} = this;
        if (does === 'aim') play.change(Object.fromEntries(kNumbers.flatMap(name => Number.isFinite(strike?.[name]) ? [[name, strike?.[name]]] : [])));
        else if (does === 'shoot') await play.shoot();
        else if (does === 'undo') await play.undo();
        else if (does === 'table') this.send(await play.follow(String(scene)) ? 'table' : 'refused', {});
        else if (does === 'state') this.send('state', {});
        else this.send('refused', {});
    }

    /** `more` and what the table is like now. @param {string} what @param {object} more */
    send(what, more) {
        const {session} = this.play, told = session ? {strike: session.aim, names: session.table.names, balls: session.states} : {};
        this.frame.postMessage({from: 'carom', what, ...told, ...more}, '*');
    }
}

/** The same for a page without a table. */
export class SceneMessages {
    /** @type {SceneMode} */ mode;
    /** @type {Window} */ frame;

    /** @param {SceneMode} mode @param {Window} frame */
    constructor(mode, frame) {
        Object.assign(this, {mode, frame});
        window.addEventListener('message', e => { if (e.source === frame && e.data?.to === 'carom') this.take(e.data); });
        this.send('ready');
    }

    /** @param {Message} message */
    async take({does, scene, time}) {
        const {mode} = this, {player} = mode.view;
        if (does === 'run') {
            if (scene !== undefined) mode.setText(String(scene));
            this.send(!mode.runs && await mode.run() ? 'run' : 'refused');
        } else if (does === 'play' || does === 'pause') {
            if (player.playing !== (does === 'play')) player.toggle();
            this.send('state');
        } else if (does === 'seek' && Number.isFinite(time)) {
            player.pause();
            player.seek(Number(time));
            this.send('state');
        } else {
            this.send(does === 'state' ? 'state' : 'refused');
        }
    }

    /** What the page shows now, and what it says of the last run. @param {string} what */
    send(what) {
        const {view, sum} = this.mode, {trajectory, player} = view, told = element('scene_told').textContent;
        const {length, impactCount: impacts, ballCount: balls} = trajectory;
        this.frame.postMessage({from: 'carom', what, told, time: player.time, length, impacts, balls, playing: player.playing, hash: sum}, '*');
    }
}
