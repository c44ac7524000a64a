// What a shot would do, drawn over the table: the cue, the ways of the balls, where they rest, and how far the aim may err.

import {disc, ring, strokeLine} from '../pen.js';

const kCue = 1.2;        // metres that are drawn of the cue
const kWindow = 0.55;    // metres, the length of the fan

const along = (direction, length) => [length * Math.cos(direction * Math.PI / 180), length * Math.sin(direction * Math.PI / 180)];

function drawWindow(pen, camera, place, {from, to}) {
    const at = camera.project(place), reach = kWindow * camera.scale;
    pen.fillStyle = 'rgb(255 255 255 / .16)';
    pen.beginPath();
    pen.moveTo(at.x, at.y);
    pen.arc(at.x, at.y, reach, -to * Math.PI / 180, -from * Math.PI / 180);
    pen.fill();
}

function drawCue(pen, camera, place, radius, {direction, speed}) {
    const gap = radius * (1.3 + speed / 3), tip = along(direction, -gap), end = along(direction, -gap - kCue);
    const a = camera.project([place[0] + tip[0], place[1] + tip[1]]), b = camera.project([place[0] + end[0], place[1] + end[1]]);
    pen.lineCap = 'round';
    pen.strokeStyle = 'rgb(0 0 0 / .3)';
    pen.lineWidth = Math.max(3, radius * 0.5 * camera.scale);
    strokeLine(pen, a.x + 2, a.y + 3, b.x + 2, b.y + 3);
    pen.strokeStyle = '#c99a5b';
    strokeLine(pen, a.x, a.y, b.x, b.y);
    pen.fillStyle = '#2d6fae';
    disc(pen, a.x, a.y, Math.max(2, radius * 0.28 * camera.scale));
}

function drawWay(pen, camera, way) {
    pen.beginPath();
    for (const point of way) {
        const at = camera.project(point);
        pen.lineTo(at.x, at.y);
    }
    pen.stroke();
}

/** `aim` is the strike, `preview` what it does: {ways, first, window}. */
export function drawAim(pen, camera, {aim, preview, place, trajectory, colours, time}) {
    const radius = trajectory.columns.radius[aim.cueBall];
    if (preview.window) drawWindow(pen, camera, place, preview.window);
    pen.lineWidth = 2;
    pen.lineJoin = pen.lineCap = 'round';
    for (const {ball, way, falls} of preview.ways) {
        pen.strokeStyle = 'rgb(255 255 255 / .5)';  // a seam that every felt and every eye tells from the rest
        pen.lineWidth = 4.5;
        drawWay(pen, camera, way);
        pen.lineWidth = 2;
        pen.strokeStyle = pen.fillStyle = `rgb(${colours.trailRgb(ball, time).join(' ')})`;
        drawWay(pen, camera, way);
        const at = camera.project(way[way.length - 1]), size = trajectory.columns.radius[ball] * camera.scale;
        if (falls) disc(pen, at.x, at.y, Math.max(3, size * 0.6));
        else ring(pen, at.x, at.y, size);
    }
    if (preview.first) {
        const at = camera.project(preview.first.place);
        pen.strokeStyle = 'rgb(255 255 255 / .85)';
        pen.lineWidth = 1.5;
        ring(pen, at.x, at.y, radius * camera.scale);
    }
    drawCue(pen, camera, place, radius, aim);
}
