// Which colour has a ball? By number, species, speed or kinetic energy. The colours come with the page: src/look/scene_look.cpp.

import {shortNumber, wholeNumber} from './numbers.js';
import {kStart} from './states.js';
import {length} from './vectors.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Legend, Look, PoolLook, Rgb, Theme} from './types.js' */

/** @type {(hex: string) => number[]} */
export const rgbOf = hex => [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16));
/** What colours may tell. */
export const kColourModes = ['id', 'species', 'speed', 'energy'];
/** Whose fastest balls are at the ends of the scales of speed and energy: those of the whole window, or those of now. */
export const kColourScales = ['run', 'now'];

const kMostAsked = 4000;  // balls, for the ends of scales
const kCooling = 0.25;    // of the energy at the start: with less at the end, colours have the scale of now

/** 256 colours along a ramp of equal steps, three numbers each. @param {string[]} ramp */
export function rampTable(ramp) {
    const stops = ramp.map(rgbOf), table = new Uint8Array(256 * 3);
    for (let i = 0; i < 256; ++i) {
        const x = i / 255 * (stops.length - 1), k = Math.min(Math.floor(x), stops.length - 2);
        for (let c = 0; c < 3; ++c) table[3 * i + c] = stops[k][c] + (x - k) * (stops[k + 1][c] - stops[k][c]);
    }
    return table;
}

export class Colours {
    /** @type {Look} */ look;
    /** @type {boolean} */ isTable;
    /** @type {Uint8Array} */ ramp;
    /** @type {number[][]} */ palette;
    /** @type {number[]} */ immovable;
    /** @type {Uint8Array} */ bytes;
    /** @type {string} */ mode;
    /** @type {{speed: number, energy: number}} */ tops;
    /** @type {string} */ scale;
    /** @type {Colours | undefined} */ leader;
    /** @type {number | undefined} */ topsFor;
    /** @type {{speed: number, energy: number}} */ topsNow;

    /** @param {Trajectory} trajectory */
    constructor(trajectory) {
        this.trajectory = trajectory;
        this.load();
    }

    /** Follows the trajectory, which has taken another recording. */
    load() {
        const {trajectory} = this, {header, ballCount} = trajectory;
        /** How it looks on paper or on felt, as src/look decided: docs/viewer.md. */
        this.look = header.look;
        this.isTable = this.look.table !== null;
        this.ramp = rampTable(this.look.ramp);
        this.palette = this.look.palette.map(rgbOf);
        this.immovable = rgbOf(this.look.immovable);
        /** Red, green, blue, 255 for each ball. */
        this.bytes = new Uint8Array(4 * ballCount).fill(255);
        this.mode = this.look.colour;
        this.tops = this.findTops();
        this.scale = this.energyLeft() < kCooling ? 'now' : 'run';
    }

    /** Of the kinetic energy at the start of the window, the share that is there at its end. */
    energyLeft() {
        const {trajectory} = this, {mass} = trajectory.columns;
        let start = 0, end = 0;
        for (let b = 0; b < trajectory.ballCount; ++b) {
            if (!trajectory.moves[b]) continue;
            start += mass[b] * length(trajectory.velocityIn(b, kStart, 0)) ** 2;
            end += mass[b] * length(trajectory.velocityIn(b, trajectory.stateAfter(b, trajectory.eventCount), trajectory.length)) ** 2;
        }
        return start > 0 ? end / start : 1;
    }

    /** Tells what these colours tell, on their scales. @param {Colours} leader */
    follow(leader) {
        Object.assign(this, {leader, mode: leader.mode, scale: leader.scale});
    }

    /** The ends of the scales for a picture at `time`. @param {number} time @returns {{speed: number, energy: number}} */
    topsAt(time) {
        if (this.leader) return this.leader.topsAt(time);
        if (this.scale === 'run') return this.tops;
        if (this.topsFor !== time) [this.topsFor, this.topsNow] = [time, this.topsOf([time])];
        return this.topsNow;
    }

    /** The ends of the scales of speed and energy of the whole window. */
    findTops() {
        return this.topsOf([0, 0.25, 0.5, 0.75, 1].map(share => share * this.trajectory.length));
    }

    /** What all but one in two hundred balls that move stay below at these times; of very many balls some are asked.
     *  @param {number[]} times */
    topsOf(times) {
        const {trajectory} = this, {mass} = trajectory.columns, speeds = [], energies = [];
        const step = Math.ceil(trajectory.ballCount / kMostAsked);
        for (const time of times) {
            const count = time === 0 ? 0 : trajectory.eventsUntil(time);
            for (let b = 0; b < trajectory.ballCount; b += step) {
                if (!trajectory.moves[b]) continue;
                const v = length(trajectory.velocityIn(b, trajectory.stateAfter(b, count), time));
                speeds.push(v);
                energies.push(mass[b] * v * v / 2);
            }
        }
        /** @param {number[]} values */
        const top = values => Float64Array.from(values).sort()[Math.floor(0.995 * (values.length - 1))] || 1;
        return {speed: top(speeds), energy: top(energies)};
    }

    /** Colours of every `step`-th ball and of those in `more` at `time`.
     *  @param {number} time @param {number} step @param {number[]} more */
    update(time, step, more) {
        for (let b = 0; b < this.trajectory.ballCount; b += step) this.paint(b, time);
        for (const b of more) this.paint(b, time);
        return this.bytes;
    }

    /** @param {number} ball @param {number} time */
    paint(ball, time) {
        const ramped = !this.fixed && this.trajectory.moves[ball];
        const rgb = ramped ? this.ramp : this.rgb(ball, time), at = ramped ? this.rampPlace(ball, time) : 0;
        for (let c = 0; c < 3; ++c) this.bytes[4 * ball + c] = rgb[at + c];
    }

    /** Changes when all colours do. */
    get key() {
        return `${this.mode} ${this.scale}`;
    }

    /** False when they change at velocity changes. */
    get fixed() {
        return this.mode === 'id' || this.mode === 'species';
    }

    /** @param {number} ball @param {number} time @returns {Rgb} */
    rgb(ball, time) {
        if (!this.trajectory.moves[ball]) return this.immovable;
        const {table} = this.look;
        if (this.mode === 'id') return table ? rgbOf(table.balls[ball].fill) : this.inTurn(ball);
        if (this.mode === 'species') return this.inTurn(this.trajectory.columns.species[ball]);
        const at = this.rampPlace(ball, time);
        return this.ramp.subarray(at, at + 3);
    }

    /** Of the k-th ball or species. @param {number} k */
    inTurn(k) {
        return this.palette[k % this.palette.length];
    }

    /** Where on the ramp the speed or energy of a ball is. @param {number} ball @param {number} time */
    rampPlace(ball, time) {
        const v = this.trajectory.speed(ball, time);
        const share = this.mode === 'speed' ? v / this.topsAt(time).speed
            : this.trajectory.columns.mass[ball] * v * v / 2 / this.topsAt(time).energy;
        return 3 * Math.round(255 * Math.min(share, 1));
    }

    /** @param {number} ball @param {number} time */
    css(ball, time) {
        return `rgb(${this.rgb(ball, time).join(' ')})`;
    }

    /** Of the trail of a ball: a pool ball's may be brighter than the ball. @returns {Rgb}
     *  @param {number} ball @param {number} time */
    trailRgb(ball, time) {
        const look = this.poolLook(ball);
        return look ? rgbOf(look.line) : this.rgb(ball, time);
    }

    /** Of what is drawn over the ground of a flat scene. @param {Theme} theme */
    inkCss(theme) {
        return this.isTable ? '#fff' : theme.css.ink;
    }

    /** How a ball that shows its number looks, {fill, label, striped}; undefined where balls have one colour each.
     *  @param {number} ball @returns {PoolLook | undefined} */
    poolLook(ball) {
        return this.mode === 'id' ? this.look.table?.balls[ball] : undefined;
    }

    /** What the colours mean: {entries} of colours and texts, or {title, ramp, ends}; {} where every ball has its own.
     *  @param {number} time @returns {Legend} */
    legend(time) {
        if (this.mode === 'id') return this.trailLegend();
        if (this.mode === 'species') return this.speciesLegend();
        const isSpeed = this.mode === 'speed', {speed, energy} = this.topsAt(time);
        const title = isSpeed ? 'speed' : 'kinetic energy', top = isSpeed ? speed : energy;
        return {
            title: this.scale === 'now' ? `${title}, scale of now` : title, ramp: this.look.ramp, ends: ['0', `≥ ${shortNumber(top, 3)}`],
        };
    }

    /** On a table dots and lines of trails. @returns {Legend} */
    trailLegend() {
        const {spin, flights} = this.trajectory.header, flies = flights && flights.start.length + flights.states.length > 0;
        return spin ? {note: `A dotted trail: the ball slides${flies ? ' or is in the air' : ''}. A line: it rolls.`} : {};
    }

    speciesLegend() {
        const {species, species_count: all} = this.look;
        const entries = species.map((kind, k) => {
            const {mass} = kind, rgb = mass === null ? this.immovable : this.inTurn(k);
            const text = `${wholeNumber(kind.balls)} × r ${shortNumber(kind.radius, 3)}, ` +
                (mass === null ? 'immovable' : `m ${shortNumber(mass, 3)}`);
            return {colour: `rgb(${rgb.join(' ')})`, text};
        });
        const rest = all - species.length;
        return {entries, note: rest > 0 ? `and ${wholeNumber(rest)} more species` : ''};
    }
}
