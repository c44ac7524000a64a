// Which colour has a ball? By number, species, speed or kinetic energy; pool balls as on the table.

import {counted, shortNumber, wholeNumber} from './numbers.js';
import {length} from './vectors.js';

/** Paul Tol's "bright" and "muted" schemes, which the colour-blind tell apart too. */
const kPalette = ['#4477aa', '#ee6677', '#228833', '#ccaa33', '#33a6c9', '#aa3377',
    '#7766cc', '#999933', '#117733', '#cc6677', '#882255', '#667788'];
const kPoolFills = ['#f5c518', '#1d4fb8', '#d4242a', '#5b2a86', '#f07f1b', '#12803c', '#7b1e22', '#16181a'];
/** Viridis (Smith and van der Walt, 2015) at equal steps. */
const kRamp = ['#440154', '#46327e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725'];
const kImmovable = '#8a93a0';
/** Of the cue ball, of striped balls beside the stripe, and of the disc under a number. */
const kPoolWhite = '#fbf8ee';
const kNumberInk = '#14181d';

export const rgbOf = hex => [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16));
const kPaletteRgb = kPalette.map(rgbOf);
const kPoolRgb = kPoolFills.map(rgbOf);
const kPoolWhiteRgb = rgbOf(kPoolWhite);
const kImmovableRgb = rgbOf(kImmovable);

/** What colours may tell. */
export const kColourModes = ['id', 'species', 'speed', 'energy'];

/** 0 for the cue ball, 1 to 15, or -1 for any other name. */
export function poolNumber(name) {
    if (name === 'cue') return 0;
    return /^([1-9]|1[0-5])$/.test(name) ? Number(name) : -1;
}

/** True when walls close both axes of a flat scene that is seen from above: nothing falls, no slope, no vessel. */
export function isTable(header) {
    const {boundary, gravity, walls, containers} = header.world;
    return header.dimension === 2 && boundary.every(kind => kind === 'wall') && gravity.every(g => g === 0) &&
        walls.length === 0 && containers.length === 0;
}

/** 256 colours along the ramp, three numbers each. */
export function rampTable() {
    const stops = kRamp.map(rgbOf), table = new Uint8Array(256 * 3);
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
        this.isTable = isTable(header);
        this.isPool = this.isTable && header.names.length > 0 && header.names.every(name => poolNumber(name) >= 0);
        this.findSpecies();
        this.ramp = rampTable();
        /** Red, green, blue, 255 for each ball. */
        this.bytes = new Uint8Array(4 * ballCount).fill(255);
        this.mode = ballCount <= 60 ? 'id' : this.species.length > 1 && this.species.length <= 12 ? 'species' : 'speed';
        this.tops = this.findTops();
    }

    /** Balls of one radius and mass are a species. */
    findSpecies() {
        const {radius, mass} = this.trajectory.columns;
        const numbers = new Map();
        this.species = [];
        this.speciesOf = new Uint32Array(this.trajectory.ballCount);
        for (let b = 0; b < this.speciesOf.length; ++b) {
            const key = `${radius[b]} ${mass[b]}`;
            if (!numbers.has(key)) {
                numbers.set(key, this.species.length);
                this.species.push({radius: radius[b], mass: mass[b], count: 0});
            }
            this.speciesOf[b] = numbers.get(key);
            ++this.species[this.speciesOf[b]].count;
        }
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
        if (!this.trajectory.moves[ball]) return this.rgbOfNumber(-1);
        if (this.mode === 'id') return this.rgbOfNumber(ball);
        if (this.mode === 'species') return this.rgbOfNumber(this.speciesOf[ball], kPalette);
        const at = this.rampPlace(ball, time);
        return this.ramp.subarray(at, at + 3);
    }

    /** Where on the ramp the speed or energy of a ball is. */
    rampPlace(ball, time) {
        const v = this.trajectory.speed(ball, time);
        const share = this.mode === 'speed' ? v / this.tops.speed
            : this.trajectory.columns.mass[ball] * v * v / 2 / this.tops.energy;
        return 3 * Math.round(255 * Math.min(share, 1));
    }

    /** Of ball or species number k. */
    rgbOfNumber(k, palette) {
        if (k < 0) return kImmovableRgb;
        if (palette || !this.isPool) return kPaletteRgb[k % kPalette.length];
        const number = poolNumber(this.trajectory.header.names[k]);
        return number === 0 ? kPoolWhiteRgb : kPoolRgb[(number - 1) % 8];
    }

    css(ball, time) {
        return `rgb(${this.rgb(ball, time).join(' ')})`;
    }

    /** Of the trail of a ball; on felt, where dark ones would be lost, lighter than the ball. */
    trailCss(ball, time, opacity) {
        const rgb = Array.from(this.rgb(ball, time), c => this.isTable ? Math.round(c + (255 - c) * 0.45) : c);
        return `rgb(${rgb.join(' ')} / ${opacity.toFixed(3)})`;
    }

    /** Of what is drawn over the ground of a flat scene. */
    inkCss(theme) {
        return this.isTable ? '#fff' : theme.css.ink;
    }

    /** How a ball that shows its number looks, {body, stripe, label, white, ink}: stripes are on balls from 9 on, and no label
     *  is on the cue ball; undefined where balls have one colour each. */
    poolLook(ball) {
        if (!this.isPool || this.mode !== 'id') return undefined;
        const number = poolNumber(this.trajectory.header.names[ball]);
        const fill = `rgb(${this.rgbOfNumber(ball).join(' ')})`, striped = number > 8;
        return {
            body: striped ? kPoolWhite : fill, stripe: striped ? fill : '', label: number > 0 ? String(number) : '',
            white: kPoolWhite, ink: kNumberInk,
        };
    }

    /** What the colours mean, as HTML; empty where every ball has its own. */
    legend() {
        if (this.mode === 'id') return '';
        if (this.mode === 'species') return this.speciesLegend();
        const [title, top] = this.mode === 'speed' ? ['speed', this.tops.speed] : ['kinetic energy', this.tops.energy];
        return `${title}<div class="bar" style="background:linear-gradient(90deg,${kRamp.join()})"></div>` +
            `<div class="ends"><span>0</span><span>≥ ${shortNumber(top, 3)}</span></div>`;
    }

    speciesLegend() {
        const most = 12;
        const lines = this.species.slice(0, most).map((kind, k) => {
            const fixed = !Number.isFinite(kind.mass);
            const rgb = this.rgbOfNumber(fixed ? -1 : k, kPalette);
            const text = `${wholeNumber(kind.count)} × r ${shortNumber(kind.radius, 3)}, ` +
                (fixed ? 'immovable' : `m ${shortNumber(kind.mass, 3)}`);
            return `<div class="entry"><i style="background:rgb(${rgb.join(' ')})"></i>${text}</div>`;
        });
        const rest = this.species.length - most;
        return lines.join('') + (rest > 0 ? `<div class="entry">and ${counted(rest, 'more species')}</div>` : '');
    }
}
