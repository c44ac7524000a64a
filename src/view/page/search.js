// What the search field finds.

import {parsedNumber} from './numbers.js';

/** @import {Trajectory} from './trajectory.js' */

/** A test of events for the words of a search, all of which must fit; undefined for an empty search.
 *  @param {Trajectory} trajectory @param {string} text @returns {((event: number) => boolean) | undefined} */
export function searchTest(trajectory, text) {
    if (text === '') return undefined;
    const whole = ballsNamed(trajectory, text, false);
    const tests = whole.size > 0 ? [ballTest(trajectory, whole)] : text.split(/\s+/).map(word => wordTest(trajectory, word));
    return event => tests.every(test => test(event));
}

const kLimit = /^t\s*([<>])=?(.+)$/i;

/** What is wrong with the words of a search; empty where nothing is. @param {string} text */
export function searchFault(text) {
    const wrong = text.split(/\s+/).filter(word => Number.isNaN(parsedNumber(kLimit.exec(word)?.[2] ?? '0')));
    return wrong.map(word => `“${word}”: after t< or t> stands a time, such as 1.5`).join('; ');
}

/** @param {Trajectory} trajectory @param {string} word @returns {(event: number) => boolean} */
function wordTest(trajectory, word) {
    const limit = kLimit.exec(word);
    if (limit) {
        const time = parsedNumber(limit[2]), {from} = trajectory.header;
        return limit[1] === '<' ? event => from + trajectory.eventTime(event) <= time
            : event => from + trajectory.eventTime(event) >= time;
    }
    const balls = ballTest(trajectory, ballsNamed(trajectory, word, false));
    if (/^walls?$/i.test(word)) return event => trajectory.isWall(event);
    if (/^balls?$/i.test(word)) return event => trajectory.isPair(event);
    if (ballsNamed(trajectory, word, false).size > 0) return balls;
    const part = ballTest(trajectory, ballsNamed(trajectory, word, true)), lower = word.toLowerCase();
    return event => part(event) || !trajectory.isPair(event) &&
        trajectory.otherName(event).toLowerCase().includes(lower);
}

/** Balls with this name or number, or with it as a part of the name.
 *  @param {Trajectory} trajectory @param {string} text @param {boolean} partly @returns {Set<number>} */
export function ballsNamed(trajectory, text, partly) {
    const wanted = text.toLowerCase(), balls = new Set();
    for (let b = 0; b < trajectory.ballCount; ++b) {
        const name = trajectory.name(b).toLowerCase();
        if (name === wanted || wanted === `#${b}` || partly && name.includes(wanted)) balls.add(b);
    }
    return balls;
}

/** @param {Trajectory} trajectory @param {Set<number>} balls @returns {(event: number) => boolean} */
function ballTest(trajectory, balls) {
    return event => trajectory.partners(event).some(ball => balls.has(ball));
}
