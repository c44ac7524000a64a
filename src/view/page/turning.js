// How the balls of a table turn: for the eye, from the spins at their events. Between them the lowest point of a ball slips,
// and friction turns it, or the ball rolls.

import {kStart} from './states.js';
import {cross, length, plus, times} from './vectors.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Vector} from './types.js' */

const kUpright = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const kLargestTurn = 0.5, kMostTurns = 400;  // radians of a step, steps of a state

/** The axes, three vectors, turned by the vector `turn` (Rodrigues). @param {Vector[]} axes @param {Vector} turn */
function turned(axes, turn) {
    const angle = length(turn);
    if (angle === 0) return axes;
    const about = times(1 / angle, turn), sine = Math.sin(angle), rest = 1 - Math.cos(angle);
    return axes.map(axis => {
        const once = cross(about, axis), twice = cross(about, once);
        return plus(plus(axis, once, sine), twice, rest);
    });
}

export class Turning {
    /** @type {Vector[][]} */ axesOf;

    /** Of a trajectory on a table, whose header has spins. @param {Trajectory} trajectory */
    constructor(trajectory) {
        const {spin} = trajectory.header;
        if (!spin) throw new Error('this scene has no spins');
        this.trajectory = trajectory;
        this.spin = spin;
        const {start = [], states = []} = trajectory.header.flights ?? {};
        this.aloft = {start: new Set(start.map(([ball]) => ball)), states: new Set(states.map(([state]) => state))};
        /** The axes of each ball when each of its states begins. */
        this.axesOf = new Array(trajectory.stateBall.length);
        for (let ball = 0; ball < trajectory.ballCount; ++ball) this.follow(ball);
    }

    /** @param {number} ball */
    follow(ball) {
        const {trajectory} = this;
        for (let k = trajectory.ballBegin[ball]; k < trajectory.ballBegin[ball + 1]; ++k) {
            const state = trajectory.ofBall[k], time = trajectory.stateTime(ball, state);
            this.axesOf[state] = this.isPutDown(state) ? kUpright : this.axesIn(ball, trajectory.before[state], time);
        }
    }

    /** A ball in a tray, or put in its place by hand, shows its number. @param {number} state */
    isPutDown(state) {
        return ['pocketed', 'leaves the table', 'is put in place'].includes(this.trajectory.kind(this.trajectory.stateEvent[state]).name);
    }

    /** [to the right, up the table, out of it] as they have turned with the ball. @param {number} ball @param {number} time */
    axes(ball, time) {
        return this.axesIn(ball, this.trajectory.current[ball], time);
    }

    /** @param {number} ball @param {number} state @param {number} time */
    axesIn(ball, state, time) {
        const begin = state === kStart ? kUpright : this.axesOf[state];
        const span = time - Math.max(this.trajectory.stateTime(ball, state), 0);
        if (!(span > 0)) return begin;
        const first = this.spinAt(ball, state, 0), last = this.spinAt(ball, state, span);
        const angle = span * Math.max(length(first), length(last));
        const steps = Math.min(kMostTurns, Math.max(1, Math.ceil(angle / kLargestTurn)));
        let axes = begin;
        for (let k = 0; k < steps; ++k)
            axes = turned(axes, times(span / steps, this.spinAt(ball, state, span * (k + 0.5) / steps)));
        return axes;
    }

    /** @param {number} ball @param {number} state */
    startSpin(ball, state) {
        return state === kStart ? this.spin.start.slice(3 * ball, 3 * ball + 3) : this.spin.states.slice(3 * state, 3 * state + 3);
    }

    /** The spin of a ball in the state that is in force. @param {number} ball @param {number} time */
    spinNow(ball, time) {
        const {trajectory} = this, state = trajectory.current[ball];
        return this.spinAt(ball, state, time - Math.max(trajectory.stateTime(ball, state), 0));
    }

    /** The spin after a time in a state. @param {number} ball @param {number} state @param {number} elapsed */
    spinAt(ball, state, elapsed) {
        if (this.isAloft(ball, state)) return this.startSpin(ball, state);
        const [x, y, z] = this.startSpin(ball, state), radius = this.trajectory.columns.radius[ball];
        const pull = [0, 1].map(k => this.trajectory.acceleration(ball, state, k));
        const gain = (this.slides(ball, state) ? 2.5 : -1) / radius * elapsed;
        const left = Math.max(0, Math.abs(z) - this.spin.decay[ball] * elapsed);
        return [x + gain * pull[1], y - gain * pull[0], Math.sign(z) * left];
    }

    /** Is it in the air? @param {number} ball @param {number} state */
    isAloft(ball, state) {
        return state === kStart ? this.aloft.start.has(ball) : this.aloft.states.has(state);
    }

    /** Is its trail dotted? It is not where the ball rolls. @param {number} ball @param {number} state */
    isDotted(ball, state) {
        return this.isAloft(ball, state) || this.slides(ball, state);
    }

    /** Does the lowest point of the ball slip? @param {number} ball @param {number} state */
    slides(ball, state) {
        const {trajectory} = this, time = trajectory.stateTime(ball, state), radius = trajectory.columns.radius[ball];
        const [u, v] = [0, 1].map(k => trajectory.velocityCoordinate(ball, state, time, k)), [x, y] = this.startSpin(ball, state);
        return Math.hypot(u - radius * y, v + radius * x) > 1e-3 * (Math.hypot(u, v) + radius * Math.hypot(x, y)) + 1e-4;
    }
}
