// When do two runs differ first? They are compared bit by bit.

import {counted, shortNumber} from './numbers.js';
import {dot, plus} from './vectors.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Columns} from './types.js' */

const kMostMeasured = 5000;  // balls
/** @type {(keyof Columns)[]} */
const kToldOfEvents = ['event_time', 'kind', 'ball', 'other'];
/** The last only where paths bend. @type {(keyof Columns)[]} */
const kToldOfFlights = ['position', 'velocity', 'acceleration'];

/** The first index in [begin, end) at which two columns differ; -1 where they do not. The second one is so far `ahead`.
 *  @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {number} begin @param {number} end */
function differsAt(a, b, begin, end, ahead = 0) {
    for (let k = begin; k < end; ++k) if (a[k] !== b[k + ahead]) return k;
    return -1;
}

/** The balls that begin differently in the two runs. @param {Trajectory} present @param {Trajectory} kept */
function ballsThatDiffer({columns: a, dimension: n, everyBall}, {columns: b}) {
    /** @type {[keyof Columns, number][]} */
    const sizes = [['start_position', n], ['start_velocity', n], ['start_acceleration', n], ['radius', 1], ['mass', 1]];
    return everyBall.filter(ball => sizes.some(([name, size]) =>
        a[name].length > 0 && differsAt(a[name], b[name], size * ball, size * (ball + 1)) >= 0));
}

/** Do event `k` of one run and `j` of the other begin and end alike? @param {Trajectory} present @param {Trajectory} kept
 *  @param {number} k @param {number} j */
function isSameEvent({columns: a, firstState: of, dimension: n, bends}, {columns: b, firstState: to}, k, j) {
    if (kToldOfEvents.some(name => a[name][k] !== b[name][j])) return false;
    const begin = n * of[k], end = n * of[k + 1], ahead = n * to[j] - begin;
    if (end + ahead !== n * to[j + 1]) return false;
    return (bends ? kToldOfFlights : kToldOfFlights.slice(0, 2)).every(name => differsAt(a[name], b[name], begin, end, ahead) < 0);
}

/** @param {Trajectory} trajectory @param {number} k */
const timeOf = (trajectory, k) => k < trajectory.eventCount ? trajectory.eventTime(k) : Infinity;
/** @param {Trajectory} trajectory @param {number} k */
const meeting = (trajectory, k) => [trajectory.columns.ball[k], trajectory.columns.other[k], trajectory.columns.kind[k]].join();
/** @param {Trajectory} trajectory @param {number} k */
const inWords = (trajectory, k) => `${trajectory.name(trajectory.columns.ball[k])} · ${trajectory.otherName(k)}`;

/** What event `k` of one run, or `j` of the other, is like in the run in which it comes first, and in the other.
 *  @param {Trajectory} present @param {Trajectory} kept @param {number} k @param {number} j */
function eventWords(present, kept, k, j) {
    const [mine, other] = [timeOf(present, k), timeOf(kept, j)], isMine = mine <= other;
    const what = isMine ? inWords(present, k) : inWords(kept, j);
    if (other !== Infinity && mine !== Infinity && meeting(present, k) === meeting(kept, j))
        return mine === other ? `${what} has another outcome` : `${what} has another time`;
    return `${what} is in the ${isMine ? 'present' : 'kept'} run only`;
}

/** The first event that differs, of those that `counts`; undefined where none does up to the end of the shorter run.
 *  @param {Trajectory} present @param {Trajectory} kept @param {(run: Trajectory, k: number) => boolean} counts
 *  @returns {{time: number, words: string} | undefined} */
function firstEvent(present, kept, counts) {
    for (let k = 0, j = 0; ; ++k, ++j) {
        while (k < present.eventCount && !counts(present, k)) ++k;
        while (j < kept.eventCount && !counts(kept, j)) ++j;
        const time = Math.min(timeOf(present, k), timeOf(kept, j));
        if (time === Infinity || time > Math.min(present.length, kept.length)) return undefined;
        if (!isSameEvent(present, kept, k, j)) return {time, words: eventWords(present, kept, k, j)};
    }
}

/** {time, words} of the first difference of two runs of as many dimensions; undefined where there is none up to the end of the
 *  shorter one. Where a single ball begins differently, `others` is the first difference of all others, if there is one.
 *  @param {Trajectory} present @param {Trajectory} kept
 *  @returns {{time: number, words: string, others?: {time: number, words: string}} | undefined} */
export function firstDifference(present, kept) {
    if (present.ballCount !== kept.ballCount)
        return {time: 0, words: `there are ${counted(present.ballCount, 'ball')} in the present run, ${counted(kept.ballCount, 'ball')} in the kept one`};
    const balls = ballsThatDiffer(present, kept), [ball] = balls;
    if (balls.length === 0) return firstEvent(present, kept, () => true);
    const words = `${present.name(ball)} begins differently`;
    if (balls.length > 1) return {time: 0, words};
    const others = firstEvent(present, kept, (run, k) => run.partners(k).some(each => each !== ball));
    return {time: 0, words, ...others && {others}};
}

/** The same in a sentence or two. @param {ReturnType<typeof firstDifference>} difference @param {number} from */
export function differenceText(difference, from) {
    if (!difference) return 'The two runs are the same, bit for bit.';
    const {time, words, others} = difference, at = (/** @type {number} */ when) => shortNumber(from + when, 8);
    const rest = others ? ` For all other balls the world differs from time ${at(others.time)} on: ${others.words}.` : '';
    return `They differ from time ${at(time)} on: ${words}.${rest}`;
}

/** How far the balls of two runs are from where they are in the other one: the root of the mean square. Undefined for other
 *  numbers of balls, and for very many. @param {Trajectory} present @param {Trajectory} kept @param {number} time */
export function distanceAt(present, kept, time) {
    const {ballCount} = present;
    if (ballCount !== kept.ballCount || ballCount > kMostMeasured) return undefined;
    /** @param {number} ball */
    const squareOf = ball => {
        const way = present.nearest(plus(kept.position(ball, time), present.position(ball, time), -1), time);
        return dot(way, way);
    };
    return Math.sqrt(present.everyBall.reduce((sum, ball) => sum + squareOf(ball), 0) / ballCount);
}
