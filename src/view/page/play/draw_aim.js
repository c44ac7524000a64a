// What a shot would do, drawn over the table: the cue, the ways of the balls, where they rest, and how far the aim may err.

import {disc, ring} from '../pen.js';
import {length, plus} from '../vectors.js';

/** @import {Strike} from '../../../../javascript/carom/index.js' */
/** @import {Colours} from '../colours.js' */
/** @import {Trajectory} from '../trajectory.js' */
/** @import {AimWindow, Camera, Pen, Preview, Vector} from '../types.js' */

const kCue = 1.2, kCueSteps = 24;  // metres that are drawn of the cue, pieces
const kThin = 0.006, kThick = 0.0105;  // metres: its radius at the tip, and there
const kWindow = 0.55;              // metres, the length of the fan
const kNearest = 0.12;             // metres before the eye

const radians = degrees => degrees * Math.PI / 180;

/** A line through these points, where they are before the eye. @param {Pen} pen @param {Camera} camera @param {Vector[]} points */
function trace(pen, camera, points) {
    pen.beginPath();
    for (const point of points) {
        const at = camera.project(point);
        if (at) pen.lineTo(at.x, at.y);
    }
}

/** @param {Pen} pen @param {Camera} camera @param {Vector} place @param {AimWindow} window */
function drawWindow(pen, camera, place, {from, to}) {
    const rim = Array.from({length: 17}, (_, k) => radians(from + (to - from) * k / 16));
    pen.fillStyle = 'rgb(255 255 255 / .16)';
    trace(pen, camera, [place, ...rim.map(angle => plus(place, [Math.cos(angle), Math.sin(angle), 0], kWindow))]);
    pen.fill();
}

/** Beyond what of the ball the eye sees before the cue. */
function outside(pen, camera, place, radius, tip) {
    const at = camera.project(place), end = camera.project(tip);
    if (!at || !end || at.depth >= end.depth) return;
    pen.beginPath();
    pen.rect(0, 0, camera.width, camera.height);
    pen.arc(at.x, at.y, radius * at.scale, 0, 2 * Math.PI);
    pen.clip('evenodd');
}

/** The outline of a stick, wider where it is nearer; empty where it is behind the eye.
 *  @param {Camera} camera @param {Vector[]} points @returns {Vector[]} */
function stickOutline(camera, points) {
    const seen = points.map(point => camera.project(point)).flatMap(at => at && at.depth > kNearest ? [at] : []);
    /** @type {Vector[][]} */
    const sides = [[], []];
    if (seen.length < 2) return [];
    const [a, b] = [seen[0], seen[seen.length - 1]], way = [b.x - a.x, b.y - a.y], away = length(way) || 1;
    seen.forEach((at, k) => {
        const wide = Math.max(1.2, (kThin + (kThick - kThin) * k / kCueSteps) * at.scale);
        sides.forEach((side, s) => side.push([at.x - (1 - 2 * s) * way[1] / away * wide, at.y + (1 - 2 * s) * way[0] / away * wide]));
    });
    return [...sides[0], ...sides[1].reverse()];
}

function fill(pen, outline, [dx, dy] = [0, 0]) {
    pen.beginPath();
    for (const [x, y] of outline) pen.lineTo(x + dx, y + dy);
    pen.fill();
}

/** @param {Pen} pen @param {Camera} camera @param {Vector} place @param {number} radius @param {Required<Strike>} aim */
function drawCue(pen, camera, place, radius, {direction, elevation, speed}) {
    const [turn, rise] = [radians(direction), radians(elevation)];
    const back = [-Math.cos(turn) * Math.cos(rise), -Math.sin(turn) * Math.cos(rise), Math.sin(rise)];
    const tip = plus(place, back, radius * (1.3 + speed / 3));
    const outline = stickOutline(camera, Array.from({length: kCueSteps + 1}, (_, k) => plus(tip, back, kCue * k / kCueSteps)));
    const at = camera.project(tip);
    pen.save();
    outside(pen, camera, place, radius, tip);
    pen.fillStyle = 'rgb(0 0 0 / .3)';
    fill(pen, outline, [2, 3]);
    pen.fillStyle = '#c99a5b';
    fill(pen, outline);
    pen.fillStyle = '#2d6fae';
    if (at) disc(pen, at.x, at.y, Math.max(2, kThin * at.scale));
    pen.restore();
}

/** Where a ball comes to rest, or falls.
 *  @param {Pen} pen @param {Camera} camera @param {Vector} point @param {number} radius @param {boolean} falls */
function drawEnd(pen, camera, point, radius, falls) {
    const at = camera.project(point);
    if (!at) return;
    const size = radius * at.scale;
    if (falls) disc(pen, at.x, at.y, Math.max(3, size * 0.6));
    else ring(pen, at.x, at.y, size);
}

/** `aim` is the strike, `preview` what it does.
 *  @param {Pen} pen @param {Camera} camera
 *  @param {{aim: Required<Strike>, preview: Preview, place: Vector, trajectory: Trajectory, colours: Colours, time: number}} shown */
export function drawAim(pen, camera, {aim, preview, place, trajectory, colours, time}) {
    const {radius} = trajectory.columns;
    if (preview.window) drawWindow(pen, camera, place, preview.window);
    pen.lineJoin = pen.lineCap = 'round';
    for (const {ball, way, falls} of preview.ways) {
        trace(pen, camera, way);
        pen.strokeStyle = 'rgb(255 255 255 / .5)';  // a seam that every felt and every eye tells from the rest
        pen.lineWidth = 4.5;
        pen.stroke();
        pen.lineWidth = 2;
        pen.strokeStyle = pen.fillStyle = `rgb(${colours.trailRgb(ball, time).join(' ')})`;
        pen.stroke();
        drawEnd(pen, camera, way[way.length - 1], radius[ball], falls);
    }
    if (preview.first) {
        pen.strokeStyle = 'rgb(255 255 255 / .85)';
        pen.lineWidth = 1.5;
        drawEnd(pen, camera, preview.first.place, radius[aim.cueBall], false);
    }
    drawCue(pen, camera, place, radius[aim.cueBall], aim);
}
