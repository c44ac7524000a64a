// Where the cue is, and the fan of directions at which the same balls fall.

import {plus} from '../vectors.js';

/** @import {Strike} from '../../../../javascript/carom/index.js' */
/** @import {AimWindow, Vector} from '../types.js' */

const kLength = 1.2;                      // metres that are drawn of the cue
const kThin = 0.006, kThick = 0.0105;     // metres: its radius at the tip, and there
const kChalk = 0.008;                     // metres of the tip
const kFan = 0.55, kFanCorners = 17;      // metres

/** @param {number} degrees */
const radians = degrees => degrees * Math.PI / 180;

/** From the tip to the butt, a unit vector. @param {Required<Strike>} aim @returns {Vector} */
function backFrom({direction, elevation}) {
    const [turn, rise] = [radians(direction), radians(elevation)];
    return [-Math.cos(turn) * Math.cos(rise), -Math.sin(turn) * Math.cos(rise), Math.sin(rise)];
}

/** Behind a ball, the farther the harder the shot. @param {Vector} place @param {number} radius @param {Required<Strike>} aim */
export function cueOf(place, radius, aim) {
    const back = backFrom(aim), tip = plus(place, back, radius * (1.3 + aim.speed / 3));
    return {tip, butt: plus(tip, back, kLength), thin: kThin, thick: kThick, chalk: kChalk};
}

/** @param {Vector} place @param {AimWindow} window @returns {Vector[]} */
export function fanOf(place, {from, to}) {
    const rim = Array.from({length: kFanCorners}, (_, k) => radians(from + (to - from) * k / (kFanCorners - 1)));
    return [place, ...rim.map(angle => plus(place, [Math.cos(angle), Math.sin(angle), 0], kFan))];
}
