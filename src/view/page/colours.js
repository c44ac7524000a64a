// Which colour has a ball? By number, species, speed or kinetic energy. The colours come with the page: src/look/scene_look.cpp.

import {shortNumber, wholeNumber} from './numbers.js';
import {length} from './vectors.js';

export const rgbOf = hex => [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16));
/** What colours may tell. */
export const kColourModes = ['id', 'species', 'speed', 'energy'];

/** 256 colours along a ramp of equal steps, three numbers each. */
export function rampTable(ramp) {
    const stops = ramp.map(rgbOf), table = new Uint8Array(256 * 3);
    for (let i = 0; i < 256; ++i) {
        const x = i / 255 * (stops.length - 1), k = Math.min(Math.floor(x), stops.length - 2);
        for (let c = 0; c < 3; ++c) table[3 * i + c] = stops[k][c] + (x - k) * (stops[k + 1][c] - stops[k][c]);
    }
    return table;
}

export class Colours {
    constructor(trajectory) {
        this.trajectory = trajectory;
        const {header, ballCount} = trajectory;
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
    }

    /** The ends of the scales of speed and energy: what all but one in two hundred balls stay below. */
    findTops() {
        const {trajectory} = this, speeds = [], energies = [];
        const step = Math.max(1, Math.floor(trajectory.ballCount / 20000));
        for (const share of [0, 0.25, 0.5, 0.75, 1]) {
            const time = share * trajectory.length, count = share === 0 ? 0 : trajectory.eventsUntil(time);
            for (let b = 0; b < trajectory.ballCount; b += step) {
                const v = length(trajectory.velocityIn(b, trajectory.stateAfter(b, count), time));
                speeds.push(v);
                if (trajectory.moves[b]) energies.push(trajectory.columns.mass[b] * v * v / 2);
            }
        }
        const top = values => Float64Array.from(values).sort()[Math.floor(0.995 * (values.length - 1))] || 1;
        return {speed: top(speeds), energy: top(energies)};
    }

    /** Colours of every `step`-th ball and of those in `more` at `time`. */
    update(time, step, more) {
        for (let b = 0; b < this.trajectory.ballCount; b += step) this.paint(b, time);
        for (const b of more) this.paint(b, time);
        return this.bytes;
    }

    paint(ball, time) {
        const ramped = !this.fixed && this.trajectory.moves[ball];
        const rgb = ramped ? this.ramp : this.rgb(ball, time), at = ramped ? this.rampPlace(ball, time) : 0;
        for (let c = 0; c < 3; ++c) this.bytes[4 * ball + c] = rgb[at + c];
    }

    /** False when they change at velocity changes. */
    get fixed() {
        return this.mode === 'id' || this.mode === 'species';
    }

    rgb(ball, time) {
        if (!this.trajectory.moves[ball]) return this.immovable;
        if (this.mode === 'id') return this.isTable ? rgbOf(this.look.table.balls[ball].fill) : this.inTurn(ball);
        if (this.mode === 'species') return this.inTurn(this.trajectory.columns.species[ball]);
        const at = this.rampPlace(ball, time);
        return this.ramp.subarray(at, at + 3);
    }

    /** Of the k-th ball or species. */
    inTurn(k) {
        return this.palette[k % this.palette.length];
    }

    /** Where on the ramp the speed or energy of a ball is. */
    rampPlace(ball, time) {
        const v = this.trajectory.speed(ball, time);
        const share = this.mode === 'speed' ? v / this.tops.speed
            : this.trajectory.columns.mass[ball] * v * v / 2 / this.tops.energy;
        return 3 * Math.round(255 * Math.min(share, 1));
    }

    css(ball, time) {
        return `rgb(${this.rgb(ball, time).join(' ')})`;
    }

    /** Of the trail of a ball: a pool ball's may be brighter than the ball. */
    trailRgb(ball, time) {
        return this.isTable && this.mode === 'id' ? rgbOf(this.look.table.balls[ball].line) : this.rgb(ball, time);
    }

    /** Of what is drawn over the ground of a flat scene. */
    inkCss(theme) {
        return this.isTable ? '#fff' : theme.css.ink;
    }

    /** How a ball that shows its number looks, {fill, label, striped}; undefined where balls have one colour each. */
    poolLook(ball) {
        return this.isTable && this.mode === 'id' ? this.look.table.balls[ball] : undefined;
    }

    /** What the colours mean, as HTML; empty where every ball has its own. */
    legend() {
        if (this.mode === 'id') return '';
        if (this.mode === 'species') return this.speciesLegend();
        const [title, top] = this.mode === 'speed' ? ['speed', this.tops.speed] : ['kinetic energy', this.tops.energy];
        return `${title}<div class="bar" style="background:linear-gradient(90deg,${this.look.ramp.join()})"></div>` +
            `<div class="ends"><span>0</span><span>≥ ${shortNumber(top, 3)}</span></div>`;
    }

    speciesLegend() {
        const {species, species_count: all} = this.look;
        const lines = species.map((kind, k) => {
            const fixed = kind.mass === null, rgb = fixed ? this.immovable : this.inTurn(k);
            const text = `${wholeNumber(kind.balls)} × r ${shortNumber(kind.radius, 3)}, ` +
                (fixed ? 'immovable' : `m ${shortNumber(kind.mass, 3)}`);
            return `<div class="entry"><i style="background:rgb(${rgb.join(' ')})"></i>${text}</div>`;
        });
        const rest = all - species.length;
        return lines.join('') + (rest > 0 ? `<div class="entry">and ${wholeNumber(rest)} more species</div>` : '');
    }
}
