// The paths that balls have flown, as straight pieces inside the periodic box.

import {kStart} from './trajectory.js';
import {length, plus} from './vectors.js';

export const kTrailKinds = ['none', 'short', 'long', 'all'];
const kPiecesOfParabola = 8;
const kMostPieces = 20000;

/** How far back trails go, as a time; `extent` is that of the scene. */
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

/** Calls `piece(from, to, time at the middle)` for each straight piece of a ball's path, the latest first. */
function eachPiece(trajectory, ball, begin, end, piece) {
    let state = trajectory.current[ball], until = end;
    for (;;) {
        const since = Math.max(trajectory.stateTime(ball, state), begin, 0);
        if (since < until) eachStraight(trajectory, ball, state, since, until, piece);
        if (state === kStart || since <= begin) return;
        until = since;
        state = trajectory.before[state];
    }
}

/** One flight, cut where a parabola bends and where the ball leaves the periodic box. */
function eachStraight(trajectory, ball, state, begin, end, piece) {
    const count = trajectory.bends && trajectory.moves[ball] ? kPiecesOfParabola : 1;
    const place = time => Array.from({length: trajectory.dimension}, (_, k) => trajectory.coordinate(ball, state, time, k));
    for (let k = count; k > 0; --k) {
        const from = begin + (end - begin) * (k - 1) / count, to = begin + (end - begin) * k / count;
        eachInBox(trajectory, place(from), place(to), {from, to}, (a, b) => piece(a, b, (from + to) / 2));
    }
}

/** A straight line, flown in a span of time, cut at the faces of the periodic box, each part moved into the box. In a
 *  sheared box, where images drift, a part becomes slanted. */
function eachInBox(trajectory, from, to, span, part) {
    if (trajectory.shear) {
        eachInShear(trajectory, from, to, span, part);
        return;
    }
    const cuts = [0, 1];
    trajectory.sides.forEach((side, k) => {
        if (side === 0) return;
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

/** Cut at the faces across the gradient first; what lies between flies straight in a frame of its own. */
function eachInShear(trajectory, from, to, span, part) {
    const {flow, gradient, speed} = trajectory.shear, side = trajectory.sides[gradient];
    const cell = x => (x - trajectory.header.world.lower[gradient]) / side, begin = cell(from[gradient]), end = cell(to[gradient]);
    const cuts = [0, 1];
    for (let face = Math.ceil(Math.min(begin, end)); face <= Math.max(begin, end) && cuts.length < 100; ++face)
        cuts.push((face - begin) / (end - begin));
    cuts.sort((a, b) => a - b);
    const way = plus(to, from, -1), still = Object.create(trajectory, {shear: {value: null}});
    for (let k = 1; k < cuts.length; ++k) {
        if (!(cuts[k] > cuts[k - 1])) continue;
        const boxes = Math.floor(begin + (end - begin) * (cuts[k] + cuts[k - 1]) / 2);
        const at = share => {
            const point = plus(from, way, share);
            point[gradient] -= boxes * side;
            point[flow] -= boxes * speed * (trajectory.header.from + span.from + share * (span.to - span.from));
            return point;
        };
        eachInBox(still, at(cuts[k - 1]), at(cuts[k]), span, part);
    }
}

/** Calls `line(from, to, ball, share)` for all trails; share is 0 at the old end and 1 at the ball. */
export function eachTrail(trajectory, time, reach, balls, line) {
    let pieces = 0;
    const begin = Math.max(0, time - reach), span = Math.max(time - begin, 1e-300);
    for (const ball of balls) {
        if (pieces > kMostPieces) return;
        if (!trajectory.moves[ball]) continue;
        eachPiece(trajectory, ball, begin, time, (from, to, middle) => {
            ++pieces;
            line(from, to, ball, (middle - begin) / span);
        });
    }
}

/** Pixels or units of length for velocity arrows: so that the speed `top` gives `size`. */
export function arrowScale(top, size) {
    return top > 0 ? size / top : 0;
}
