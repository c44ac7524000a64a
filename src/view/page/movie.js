// A movie of what is shown, by the browser's own recorder.

import {fileName, saveBlob} from './save.js';

/** @import {View} from './view.js' */

const kType = 'video/webm', kFrames = 30, kBits = 8e6;  // a second
const kPiece = 200;  // milliseconds

/** Why this browser records no movie; empty where it does. @param {HTMLCanvasElement} canvas */
function whyNot(canvas) {
    const can = window.MediaRecorder?.isTypeSupported(kType) && 'captureStream' in canvas;
    return can ? '' : 'This browser records no movies: it has no recorder for WebM.';
}

export class Movie {
    /** @type {View} */ view;
    /** @type {(why: string) => void} */ told;
    /** @type {() => void} */ changed;
    /** @type {HTMLCanvasElement} */ canvas;
    /** @type {MediaRecorder | undefined} */ recorder;
    /** @type {Blob[]} */ parts;

    /** `told` gets a sentence where there is no movie; `changed` is called when one begins or ends.
     *  @param {View} view @param {(why: string) => void} told @param {() => void} changed */
    constructor(view, told, changed) {
        Object.assign(this, {view, told, changed, canvas: document.createElement('canvas'), recorder: undefined});
    }

    get isOn() {
        return this.recorder !== undefined;
    }

    /** Plays on from the present time, or from the start where that is the end, and records until the balls stop. */
    begin() {
        const why = whyNot(this.canvas), {player} = this.view;
        this.told(why);
        if (why !== '') return;
        this.paint();
        const recorder = this.recorder = new window.MediaRecorder(this.canvas.captureStream(kFrames), {mimeType: kType, videoBitsPerSecond: kBits});
        /** @type {Blob[]} */
        const parts = this.parts = [];
        recorder.addEventListener('dataavailable', e => { if (e.data.size > 0) parts.push(e.data); });
        recorder.addEventListener('stop', () => saveBlob(new Blob(parts, {type: kType}), fileName(this.view.trajectory.header.name, 'webm')));
        recorder.start(kPiece);
        if (!player.playing) player.toggle();
        this.changed();
    }

    end() {
        this.recorder?.stop();
        this.recorder = undefined;
        this.changed();
    }

    /** After each picture. A slow recorder gets the last one until it has begun. */
    take() {
        if (!this.isOn) return;
        this.paint();
        if (this.view.player.playing) return;
        if (this.parts.length > 0) this.end();
        else this.view.redraw();
    }

    paint() {
        this.view.copy(this.canvas);
    }
}
