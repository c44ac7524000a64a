// The paths that balls have flown, as straight pieces inside the periodic box.

import {clamp} from './numbers.js';
import {kStart} from './states.js';
import {length, plus} from './vectors.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Extent, Shear, Vector} from './types.js' */
/** Takes a straight piece of a path, flown in this state, with the time at its middle.
 *  @typedef {(from: Vector, to: Vector, middle: number, state: number) => void} Piece */
/** @typedef {{from: number, to: number}} Span  of time */

export const kTrailKinds = ['none', 'short', 'long', 'all'];
const kPiecesOfParabola = 8;
export const kMostPieces = 20000;
const kMostArrows = 5000;

/** How far back trails go, as a time; `extent` is that of the scene.
 *  @param {Trajectory} trajectory @param {string} kind @param {Extent} extent */
export function trailTime(trajectory, kind, extent) {
    if (kind === 'none') return 0;
    if (kind === 'all') return Infinity;
    let sum = 0;
    for (let b = 0; b < trajectory.ballCount; ++b) sum += length(trajectory.velocityIn(b, kStart, 0)) ** 2;
    const speed = Math.sqrt(sum / trajectory.ballCount);
    const size = length(plus(extent.upper, extent.lower, -1));
    const time = speed > 0 ? 0.18 * size / speed : trajectory.length / 20;
    return kind === 'short' ? time : 4 * time;
}

/** Calls `piece(from, to, time at the middle, state)` for each straight piece of a ball's path, the latest first. Flights too short
 *  to be seen, of which a ball that comes to rest has thousands, become one piece where no periodic face cuts them. About `most`
 *  pieces come at most.
 *  @param {Trajectory} trajectory
 *  @param {number} ball @param {{begin: number, end: number, most: number}} asked @param {number} tolerance @param {Piece} take */
function eachPiece(trajectory, ball, {begin, end, most}, tolerance, take) {
    const joins = tolerance > 0 && !trajectory.isPeriodic;
    let pieces = 0;
    /** @param {Vector} from @param {Vector} to @param {number} middle @param {number} of */
    const piece = (from, to, middle, of) => {
        ++pieces;
        take(from, to, middle, of);
    };
    /** @type {Vector | undefined} */
    let tip;
    let state = trajectory.current[ball], until = end;
    for (;;) {
        if (tip) ({state, until} = lastShort(trajectory, {state, until}, tip, begin, tolerance));
        const since = Math.max(trajectory.stateTime(ball, state), begin, 0), chords = chordsOf(trajectory, ball, state, until - since, tolerance);
        if (since < until && joins) {
            const from = placeIn(trajectory, ball, state, since), to = placeIn(trajectory, ball, state, until);
            /** @param {Vector} at */
            const isShort = at => chords === 1 && length(plus(at, from, -1)) < tolerance;
            if (tip && !isShort(tip)) {
                piece(to, tip, until, state);
                tip = undefined;
            }
            if (!tip && isShort(to)) tip = to;
            if (!tip) eachStraight(trajectory, ball, state, since, until, chords, piece);
        } else if (since < until) {
            eachStraight(trajectory, ball, state, since, until, chords, piece);
        }
        if (state === kStart || since <= begin || pieces >= most) return;
        until = since;
        state = trajectory.before[state];
    }
}

/** Goes back over flights that begin nearer to `tip` than `tolerance` and are straight: thousands, so nothing is made here.
 *  @param {Trajectory} trajectory
 *  @param {{state: number, until: number}} flight @param {Vector} tip @param {number} begin @param {number} tolerance */
function lastShort(trajectory, {state, until}, tip, begin, tolerance) {
    const {before, stateEvent, dimension, columns: {event_time, position}} = trajectory;
    const longest = trajectory.bends ? Math.sqrt(8 * tolerance / length(trajectory.gravity)) : Infinity;
    let [at, end] = [state, until];
    while (at !== kStart) {
        const since = event_time[stateEvent[at]];
        let sum = 0;
        for (let k = 0; k < dimension; ++k) sum += (position[at * dimension + k] - tip[k]) ** 2;
        if (since <= begin || end - since > longest || sum >= tolerance * tolerance) break;
        end = since;
        at = before[at];
    }
    return {state: at, until: end};
}

/** @param {Trajectory} trajectory @param {number} ball @param {number} state @param {number} time @returns {Vector} */
function placeIn(trajectory, ball, state, time) {
    return Array.from({length: trajectory.dimension}, (_, k) => trajectory.coordinate(ball, state, time, k));
}

/** How many straight pieces a flight of `span` takes: of a parabola so many that none is off by more than `tolerance`.
 *  @param {Trajectory} trajectory @param {number} ball @param {number} state @param {number} span @param {number} tolerance */
function chordsOf(trajectory, ball, state, span, tolerance) {
    if (!trajectory.bends || !trajectory.moves[ball]) return 1;
    const pull = length(trajectory.gravity.map((_, k) => trajectory.acceleration(ball, state, k)));
    return pull > 0 ? clamp(Math.ceil(span * Math.sqrt(pull / (8 * tolerance))), 1, kPiecesOfParabola) : 1;
}

/** One flight, cut into chords of a parabola and where the ball leaves the periodic box. @param {Trajectory} trajectory
 *  @param {number} ball @param {number} state @param {number} begin @param {number} end @param {number} chords @param {Piece} piece */
function eachStraight(trajectory, ball, state, begin, end, chords, piece) {
    /** @param {number} time */
    const place = time => placeIn(trajectory, ball, state, time);
    for (let k = chords; k > 0; --k) {
        const from = begin + (end - begin) * (k - 1) / chords, to = begin + (end - begin) * k / chords;
        eachInBox(trajectory, place(from), place(to), {from, to}, (a, b) => piece(a, b, (from + to) / 2, state));
    }
}

/** A straight line, flown in a span of time, cut at the faces of the periodic box, each part moved into the box. In a
 *  sheared box, where images drift, a part becomes slanted. @param {Trajectory} trajectory
 *  @param {Vector} from @param {Vector} to @param {Span} span @param {(from: Vector, to: Vector) => void} part */
function eachInBox(trajectory, from, to, span, part) {
    if (trajectory.shear) {
        eachInShear(trajectory, trajectory.shear, from, to, span, part);
        return;
    }
    if (!trajectory.isPeriodic) {
        part(from, to);
        return;
    }
    const cuts = [0, 1];
    trajectory.sides.forEach((side, k) => {
        if (side === 0) return;
        /** @param {number} x */
        const cell = x => (x - trajectory.header.world.lower[k]) / side;
        const low = Math.min(cell(from[k]), cell(to[k])), high = Math.max(cell(from[k]), cell(to[k]));
        for (let face = Math.ceil(low); face <= high && cuts.length < 100; ++face)
            cuts.push((face - cell(from[k])) / (cell(to[k]) - cell(from[k])));
    });
    cuts.sort((a, b) => a - b);
    const way = plus(to, from, -1);
    for (let k = 1; k < cuts.length; ++k) {
        if (!(cuts[k] > cuts[k - 1])) continue;
        const middle = plus(from, way, (cuts[k] + cuts[k - 1]) / 2);
        const shift = middle.map((x, axis) => trajectory.wrapped(x, axis) - x);
        part(plus(plus(from, way, cuts[k - 1]), shift), plus(plus(from, way, cuts[k]), shift));
    }
}

/** Cut at the faces across the gradient first; what lies between flies straight in a frame of its own.
 *  @param {Trajectory} trajectory @param {Shear} shear
 *  @param {Vector} from @param {Vector} to @param {Span} span @param {(from: Vector, to: Vector) => void} part */
function eachInShear(trajectory, {flow, gradient, speed}, from, to, span, part) {
    const side = trajectory.sides[gradient];
    /** @param {number} x */
    const cell = x => (x - trajectory.header.world.lower[gradient]) / side;
    const begin = cell(from[gradient]), end = cell(to[gradient]);
    const cuts = [0, 1];
    for (let face = Math.ceil(Math.min(begin, end)); face <= Math.max(begin, end) && cuts.length < 100; ++face)
        cuts.push((face - begin) / (end - begin));
    cuts.sort((a, b) => a - b);
    const way = plus(to, from, -1), still = Object.create(trajectory, {shear: {value: null}});
    for (let k = 1; k < cuts.length; ++k) {
        if (!(cuts[k] > cuts[k - 1])) continue;
        const boxes = Math.floor(begin + (end - begin) * (cuts[k] + cuts[k - 1]) / 2);
        /** @param {number} share */
        const at = share => {
            const point = plus(from, way, share);
            point[gradient] -= boxes * side;
            point[flow] -= boxes * speed * (trajectory.header.from + span.from + share * (span.to - span.from));
            return point;
        };
        eachInBox(still, at(cuts[k - 1]), at(cuts[k]), span, part);
    }
}

/** Calls `line(from, to, ball, share, state)` for all trails; share is 0 at the old end and 1 at the ball. A line may be off by
 *  `tolerance`, a length. Each ball has its share of `most` lines, the latest ones.
 *  @param {Trajectory} trajectory @param {number} time @param {number} reach @param {number[]} balls
 *  @param {(from: Vector, to: Vector, ball: number, share: number, state: number) => void} line */
export function eachTrail(trajectory, time, reach, balls, line, tolerance = 0, most = kMostPieces) {
    const begin = Math.max(0, time - reach), span = Math.max(time - begin, 1e-300), some = balls.slice(0, most);
    for (const ball of some) {
        if (!trajectory.moves[ball]) continue;
        eachPiece(trajectory, ball, {begin, end: time, most: most / some.length}, tolerance, (from, to, middle, state) => {
            line(from, to, ball, (middle - begin) / span, state);
        });
    }
}

/** Calls `put(from, tip)` for the velocity arrows of all balls, or of many; the speed `top` has an arrow of length `size`.
 *  @param {Trajectory} trajectory @param {number} time @param {number} top @param {number} size
 *  @param {(from: Vector, tip: Vector) => void} put */
export function eachArrow(trajectory, time, top, size, put) {
    const scale = top > 0 ? size / top : 0, most = Math.min(trajectory.ballCount, kMostArrows);
    for (let b = 0; b < most; ++b) {
        const from = trajectory.position(b, time), tip = plus(from, trajectory.velocity(b, time), scale);
        if (length(plus(tip, from, -1)) > 0) put(from, tip);
    }
}
