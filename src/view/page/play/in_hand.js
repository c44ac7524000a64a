// Where the rules let a player put the cue ball that is in hand.

/** @import {Box, Vector} from '../types.js' */

/** The part of the table; '' where the cue ball is not in hand.
 *  @typedef {'' | 'anywhere' | 'behind the head string' | 'in the D'} Part */

const kHead = 0.25;  // of the length
const kBaulk = 0.737 / 3.569, kReach = 0.292 / 1.778;  // of the length and the width of a snooker table
const kSteps = 24;  // of the drawn arc

/** The middle of the line that bounds the part, and the radius of the D. @param {Part} part @param {Box} bed */
function lineOf(part, {lower, upper}) {
    const [width, length] = [upper[0] - lower[0], upper[1] - lower[1]], share = part === 'in the D' ? kBaulk : kHead;
    return {x: lower[0] + width / 2, y: lower[1] + share * length, reach: kReach * width};
}

/** May the middle of the cue ball be there? @param {Part} part @param {ArrayLike<number>} place @param {Box} bed */
export function mayPut(part, place, bed) {
    const {x, y, reach} = lineOf(part, bed);
    if (part === 'behind the head string') return place[1] < y;
    return part === 'anywhere' || part === 'in the D' && place[1] <= y && Math.hypot(place[0] - x, place[1] - y) <= reach;
}

/** Of these balls those that a cue ball in hand may meet at once: at eight-ball those beyond the head string. All where there are none.
 *  @param {Part} part @param {number[]} balls @param {{position: ArrayLike<number>}[]} states @param {Box} bed */
export function metAtOnce(part, balls, states, bed) {
    const beyond = part === 'behind the head string' ? balls.filter(ball => !mayPut(part, states[ball].position, bed)) : balls;
    return beyond.length > 0 ? beyond : balls;
}

/** A place in the part, for a cue ball whose first place is none. @param {Part} part @param {Box} bed @returns {[number, number]} */
export function placeIn(part, bed) {
    const {x, y, reach} = lineOf(part, bed);
    return [x, y - reach / 2];
}

/** The line that bounds the part, on the bed; without points where there is none. @param {Part} part @param {Box} bed @returns {Vector[]} */
export function borderOf(part, bed) {
    const {x, y, reach} = lineOf(part, bed);
    if (part === 'behind the head string') return [[bed.lower[0], y, 0], [bed.upper[0], y, 0]];
    if (part !== 'in the D') return [];
    const arc = Array.from({length: kSteps + 1}, (_, k) => -Math.PI * k / kSteps);
    return [[x - reach, y, 0], ...arc.map(angle => [x + reach * Math.cos(angle), y + reach * Math.sin(angle), 0])];
}
