// What a shot would do on a table in space: the cue, the ways of the balls, where they rest, and how far the aim may err, as lines
// and faces that balls and cushions hide.

import {cross, length, plus, unit} from '../vectors.js';
import {cueOf, fanOf} from './cue.js';

/** @import {OrbitCamera} from '../camera.js' */
/** @import {AimShape, Face, ShownAim, Vector} from '../types.js' */

const kCorners = 24;
const kOverRails = 0.12;   // metres that the butt is held higher
const kOverPocket = 0.07;  // metres: no rail hides what is there
const kWay = [{width: 4.5, colour: [255, 255, 255, 128]}, {width: 2}];  // a seam that every felt and every eye tells from the rest
const kGhost = [255, 255, 255, 217];

/** A circle that is turned to the eye. @param {OrbitCamera} camera @param {Vector} center @param {number} radius */
function circleAt(camera, center, radius) {
    const {right, up} = camera.basis();
    return Array.from({length: kCorners}, (_, k) => {
        const angle = 2 * Math.PI * k / kCorners;
        return plus(plus(center, right, radius * Math.cos(angle)), up, radius * Math.sin(angle));
    });
}

/** @param {OrbitCamera} camera @param {Vector} center @param {number} radius */
function ringAt(camera, center, radius) {
    const circle = circleAt(camera, center, radius);
    return [...circle, circle[0]];
}

/** The stick, turned to the eye, and its tip. @param {OrbitCamera} camera @param {Vector} place @param {ShownAim} shown @returns {Face[]} */
function cueFaces(camera, place, {aim, trajectory}) {
    const {tip, butt: level, thin, thick, chalk} = cueOf(place, trajectory.columns.radius[aim.cueBall], aim);
    const butt = plus(level, [0, 0, kOverRails]), back = unit(plus(butt, tip, -1));
    const across = cross(back, plus(camera.eye(), tip, -1)), side = length(across) > 0 ? unit(across) : [1, 0, 0];
    /** @param {Vector} from @param {Vector} to @param {number} narrow @param {number} wide */
    const strip = (from, to, narrow, wide) => [plus(from, side, narrow), plus(from, side, -narrow), plus(to, side, -wide), plus(to, side, wide)];
    const ferrule = plus(tip, back, chalk);
    return [
        {polygon: strip(ferrule, butt, thin, thick), colour: [201, 154, 91, 255]},
        {polygon: strip(tip, ferrule, thin, thin), colour: [45, 111, 174, 255]},
    ];
}

/** @param {OrbitCamera} camera @param {ShownAim} shown @returns {AimShape} */
export function aimInSpace(camera, shown) {
    const {preview, place, trajectory: {columns: {radius}}, colours, time, aim} = shown, faces = [], lines = [];
    if (preview.window) faces.push({polygon: fanOf(place, preview.window), colour: [255, 255, 255, 41]});
    for (const {ball, way, falls} of preview.ways) {
        const rgb = [...colours.trailRgb(ball, time), 255], end = way[way.length - 1];
        for (const {width, colour = rgb} of kWay) lines.push({points: way, width, colour});
        if (falls) faces.push({polygon: circleAt(camera, [end[0], end[1], kOverPocket], 0.6 * radius[ball]), colour: rgb});
        else lines.push({points: ringAt(camera, end, radius[ball]), width: 2, colour: rgb});
    }
    if (preview.first) lines.push({points: ringAt(camera, preview.first.place, radius[aim.cueBall]), width: 1.5, colour: kGhost});
    return {solid: cueFaces(camera, place, shown), faces, lines};
}
