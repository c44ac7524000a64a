// A drawn cue ball, seen from behind the cue: where the tip meets it.

import {disc, penOf, ring, strokeLine} from '../pen.js';
import {clamp} from '../numbers.js';

/** @import {Theme} from '../types.js' */

const kMost = 0.7;      // ball radii from the centre
const kMiscue = 0.5;    // beyond, a tip slips
const kStep = 0.05;

export class CueBall {
    /** @type {HTMLCanvasElement} */ canvas;
    /** @type {(tip: {left: number, up: number}) => void} */ changed;
    /** @type {number} */ left;
    /** @type {number} */ up;

    /** `changed` gets {left, up}.
     *  @param {HTMLCanvasElement} canvas @param {(tip: {left: number, up: number}) => void} changed */
    constructor(canvas, changed) {
        Object.assign(this, {canvas, changed, left: 0, up: 0});
        /** @param {PointerEvent} e */
        const point = e => {
            const box = canvas.getBoundingClientRect(), size = Math.min(box.width, box.height) / 2 - 4;
            this.set(-(e.clientX - box.left - box.width / 2) / size, -(e.clientY - box.top - box.height / 2) / size);
        };
        canvas.addEventListener('pointerdown', e => {
            canvas.setPointerCapture(e.pointerId);
            point(e);
        });
        canvas.addEventListener('pointermove', e => { if (canvas.hasPointerCapture(e.pointerId)) point(e); });
        canvas.addEventListener('dblclick', () => this.set(0, 0));
        canvas.addEventListener('keydown', e => this.key(e));
    }

    /** @param {KeyboardEvent} e */
    key(e) {
        const way = {ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[e.key];
        if (!way && e.key !== 'Home') return;
        e.preventDefault();
        e.stopPropagation();
        if (way) this.set(this.left + kStep * way[0], this.up + kStep * way[1]);
        else this.set(0, 0);
    }

    /** As near to it as the ball allows, rounded to what a hand can do. @param {number} left @param {number} up */
    set(left, up) {
        const away = Math.hypot(left, up), share = away > kMost ? kMost / away : 1;
        /** @param {number} x */
        const rounded = x => Math.round(100 * x * share) / 100;
        this.changed({left: rounded(left), up: rounded(up)});
    }

    /** @param {{left: number, up: number}} tip @param {Theme} theme */
    draw({left, up}, theme) {
        Object.assign(this, {left, up});
        const {canvas} = this, ratio = window.devicePixelRatio || 1, size = canvas.clientWidth;
        if (size === 0) return;
        canvas.width = canvas.height = Math.round(size * ratio);
        const pen = penOf(canvas), middle = size / 2, radius = middle - 4;
        pen.scale(ratio, ratio);
        pen.fillStyle = '#f7f4ea';
        disc(pen, middle, middle, radius);
        pen.strokeStyle = theme.css.edge ?? theme.css.soft;
        pen.lineWidth = 1;
        ring(pen, middle, middle, radius);
        pen.strokeStyle = 'rgb(60 60 60 / .35)';
        ring(pen, middle, middle, radius * kMiscue);
        strokeLine(pen, middle - radius, middle, middle + radius, middle);
        strokeLine(pen, middle, middle - radius, middle, middle + radius);
        pen.fillStyle = '#1b63b5';
        disc(pen, middle - clamp(left, -1, 1) * radius, middle - clamp(up, -1, 1) * radius, Math.max(5, radius * 0.12));
    }
}
