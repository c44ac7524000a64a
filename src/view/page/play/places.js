// Where a ball of a scene lies that a hand moves, and the text of the scene with it there.

import {FlatCamera} from '../camera.js';
import {clamp} from '../numbers.js';
import {length, plus} from '../vectors.js';

/** @import {Trajectory} from '../trajectory.js' */
/** @import {Camera, Vector} from '../types.js' */

const kDigits = 7;  // of the numbers of a place

/** Where a ball lies that a hand moves by so many pixels: in space across the line of sight.
 *  @param {Camera} camera @param {Vector} from @param {number} dx @param {number} dy @returns {Vector} */
export function movedBy(camera, from, dx, dy) {
    const at = camera.project(from);
    if (!at) return from;
    if (camera instanceof FlatCamera) return plus(from, plus(camera.unproject(at.x + dx, at.y + dy), camera.unproject(at.x, at.y), -1));
    const {right, up} = camera.basis();
    return plus(plus(from, right, dx / at.scale), up, -dy / at.scale);
}

/** The nearest place in the box, in a few digits. @param {Trajectory} trajectory @param {number} ball @param {Vector} place */
export function inBox(trajectory, ball, place) {
    const {world: {boundary, lower, upper}} = trajectory.header, radius = trajectory.columns.radius[ball];
    return place.map((x, k) => {
        const inside = boundary[k] === 'wall' ? clamp(x, lower[k] + radius, upper[k] - radius)
            : boundary[k] === 'periodic' ? trajectory.wrapped(x, k) : x;
        return Number(inside.toPrecision(kDigits));
    });
}

/** The ball that a ball at this place would overlap at the start; -1 for none.
 *  @param {Trajectory} trajectory @param {number} ball @param {Vector} place */
export function overlapped(trajectory, ball, place) {
    const {radius} = trajectory.columns;
    return trajectory.everyBall.findIndex(other => other !== ball &&
        length(trajectory.nearest(plus(place, trajectory.position(other, 0), -1), 0)) < radius[ball] + radius[other]);
}

/** The text of a scene with a ball in another place: a table [[moves]] of this ball keeps its lines but for the place.
 *  @param {string} text @param {number} ball @param {Vector} place */
export function withMove(text, ball, place) {
    const to = `position = [${place.join(', ')}]`, tables = text.split(/^(?=[ \t]*\[\[?[ \t]*[A-Za-z_"'])/m);
    const own = new RegExp(`^[ \\t]*\\[\\[[ \\t]*moves[ \\t]*\\]\\][^]*^[ \\t]*ball[ \\t]*=[ \\t]*${ball}[ \\t]*(#.*)?$`, 'm');
    const found = tables.findIndex(table => own.test(table));
    if (found < 0) return `${text.trimEnd()}\n\n[[moves]]\nball = ${ball}\n${to}\n`;
    tables[found] = tables[found].replace(/\bposition[ \t]*=[ \t]*\[[^\]]*\]/, to);
    return tables.join('');
}
