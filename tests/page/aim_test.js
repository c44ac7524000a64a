// Promise: in space the aim is where it is on the table: the cue behind its ball, ways and rests at the balls, falls over the rails.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {OrbitCamera} from '../../src/view/page/camera.js';
import {aimInSpace} from '../../src/view/page/play/aim_in_space.js';
import {cueOf, fanOf} from '../../src/view/page/play/cue.js';
import {length, plus} from '../../src/view/page/vectors.js';
import {near, nearAll} from './support.js';

const kRadius = 0.03, place = [0.5, 0.5, kRadius];
const aim = {speed: 1.5, direction: 90, elevation: 0, left: 0, up: 0, cueBall: 0};

test('the cue lies behind its ball, the farther the harder, and rises with its elevation', () => {
    const {tip, butt} = cueOf(place, kRadius, aim), far = cueOf(place, kRadius, {...aim, speed: 6});
    nearAll([tip[0], tip[2], butt[0], butt[2]], [0.5, kRadius, 0.5, kRadius], 1e-12);
    assert.ok(butt[1] < tip[1] && tip[1] < place[1] - kRadius && far.tip[1] < tip[1]);
    const [x, y, z] = plus(cueOf(place, kRadius, {...aim, elevation: 30}).butt, place, -1);
    near(Math.atan2(z, Math.hypot(x, y)), Math.PI / 6, 1e-9);
});

test('the fan has the directions of the window', () => {
    const [middle, first, ...rest] = fanOf(place, {from: 80, to: 100, reach: 8}), last = rest[rest.length - 1];
    assert.deepEqual(middle, place);
    near(Math.atan2(first[1] - 0.5, first[0] - 0.5) * 180 / Math.PI, 80, 1e-9);
    near(Math.atan2(last[1] - 0.5, last[0] - 0.5) * 180 / Math.PI, 100, 1e-9);
});

test('ways, rests and falls', () => {
    const camera = new OrbitCamera({lower: [0, 0, 0], upper: [1.27, 2.54, 0.04]});
    camera.resize(400, 300);
    const ways = [{ball: 0, way: [place, [0.5, 1.4, kRadius]], falls: false}, {ball: 1, way: [[0.5, 1.5, kRadius], [1.3, 2.5, kRadius]], falls: true}];
    const shown = {
        aim, place, time: 0, colours: {trailRgb: ball => [10 * ball, 0, 0]}, trajectory: {columns: {radius: [kRadius, kRadius]}},
        preview: {ways, first: {ball: 1, place: [0.5, 1.44, kRadius]}, falls: [1], duration: 2, window: {from: 89, to: 91, reach: 8}},
    };
    const {solid, faces, lines} = aimInSpace(camera, shown);
    assert.equal(lines.filter(({points}) => points === ways[0].way).length, 2, 'a seam and a line');
    const rings = lines.filter(({points}) => points.length > 2);
    assert.equal(rings.length, 2, 'the rest of the cue ball, and where it meets the other one');
    for (const [k, middle] of [[0, [0.5, 1.4, kRadius]], [1, [0.5, 1.44, kRadius]]])
        for (const point of rings[k].points) near(length(plus(point, middle, -1)), kRadius, 1e-12);
    const [, fall] = faces, middle = fall.polygon.reduce((sum, point) => plus(sum, point, 1 / fall.polygon.length), [0, 0, 0]);
    nearAll(middle.slice(0, 2), [1.3, 2.5], 1e-12);
    assert.ok(middle[2] > 0.05, 'no rail hides it');
    assert.deepEqual(fall.colour, [10, 0, 0, 255]);
    const ends = solid.flatMap(({polygon}) => polygon);
    assert.ok(ends.every(([, y]) => y < place[1] - kRadius), 'the cue is behind its ball');
});
