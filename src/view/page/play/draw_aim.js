// What a shot would do, drawn over the table seen from above: the cue, the ways of the balls, where they rest, and how far the aim
// may err; the numbers of pockets; where the cue ball may be put.

import {disc, kFont, ring} from '../pen.js';
import {length} from '../vectors.js';
import {cueOf, fanOf} from './cue.js';

/** @import {Strike} from '../../../../javascript/carom/index.js' */
/** @import {Camera, Pen, Place, ShownAim, Sphere, Vector} from '../types.js' */

/** A line through these points, where they are before the eye. @param {Pen} pen @param {Camera} camera @param {Vector[]} points */
function trace(pen, camera, points) {
    pen.beginPath();
    for (const point of points) {
        const at = camera.project(point);
        if (at) pen.lineTo(at.x, at.y);
    }
}

/** @param {Pen} pen @param {Vector[]} outline @param {Vector} [shift] */
function fill(pen, outline, [dx, dy] = [0, 0]) {
    pen.beginPath();
    for (const [x, y] of outline) pen.lineTo(x + dx, y + dy);
    pen.fill();
}

/** @param {Pen} pen @param {Camera} camera @param {Vector} place @param {number} radius @param {Required<Strike>} aim */
function drawCue(pen, camera, place, radius, aim) {
    const {tip, butt, thin, thick} = cueOf(place, radius, aim), [a, b] = [camera.project(tip), camera.project(butt)];
    if (!a || !b) return;
    const way = [b.x - a.x, b.y - a.y], away = length(way) || 1, wide = [Math.max(1.2, thin * a.scale), Math.max(1.2, thick * b.scale)];
    /** @param {Place} at @param {number} far */
    const beside = (at, far) => [at.x - far * way[1] / away, at.y + far * way[0] / away];
    const outline = [beside(a, wide[0]), beside(a, -wide[0]), beside(b, -wide[1]), beside(b, wide[1])];
    pen.fillStyle = 'rgb(0 0 0 / .3)';
    fill(pen, outline, [2, 3]);
    pen.fillStyle = '#c99a5b';
    fill(pen, outline);
    pen.fillStyle = '#2d6fae';
    disc(pen, a.x, a.y, Math.max(2, thin * a.scale));
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

/** The line behind which the cue ball is to lie. @param {Pen} pen @param {Camera} camera @param {Vector[]} points */
export function drawBorder(pen, camera, points) {
    trace(pen, camera, points);
    pen.strokeStyle = 'rgb(255 255 255 / .6)';
    pen.lineWidth = 1.5;
    pen.stroke();
}

/** The number of each pocket; that of the `called` one stands out.
 *  @param {Pen} pen @param {Camera} camera @param {Sphere[]} pockets @param {number} called */
export function drawPocketNumbers(pen, camera, pockets, called) {
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pockets.forEach(({center, radius}, k) => {
        const at = camera.project([...center, 0]);
        if (!at) return;
        pen.fillStyle = k === called ? '#ffd75e' : 'rgb(255 255 255 / .75)';
        pen.font = `600 ${Math.max(11, Math.min(20, radius * at.scale))}px ${kFont}`;
        pen.fillText(String(k + 1), at.x, at.y);
        if (k !== called) return;
        pen.strokeStyle = pen.fillStyle;
        pen.lineWidth = 2.5;
        ring(pen, at.x, at.y, radius * at.scale);
    });
}

/** @param {Pen} pen @param {Camera} camera @param {ShownAim} shown */
export function drawAim(pen, camera, {aim, preview, place, trajectory, colours, time}) {
    const {radius} = trajectory.columns;
    if (preview.window) {
        pen.fillStyle = 'rgb(255 255 255 / .16)';
        trace(pen, camera, fanOf(place, preview.window));
        pen.fill();
    }
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
