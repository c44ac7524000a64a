// Where is every ball, and how fast, at any instant? From its last velocity change, never between pictures.
//
// A state is a velocity change: the position and velocity of a ball just after an event; states.js numbers them.

import {flownTo} from './flight.js';
import {firstIndex} from './numbers.js';
import {kStart, linkedStates} from './states.js';
import {length, plus, times} from './vectors.js';
import {wallDistance} from './walls.js';

/** @import {Columns, EventKind, Header, Shear, Vector} from './types.js' */

export class Trajectory {
    /** @type {Header} */ header;
    /** @type {Columns} */ columns;
    /** @type {number} */ dimension;
    /** @type {number} */ ballCount;
    /** @type {number[]} */ everyBall;
    /** @type {number} */ eventCount;
    /** @type {number} */ length;
    /** @type {Vector} */ gravity;
    /** @type {boolean} */ bends;
    /** @type {Uint8Array} */ moves;
    /** @type {Int32Array} */ current;
    /** @type {Vector} */ sides;
    /** @type {Shear | null} */ shear;
    /** @type {Uint32Array} */ firstState;
    /** @type {Uint32Array} */ stateBall;
    /** @type {Uint32Array} */ stateEvent;
    /** @type {Int32Array} */ before;
    /** @type {Uint32Array} */ ballBegin;
    /** @type {Uint32Array} */ ofBall;
    /** @type {Uint32Array | null} */ lastEvents;
    /** @type {number} */ impactCount;
    /** @type {number} */ applied;

    /** @param {Header} header @param {Columns} columns */
    constructor(header, columns) {
        this.load(header, columns);
    }

    /** Takes another recording, for those who know this object. @param {Header} header @param {Columns} columns */
    load(header, columns) {
        this.header = header;
        this.columns = columns;
        this.dimension = header.dimension;
        this.ballCount = header.balls;
        this.everyBall = Array.from({length: header.balls}, (_, b) => b);
        this.eventCount = header.events;
        this.length = header.length;
        this.gravity = header.world.gravity;
        /** True when balls fly parabolas. */
        this.bends = columns.start_acceleration.length > 0;
        this.moves = Uint8Array.from(columns.mass, mass => Number(Number.isFinite(mass)));
        Object.assign(this, linkedStates(header, columns));
        this.listEntries();
        /** How many events have happened; the states in force follow from it. */
        this.applied = 0;
        this.current = new Int32Array(this.ballCount).fill(kStart);
        this.sides = this.periodicSides();
        this.isPeriodic = this.sides.some(side => side !== 0);
        /** {flow, gradient, rate, speed} of a sheared box, whose images move along the flow; else null. */
        this.shear = header.world.shear;
    }

    /** What happens, entry by entry: an impact with all its events, or another change of a ball's motion. Each by its
     *  last event, in order; null where every event is an entry of its own. */
    listEntries() {
        const {kinds} = this.header, {kind} = this.columns, parts = kind.some(k => kinds[k].other === 'part');
        this.lastEvents = parts ? Uint32Array.from({length: this.eventCount}, (_, event) => event)
            .filter(event => this.endsEntry(event)) : null;
        this.impactCount = 0;
        for (let entry = 0; entry < this.entryCount; ++entry)
            if (kinds[kind[this.lastEvent(entry)]].other !== 'none') ++this.impactCount;
    }

    get entryCount() {
        return this.lastEvents ? this.lastEvents.length : this.eventCount;
    }

    /** How many entries there are up to and including the one that `event` belongs to. @param {number} event */
    entriesUntil(event) {
        const {lastEvents} = this;
        if (!lastEvents || event < 0) return event + 1;
        return 1 + firstIndex(0, this.entryCount - 1, k => lastEvents[k] >= event);
    }

    /** @param {number} entry */
    lastEvent(entry) {
        return this.lastEvents ? this.lastEvents[entry] : entry;
    }

    periodicSides() {
        const {boundary, lower, upper} = this.header.world;
        return boundary.map((kind, k) => kind === 'periodic' ? upper[k] - lower[k] : 0);
    }

    /** What an event is about: {name, other}, other being "ball", "wall", "part" (of an impact of several contacts) or "none".
     *  @param {number} event @returns {EventKind} */
    kind(event) {
        return this.header.kinds[this.columns.kind[event]];
    }

    /** @param {number} event */
    isPair(event) {
        return this.kind(event).other === 'ball';
    }

    /** @param {number} event */
    isWall(event) {
        return this.kind(event).other === 'wall';
    }

    /** @param {number} event */
    isPart(event) {
        return this.kind(event).other === 'part';
    }

    /** True but for the events of an impact of several contacts before its last. @param {number} event */
    endsEntry(event) {
        return !this.isPart(event) || this.columns.other[event] === 0 || event === this.eventCount - 1;
    }

    /** The events that belong to the same impact, {first, last}: more than one where several contacts bounce at once.
     *  @param {number} event */
    impactOf(event) {
        const {other} = this.columns;
        let first = event;
        if (!this.isPart(event)) return {first, last: event};
        while (first > 0 && this.isPart(first - 1) && other[first - 1] === other[first] + 1) --first;
        return {first, last: Math.min(event + other[event], this.eventCount - 1)};
    }

    /** The ball, the wall or what else changed the motion of an event's first ball. @param {number} event */
    otherName(event) {
        const other = this.columns.other[event];
        return this.isPair(event) ? this.name(other) : this.isWall(event) ? this.wallName(other) : this.kind(event).name;
    }

    /** The balls whose motion an event changes, with all of the same impact. @param {number} event */
    partners(event) {
        const {ball, other} = this.columns, {first, last} = this.impactOf(event);
        if (first < last) return Array.from(ball.subarray(first, last + 1));
        return this.isPair(event) ? [ball[event], other[event]] : [ball[event]];
    }

    /** @param {number} event */
    eventTime(event) {
        return this.columns.event_time[event];
    }

    /** How many events there are up to and including `time`. @param {number} time */
    eventsUntil(time) {
        const {event_time} = this.columns;
        return firstIndex(0, this.eventCount, k => event_time[k] > time);
    }

    /** Makes the first `count` events have happened: step by step when that is near, else ball by ball. @param {number} count */
    apply(count) {
        const near = Math.abs(count - this.applied) < 8 * this.ballCount;
        if (!near) {
            for (let b = 0; b < this.ballCount; ++b) this.current[b] = this.stateAfter(b, count);
        } else if (count >= this.applied) {
            for (let s = this.firstState[this.applied]; s < this.firstState[count]; ++s)
                this.current[this.stateBall[s]] = s;
        } else {
            for (let s = this.firstState[this.applied] - 1; s >= this.firstState[count]; --s)
                this.current[this.stateBall[s]] = this.before[s];
        }
        this.applied = count;
    }

    /** The state of a ball when `count` events have happened. @param {number} ball @param {number} count */
    stateAfter(ball, count) {
        const begin = this.ballBegin[ball], end = this.ballBegin[ball + 1];
        const next = firstIndex(begin, end, k => this.stateEvent[this.ofBall[k]] >= count);
        return next === begin ? kStart : this.ofBall[next - 1];
    }

    /** Since when the state holds; before the window, it is negative. @param {number} ball @param {number} state */
    stateTime(ball, state) {
        return state === kStart ? this.columns.start_time[ball] : this.eventTime(this.stateEvent[state]);
    }

    /** Coordinate k of the position of a ball in this state at `time`, not wrapped.
     *  @param {number} ball @param {number} state @param {number} time @param {number} k */
    coordinate(ball, state, time, k) {
        const {start_position, start_velocity, position, velocity} = this.columns;
        const elapsed = time - this.stateTime(ball, state);
        const at = (state === kStart ? ball : state) * this.dimension + k;
        const x = state === kStart ? start_position[at] : position[at];
        const v = state === kStart ? start_velocity[at] : velocity[at];
        return flownTo(x, v, this.acceleration(ball, state, k), elapsed);
    }

    /** Coordinate k of the velocity of a ball in this state at `time`.
     *  @param {number} ball @param {number} state @param {number} time @param {number} k */
    velocityCoordinate(ball, state, time, k) {
        const {start_velocity, velocity} = this.columns;
        const v = state === kStart ? start_velocity[ball * this.dimension + k] : velocity[state * this.dimension + k];
        return this.bends ? v + this.acceleration(ball, state, k) * (time - this.stateTime(ball, state)) : v;
    }

    /** Coordinate k of the acceleration of a ball in this state: gravity, or what holds the ball leaves of it.
     *  @param {number} ball @param {number} state @param {number} k */
    acceleration(ball, state, k) {
        if (!this.bends) return 0;
        const {start_acceleration, acceleration} = this.columns;
        return state === kStart ? start_acceleration[ball * this.dimension + k] : acceleration[state * this.dimension + k];
    }

    /** Brings a coordinate into the periodic box. @param {number} x @param {number} k */
    wrapped(x, k) {
        const side = this.sides[k];
        if (side === 0) return x;
        const lower = this.header.world.lower[k];
        return x - side * Math.floor((x - lower) / side);
    }

    /** The centre of a ball at `time`, in the state that is in force. @param {number} ball @param {number} time */
    position(ball, time) {
        return this.positionIn(ball, this.current[ball], time);
    }

    /** @param {number} ball @param {number} state @param {number} time @returns {Vector} */
    positionIn(ball, state, time) {
        /** @type {Vector} */
        const point = [];
        for (let k = 0; k < this.dimension; ++k) point.push(this.coordinate(ball, state, time, k));
        this.slideBack(point, 0, time);
        return point.map((x, k) => this.wrapped(x, k));
    }

    /** How many boxes up on the gradient of a sheared box a coordinate is. @param {Shear} shear @param {number} x */
    boxesUp({gradient}, x) {
        return Math.floor((x - this.header.world.lower[gradient]) / this.sides[gradient]);
    }

    /** How far images one box up have come along the flow, whole boxes left out.
     *  @param {Shear} shear @param {number} time */
    slideAt({flow, speed}, time) {
        const way = speed * (this.header.from + time), side = this.sides[flow];
        return way - side * Math.floor(way / side);
    }

    /** Moves the point at places[begin...] along the flow to where its image in a sheared box is.
     *  @param {number[] | Float64Array} places @param {number} begin @param {number} time */
    slideBack(places, begin, time) {
        const {shear} = this;
        if (!shear) return;
        const boxes = this.boxesUp(shear, places[begin + shear.gradient]);
        if (boxes !== 0) places[begin + shear.flow] -= boxes * this.slideAt(shear, time);
    }

    /** @param {number} ball @param {number} time */
    velocity(ball, time) {
        return this.velocityIn(ball, this.current[ball], time);
    }

    /** @param {number} ball @param {number} state @param {number} time @returns {Vector} */
    velocityIn(ball, state, time) {
        /** @type {Vector} */
        const vector = [];
        for (let k = 0; k < this.dimension; ++k) vector.push(this.velocityCoordinate(ball, state, time, k));
        const {shear} = this;
        if (shear) vector[shear.flow] -= shear.speed * this.boxesUp(shear, this.coordinate(ball, state, time, shear.gradient));
        return vector;
    }

    /** @param {number} ball @param {number} time */
    speed(ball, time) {
        if (this.shear) return length(this.velocity(ball, time));
        let sum = 0;
        for (let k = 0; k < this.dimension; ++k) sum += this.velocityCoordinate(ball, this.current[ball], time, k) ** 2;
        return Math.sqrt(sum);
    }

    /** The speed relative to the flow of a sheared box. @param {number} ball @param {number} time */
    speedInFlow(ball, time) {
        if (!this.shear) return this.speed(ball, time);
        const {flow, gradient, rate} = this.shear, {lower, upper} = this.header.world;
        const vector = this.velocity(ball, time), place = this.position(ball, time);
        vector[flow] -= rate * (place[gradient] - (lower[gradient] + upper[gradient]) / 2);
        return length(vector);
    }

    /** The centres of every `step`-th ball at `time`, each at its place among all; `out` is made when missing.
     *  @param {number} time @param {Float64Array} [out] @param {number} [step] */
    positions(time, out = new Float64Array(this.ballCount * this.dimension), step = 1) {
        const n = this.dimension;
        for (let b = 0; b < this.ballCount; b += step) {
            for (let k = 0; k < n; ++k) out[b * n + k] = this.coordinate(b, this.current[b], time, k);
            this.slideBack(out, b * n, time);
            for (let k = 0; k < n; ++k) out[b * n + k] = this.wrapped(out[b * n + k], k);
        }
        return out;
    }

    /** From the centre of a to that of b in these states, through periodic faces where that is shorter.
     *  @param {number} a @param {number} stateOfA @param {number} b @param {number} stateOfB @param {number} time */
    separationIn(a, stateOfA, b, stateOfB, time) {
        const from = this.positionIn(a, stateOfA, time), to = this.positionIn(b, stateOfB, time);
        return this.nearest(plus(to, from, -1), time);
    }

    /** A vector from ball to ball, to the image that is nearest on each axis. @param {Vector} d @param {number} time */
    nearest(d, time) {
        if (this.shear) {
            const {flow, gradient} = this.shear;
            d[flow] -= Math.round(d[gradient] / this.sides[gradient]) * this.slideAt(this.shear, time);
        }
        return d.map((x, k) => this.sides[k] === 0 ? x : x - this.sides[k] * Math.round(x / this.sides[k]));
    }

    /** The gap between the surfaces of two balls; negative is overlap. @param {number} a @param {number} b @param {number} time */
    gap(a, b, time, stateOfA = this.current[a], stateOfB = this.current[b]) {
        const {radius} = this.columns;
        return length(this.separationIn(a, stateOfA, b, stateOfB, time)) - radius[a] - radius[b];
    }

    /** The gap between what touches in this event, at its time, on the flights that lead to it. @param {number} event */
    gapAtEvent(event) {
        const {ball, other, radius} = this.columns, time = this.eventTime(event);
        const state = this.firstState[event], before = this.before[state];
        if (this.isPair(event)) return this.gap(ball[event], other[event], time, before, this.before[state + 1]);
        if (this.isPart(event)) return this.gapToPartner(event, time);
        if (!this.isWall(event)) return NaN;
        const point = this.positionIn(ball[event], before, time);
        return wallDistance(this.header.world, other[event], point, this.header.from + time) - radius[ball[event]];
    }

    /** The smallest gap to another ball of an impact of several contacts, as they flew before it.
     *  @param {number} event @param {number} time */
    gapToPartner(event, time) {
        const {ball} = this.columns, {first, last} = this.impactOf(event);
        /** @param {number} k */
        const before = k => this.before[this.firstState[k]];
        let smallest = NaN;
        for (let k = first; k <= last; ++k) {
            if (k === event) continue;
            const gap = this.gap(ball[event], ball[k], time, before(event), before(k));
            if (!(Math.abs(gap) >= Math.abs(smallest))) smallest = gap;
        }
        return smallest;
    }

    /** Mass times velocity change of the first ball of an event. @param {number} event */
    impulse(event) {
        const ball = this.columns.ball[event], state = this.firstState[event], time = this.eventTime(event);
        const change = plus(this.velocityIn(ball, state, time), this.velocityIn(ball, this.before[state], time), -1);
        return times(this.columns.mass[ball], change);
    }

    /** How a ball on a table moves now: "rolling", say. Empty elsewhere. @param {number} ball */
    phase(ball) {
        const {phases} = this.header, state = this.current[ball];
        return phases ? phases.names[state === kStart ? phases.start[ball] : phases.states[state]] : '';
    }

    /** @param {number} ball */
    name(ball) {
        const given = this.header.names[ball];
        return given ? given : `#${ball}`;
    }

    /** @param {number} wall */
    wallName(wall) {
        return this.header.world.wall_names[wall] ?? `wall ${wall}`;
    }
}
