// What charts show, worked out from the velocity changes of the window.

import {breathe} from './breathe.js';
import {extentOf} from './extent.js';
import {clamp} from './numbers.js';
import {kStart} from './states.js';
import {dot, length, plus} from './vectors.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Vector, World} from './types.js' */

export const kMostBins = 240;
const kFewestCentres = 30;  // for a radial distribution that is more than noise

/** Energies, momentum transfer and counts, one pass through all events; `breathe` is awaited now and then. */
export class Ledger {
    /** @param {Trajectory} trajectory */
    constructor(trajectory) {
        this.trajectory = trajectory;
        const {ballCount, dimension, eventCount, gravity} = trajectory, {mass} = trajectory.columns;
        /** Sum of m v^2 / 2 - m g x, counted from the ground, after each event; slot 0: at the start. Between events it is constant. */
        this.energy = new Float64Array(eventCount + 1);
        const falls = length(gravity) > 0;
        /** Sum of m g . x, its rate, and the rate of that after each event, when there is gravity. */
        this.fallen = trajectory.bends && falls ? new Float64Array(3 * (eventCount + 1)) : null;
        /** Sum of m v^2 / 2, its rate, and the rate of that after each event, where cloth slows balls. */
        this.slowed = trajectory.bends && !falls ? new Float64Array(3 * (eventCount + 1)) : null;
        /** Sum over the impact of r . impulse for pairs, for the pressure of a periodic box. */
        this.virial = new Float64Array(eventCount);
        /** Size of the impulse given to a wall; 0 for pairs. */
        this.push = new Float64Array(eventCount);
        let energy = 0;
        const fallen = [0, 0, 0];
        for (let b = 0; b < ballCount; ++b) {
            if (!trajectory.moves[b]) continue;
            const v = trajectory.velocityIn(b, kStart, 0);
            energy += mass[b] * dot(v, v) / 2;
            const x = Array.from({length: dimension}, (_, k) => trajectory.coordinate(b, kStart, 0, k));
            [x, v, this.accelerationIn(b, kStart)].forEach((part, k) => fallen[k] += mass[b] * dot(gravity, part));
        }
        this.floor = this.fallen ? this.onTheGround() : 0;
        this.energy[0] = energy - fallen[0] + this.floor;
        for (let b = 0; this.slowed && b < ballCount; ++b)
            if (trajectory.moves[b]) this.slow(this.slowed, 0, b, kStart, 0, 1);
        if (this.fallen) this.fallen.set(fallen);
    }

    /** Sum of m g . x with all balls as low as the scene goes: from there the potential counts. */
    onTheGround() {
        const {gravity, moves, columns: {mass}} = this.trajectory, {lower, upper} = extentOf(this.trajectory);
        const lowest = gravity.reduce((sum, g, k) => sum + Math.max(g * lower[k], g * upper[k]), 0);
        return mass.reduce((sum, m, b) => sum + (moves[b] ? m * lowest : 0), 0);
    }

    /** Adds what the motion of a ball in a state at `time` is to the energy and its rates, `sign` times.
     *  @param {Float64Array} slowed @param {number} slot @param {number} ball @param {number} state
     *  @param {number} time @param {number} sign */
    slow(slowed, slot, ball, state, time, sign) {
        const m = sign * this.trajectory.columns.mass[ball];
        const v = this.trajectory.velocityIn(ball, state, time), a = this.accelerationIn(ball, state);
        [dot(v, v) / 2, dot(v, a), dot(a, a)].forEach((part, k) => slowed[3 * slot + k] += m * part);
    }

    /** @param {number} ball @param {number} state */
    accelerationIn(ball, state) {
        return this.trajectory.gravity.map((_, k) => this.trajectory.acceleration(ball, state, k));
    }

    /** Resolves when all events are counted. */
    async count() {
        const {eventCount} = this.trajectory;
        for (let begin = 0; begin < eventCount; begin += 50000) {
            const end = Math.min(begin + 50000, eventCount);
            for (let event = begin; event < end; ++event) this.add(event);
            await breathe();
        }
    }

    /** @param {number} event */
    add(event) {
        const {trajectory} = this, {mass, ball, other} = trajectory.columns;
        const time = trajectory.eventTime(event);
        let energy = this.energy[event];
        const pull = [0, 0];
        if (this.slowed) this.slowed.set(this.after(this.slowed, event, time), 3 * event + 3);
        for (let s = trajectory.firstState[event]; s < trajectory.firstState[event + 1]; ++s) {
            const b = trajectory.stateBall[s];
            if (!trajectory.moves[b]) continue;
            const before = trajectory.velocityIn(b, trajectory.before[s], time), after = trajectory.velocityIn(b, s, time);
            energy += mass[b] * (dot(after, after) - dot(before, before)) / 2;
            if (this.slowed) {
                this.slow(this.slowed, event + 1, b, trajectory.before[s], time, -1);
                this.slow(this.slowed, event + 1, b, s, time, 1);
            }
            if (!this.fallen) continue;
            const held = plus(this.accelerationIn(b, s), this.accelerationIn(b, trajectory.before[s]), -1);
            pull[0] += mass[b] * dot(trajectory.gravity, plus(after, before, -1));
            pull[1] += mass[b] * dot(trajectory.gravity, held);
        }
        this.energy[event + 1] = energy;
        if (this.fallen) this.fall(this.fallen, event, time, pull);
        const impulse = trajectory.impulse(event);
        if (trajectory.isPair(event)) {
            const s = trajectory.firstState[event];
            this.virial[event] = -dot(impulse, trajectory.separationIn(ball[event], s, other[event], s + 1, time));
        } else if (trajectory.isWall(event)) {
            this.push[event] = length(impulse);
        }
    }

    /** @param {Float64Array} fallen @param {number} event @param {number} time @param {number[]} pull */
    fall(fallen, event, time, pull) {
        const [value, rate, weight] = this.after(fallen, event, time);
        fallen.set([value, rate + pull[0], weight + pull[1]], 3 * event + 3);
    }

    /** What a sum with its rates has become at `time` since `count` events had happened.
     *  @param {Float64Array} fallen @param {number} count @param {number} time */
    after(fallen, count, time) {
        const since = time - (count > 0 ? this.trajectory.eventTime(count - 1) : 0);
        const [value, rate, weight] = fallen.subarray(3 * count, 3 * count + 3);
        return [value + since * (rate + weight * since / 2), rate + weight * since, weight];
    }

    /** {total, potential, kinetic} at `time`; the potential is 0 with all balls on the ground. @param {number} time */
    energies(time) {
        const count = this.trajectory.eventsUntil(time), total = this.energy[count];
        if (this.slowed) {
            const kinetic = Math.max(0, this.after(this.slowed, count, time)[0]);
            return {total: kinetic, potential: 0, kinetic};
        }
        if (!this.fallen) return {total, potential: 0, kinetic: total};
        const [value] = this.after(this.fallen, count, time);
        return {total, potential: this.floor - value, kinetic: total - this.floor + value};
    }
}

/** The times between bins of the window, equally long. @param {Trajectory} trajectory */
export function timeBins(trajectory) {
    const wanted = clamp(Math.round(trajectory.eventCount / 8), 12, kMostBins);
    return {count: wanted, width: trajectory.length / wanted};
}

/** Per bin of time the sum of value(event). @param {Trajectory} trajectory @param {(event: number) => number} value */
export function sumsInBins(trajectory, value) {
    const {count, width} = timeBins(trajectory), sums = new Float64Array(count);
    for (let event = 0; event < trajectory.eventCount; ++event)
        sums[clamp(Math.floor(trajectory.eventTime(event) / width), 0, count - 1)] += value(event);
    return sums;
}

/** Volume (area) of the box, and the area (length) of its walls; undefined for any other shape. @param {World} world */
export function boxSizes(world) {
    if (world.boundary.includes('open') || world.walls.length > 0 || world.containers.length > 0) return undefined;
    const sides = world.upper.map((x, k) => x - world.lower[k]);
    const volume = sides.reduce((a, b) => a * b, 1);
    let walls = 0;
    world.boundary.forEach((kind, k) => { if (kind === 'wall') walls += 2 * volume / sides[k]; });
    return {volume, walls};
}

/** Speeds now of the balls that move. @param {Trajectory} trajectory @param {number} time */
function speedsNow(trajectory, time) {
    const speeds = [];
    for (let b = 0; b < trajectory.ballCount; ++b) {
        if (trajectory.moves[b]) speeds.push({speed: trajectory.speedInFlow(b, time), mass: trajectory.columns.mass[b]});
    }
    return speeds;
}

/** Maxwell's density of speeds for mass m at temperature kT in n dimensions.
 *  @param {number} v @param {number} mass @param {number} kT @param {number} n */
export function maxwell(v, mass, kT, n) {
    const x = mass * v * v / (2 * kT);
    if (n === 2) return mass * v / kT * Math.exp(-x);
    return 4 * Math.PI * v * v * (mass / (2 * Math.PI * kT)) ** 1.5 * Math.exp(-x);
}

/** {edges, shares, law}: densities of speeds in bins, and Maxwell's for the same energy averaged over the masses.
 *  @param {Trajectory} trajectory @param {number} time */
export function speedHistogram(trajectory, time) {
    const balls = speedsNow(trajectory, time), n = trajectory.dimension;
    if (balls.length === 0) return undefined;
    const kT = 2 / n * balls.reduce((sum, {speed, mass}) => sum + mass * speed * speed / 2, 0) / balls.length;
    const top = balls.reduce((max, {speed}) => Math.max(max, speed), 0) * 1.0001 || 1;
    const count = clamp(Math.round(2 * Math.cbrt(balls.length) + 4), 6, 60), width = top / count;
    const shares = new Float64Array(count), weights = new Map();
    for (const {speed, mass} of balls) {
        shares[Math.floor(speed / width)] += 1 / balls.length / width;
        weights.set(mass, (weights.get(mass) ?? 0) + 1 / balls.length);
    }
    const kinds = [...weights].slice(0, 200);
    /** @param {number} v */
    const law = v => kT > 0 ? kinds.reduce((sum, [mass, share]) => sum + share * maxwell(v, mass, kT, n), 0) : NaN;
    return {width, shares, law, top, kT};
}

/** Buckets of at least `reach` in a box with periodic sides, for pairs that are near. */
class Cells {
    /** @type {Float64Array} */ places;
    /** @type {number} */ n;
    /** @type {Vector} */ lower;

    /** @param {Float64Array} places @param {number} n @param {Vector} lower @param {Vector} sides @param {number} reach */
    constructor(places, n, lower, sides, reach) {
        Object.assign(this, {places, n, lower});
        this.counts = sides.map(side => Math.max(1, Math.min(64, Math.floor(side / reach))));
        this.widths = sides.map((side, k) => side / this.counts[k]);
        this.content = new Map();
        for (let b = 0; b * n < places.length; ++b) {
            const key = this.key(this.cellOf(b));
            if (!this.content.has(key)) this.content.set(key, []);
            this.content.get(key).push(b);
        }
    }

    /** @param {number} ball */
    cellOf(ball) {
        return this.counts.map((count, k) =>
            clamp(Math.floor((this.places[ball * this.n + k] - this.lower[k]) / this.widths[k]), 0, count - 1));
    }

    /** @param {number[]} cell */
    key(cell) {
        return cell.reduce((sum, c, k) => sum * this.counts[k] + c, 0);
    }

    /** The balls in the cell of a ball and in those around it, each once. @param {number} ball */
    around(ball) {
        /** @type {number[][]} */
        let keys = [[]];
        this.cellOf(ball).forEach((c, k) => {
            const near = new Set([-1, 0, 1].map(step => (c + step + this.counts[k]) % this.counts[k]));
            keys = keys.flatMap(start => [...near].map(next => [...start, next]));
        });
        return keys.flatMap(cell => this.content.get(this.key(cell)) ?? []);
    }
}

/**
 * The radial distribution now: how many times denser than on average other centres lie at distance r. Counted from balls
 * that are farther than the largest r from every wall. {width, values, centres} or {why}.
 * @param {Trajectory} trajectory @param {number} time
 */
export function radialDistribution(trajectory, time) {
    const {world} = trajectory.header, n = trajectory.dimension, {radius} = trajectory.columns;
    const sizes = boxSizes(world);
    if (!sizes) return {why: 'An open world, or one with further walls, has no density to compare with.'};
    const sides = world.upper.map((x, k) => x - world.lower[k]);
    const mean = radius.reduce((a, b) => a + b, 0) / radius.length;
    const reach = Math.min(8 * mean, Math.min(...sides.map((side, k) => side / (world.boundary[k] === 'wall' ? 3 : 2))));
    const places = trajectory.positions(time);
    const inner = innerBalls(trajectory, places, reach);
    if (inner.length < kFewestCentres)
        return {why: `Too few balls lie far enough from the walls: ${inner.length}, and ${kFewestCentres} are needed.`};
    const bins = 100, width = reach / bins, values = new Float64Array(bins);
    const cells = new Cells(places, n, world.lower, sides, reach);
    for (const a of inner) for (const b of cells.around(a)) {
        if (a === b) continue;
        let sum = 0;
        for (let k = 0; k < n; ++k) {
            let d = places[b * n + k] - places[a * n + k];
            if (trajectory.sides[k] > 0) d -= trajectory.sides[k] * Math.round(d / trajectory.sides[k]);
            sum += d * d;
        }
        const r = Math.sqrt(sum);
        if (r < reach) values[Math.floor(r / width)] += 1;
    }
    /** @param {number} r */
    const shell = r => n === 3 ? 4 / 3 * Math.PI * r ** 3 : Math.PI * r * r;
    const density = (trajectory.ballCount - 1) / sizes.volume;
    for (let k = 0; k < bins; ++k)
        values[k] /= inner.length * density * (shell((k + 1) * width) - shell(k * width));
    return {width, values, centres: inner.length};
}

/** Balls farther than `reach` from walls; of very many some thousands.
 *  @param {Trajectory} trajectory @param {Float64Array} places @param {number} reach */
function innerBalls(trajectory, places, reach) {
    const {world} = trajectory.header, n = trajectory.dimension, inner = [];
    const step = Math.max(1, Math.floor(trajectory.ballCount / 4000));
    for (let b = 0; b < trajectory.ballCount; b += step) {
        const fits = world.boundary.every((kind, k) => kind !== 'wall' ||
            places[b * n + k] - world.lower[k] >= reach && world.upper[k] - places[b * n + k] >= reach);
        if (fits) inner.push(b);
    }
    return inner;
}
