// When do two runs differ first? They are compared bit by bit.

import {counted, shortNumber} from './numbers.js';
import {dot, plus} from './vectors.js';

/** @import {Trajectory} from './trajectory.js' */

const kMostMeasured = 5000;  // balls

/** The first index in [begin, end) at which two columns differ; -1 where they do not. */
function differsAt(a, b, begin = 0, end = Math.max(a.length, b.length)) {
    for (let k = begin; k < end; ++k) if (a[k] !== b[k]) return k;
    return -1;
}

/** The first ball that begins differently in the two runs; -1 where none does. @param {Trajectory} present @param {Trajectory} kept */
function firstBall({columns: a, dimension: n}, {columns: b}) {
    let first = -1;
    for (const [name, size] of Object.entries({start_position: n, start_velocity: n, start_acceleration: n, radius: 1, mass: 1})) {
        const at = differsAt(a[name], b[name]);
        if (at >= 0 && (first < 0 || Math.floor(at / size) < first)) first = Math.floor(at / size);
    }
    return first;
}

/** Do event `k` and all before it begin and end alike? @param {Trajectory} present @param {Trajectory} kept @param {number} k */
function isSameEvent({columns: a, firstState, dimension: n, bends}, {columns: b}, k) {
    if (['event_time', 'kind', 'ball', 'other'].some(name => a[name][k] !== b[name][k])) return false;
    const begin = n * firstState[k], end = n * firstState[k + 1];
    return ['position', 'velocity', ...bends ? ['acceleration'] : []].every(name => differsAt(a[name], b[name], begin, end) < 0);
}

const timeOf = (trajectory, k) => k < trajectory.eventCount ? trajectory.eventTime(k) : Infinity;
const meeting = (trajectory, k) => [trajectory.columns.ball[k], trajectory.columns.other[k], trajectory.columns.kind[k]].join();
const inWords = (trajectory, k) => `${trajectory.name(trajectory.columns.ball[k])} · ${trajectory.otherName(k)}`;

/** What event `k` is like in the run in which it comes first, and in the other. */
function eventWords(present, kept, k) {
    const [mine, other] = [timeOf(present, k), timeOf(kept, k)], first = mine <= other ? present : kept, what = inWords(first, k);
    if (other !== Infinity && mine !== Infinity && meeting(present, k) === meeting(kept, k))
        return mine === other ? `${what} has another outcome` : `${what} has another time`;
    return `${what} is in the ${first === present ? 'present' : 'kept'} run only`;
}

/** {time, words} of the first difference of two runs of as many dimensions; undefined where there is none up to the end of the
 *  shorter one. @param {Trajectory} present @param {Trajectory} kept @returns {{time: number, words: string} | undefined} */
export function firstDifference(present, kept) {
    if (present.ballCount !== kept.ballCount)
        return {time: 0, words: `there are ${counted(present.ballCount, 'ball')} in the present run, ${counted(kept.ballCount, 'ball')} in the kept one`};
    const ball = firstBall(present, kept);
    if (ball >= 0) return {time: 0, words: `${present.name(ball)} begins differently`};
    const most = Math.max(present.eventCount, kept.eventCount);
    for (let k = 0; k < most; ++k) {
        const time = Math.min(timeOf(present, k), timeOf(kept, k));
        if (time > Math.min(present.length, kept.length)) return undefined;
        if (!isSameEvent(present, kept, k)) return {time, words: eventWords(present, kept, k)};
    }
    return undefined;
}

/** The same in a sentence. @param {{time: number, words: string} | undefined} difference @param {number} from */
export function differenceText(difference, from) {
    return difference ? `They differ from time ${shortNumber(from + difference.time, 8)} on: ${difference.words}.`
        : 'The two runs are the same, bit for bit.';
}

/** How far the balls of two runs are from where they are in the other one: the root of the mean square. Undefined for other
 *  numbers of balls, and for very many. @param {Trajectory} present @param {Trajectory} kept @param {number} time */
export function distanceAt(present, kept, time) {
    const {ballCount} = present;
    if (ballCount !== kept.ballCount || ballCount > kMostMeasured) return undefined;
    const squareOf = ball => {
        const way = present.nearest(plus(kept.position(ball, time), present.position(ball, time), -1), time);
        return dot(way, way);
    };
    return Math.sqrt(present.everyBall.reduce((sum, ball) => sum + squareOf(ball), 0) / ballCount);
}
