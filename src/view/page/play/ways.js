// The ways of balls in a shot, as lines to be drawn.

/** @import {Shot} from '../../../../javascript/carom/index.js' */
/** @import {Preview, Vector} from '../types.js' */

const kStep = 1 / 60;     // seconds between two points of a way
const kMostTimes = 700;

/** {ways, first}: of each ball that moves the points of its way; where the cue ball is at its first impact with a ball.
 *  @param {Shot} shot @param {number} cueBall @param {number} ballCount @returns {Pick<Preview, 'ways' | 'first'>} */
export function waysOf(shot, cueBall, ballCount) {
    const {events} = shot, step = Math.max(kStep, shot.duration / kMostTimes), every = new Set([shot.duration]);
    for (let time = 0; time < shot.duration; time += step) every.add(time);
    for (const {time} of events.slice(0, kMostTimes)) every.add(time);  // corners
    const times = Float64Array.from(every).sort();
    const moves = new Uint8Array(ballCount), ends = new Float64Array(ballCount).fill(Infinity);
    let first;
    for (const {time, kind, ball, other, ballAfter, otherAfter} of events) {
        moves[ball] = 1;
        if (kind === 'pocket' || kind === 'off the table') ends[ball] = time;
        if (kind !== 'ball and ball' || other === undefined || !otherAfter) continue;
        moves[other] = 1;
        if (!first && (ball === cueBall || other === cueBall))
            first = {ball: ball === cueBall ? other : ball, place: Array.from((ball === cueBall ? ballAfter : otherAfter).position)};
    }
    const places = shot.positions(times), ways = [];
    for (let ball = 0; ball < ballCount; ++ball) {
        if (!moves[ball]) continue;
        /** @type {Vector[]} */
        const way = [];
        times.forEach((time, k) => {
            if (time > ends[ball]) return;
            const at = 3 * (k * ballCount + ball);
            way.push([...places.subarray(at, at + 3)]);
        });
        const falls = ends[ball] < Infinity;
        if (falls) way[way.length - 1].splice(0, 2, ...shot.end[ball].position.slice(0, 2));
        ways.push({ball, way, falls});
    }
    return {ways, first};
}
