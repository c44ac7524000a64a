// Promise: bed, rails and cushions of a table in space leave no gap but the pockets, and cushions are as high as they are.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {circle, tableSolid, without} from '../../src/view/page/table_solid.js';
import {topLayers} from '../../src/view/page/table_top.js';
import {near} from './support.js';

const area = polygon => polygon.reduce((sum, [x, y], k) => {
    const [u, v] = polygon[(k + 1) % polygon.length];
    return sum + (x * v - u * y) / 2;
}, 0);
const total = polygons => polygons.reduce((sum, polygon) => sum + area(polygon), 0);
const covers = (polygon, [x, y]) => polygon.every(([a, b], k) => {
    const [c, d] = polygon[(k + 1) % polygon.length];
    return (c - a) * (y - b) - (d - b) * (x - a) >= 0;
});
const box = {lower: [0, 0], upper: [10, 6]};

test('what is left of a rectangle has the area that its holes leave', () => {
    near(total(without(box, [])), 60);
    const disc = circle([3, 2], 1.5), corner = circle([10, 6], 2, 400);
    near(total(without(box, [disc])), 60 - area(disc), 1e-9);
    near(total(without(box, [corner])), 60 - Math.PI, 0.01);
    const square = [[1, 1], [4, 1], [4, 4], [1, 4]], other = [[3, 3], [6, 3], [6, 5], [3, 5]];
    near(total(without(box, [square, other])), 60 - 9 - 6 + 1, 1e-9);
    for (const piece of without(box, [disc, corner])) assert.ok(!covers(piece, [3, 2]));
});

/** A table of 1 m x 2 m with a pocket in one corner. */
const table = {
    wood: ['#804020', '#603010', '#402010'], felt: ['#208060', '#105040'], cushion: '#104030', sights: '#ffffff', rail: 0.055,
    cushion_width: 0.016, collar: 0.012, nose: 0.008, sight_places: [[0.5, -0.035]],
    rails: {
        straight: [[[0.1, 0], [1, 0]], [[1, 0], [1, 2]], [[1, 2], [0, 2]], [[0, 2], [0, 0.1]]].map(([from, to]) => ({from, to, height: 0.04})),
        round: [{center: [0.1, -0.02], radius: 0.02, height: 0.04}], pockets: [{center: [-0.03, -0.03], radius: 0.06}], mouths: [],
    },
};
const faces = tableSolid(table, {lower: [0, 0], upper: [1, 2]});
const level = height => faces.filter(({polygon}) => polygon.every(([, , z]) => Math.abs(z - height) < 1e-9)).map(({polygon}) => polygon);

test('the bed is whole but for the pocket, and the rails lie around it', () => {
    const bed = level(0), top = [...level(0.04), ...level(0.04 - 8e-4)];
    for (const place of [[0.5, 1], [0.05, 0.05], [0.99, 1.99]]) assert.ok(bed.some(face => covers(face, place)), `${place}`);
    for (const place of [[-0.03, -0.03], [0, 0]]) assert.ok(![...bed, ...top].some(face => covers(face, place)), `${place}`);
    for (const place of [[-0.04, 1], [1.01, 0.5], [0.5, 2.05]]) assert.ok(top.some(face => covers(face, place)), `${place}`);
    assert.ok(!top.some(face => covers(face, [0.5, 1])));
});

test('from above, all that looks upwards comes from below to above, and turns left', () => {
    const layers = topLayers(table, {lower: [0, 0], upper: [1, 2]}), heights = layers.map(({height}) => height);
    assert.deepEqual(heights, heights.slice().sort((a, b) => a - b));
    assert.ok(heights[0] < 0 && heights.includes(0) && heights.includes(0.04), heights.join());
    assert.equal(layers.flatMap(({polygons}) => polygons).length, faces.filter(({polygon}) => polygon.every(([, , z]) => z === polygon[0][2])).length);
    for (const {polygons} of layers) {
        for (const polygon of polygons)
            assert.ok(polygon.reduce((sum, [x, y], k) => sum + x * polygon[(k + 1) % polygon.length][1] - polygon[(k + 1) % polygon.length][0] * y, 0) > 0);
    }
});

test('each nose stands up to its height', () => {
    for (const {from, to, height} of table.rails.straight) {
        assert.ok(faces.some(({polygon}) => polygon.length === 4 && polygon[0].join() === [...from, 0].join() &&
            polygon[1].join() === [...to, 0].join() && polygon[2].join() === [...to, height].join()));
    }
});

test('nothing stands in a pocket but its own wall', () => {
    const [{center, radius}] = table.rails.pockets;
    for (const {polygon} of faces) {
        const middle = polygon.reduce((sum, [x, y]) => [sum[0] + x / polygon.length, sum[1] + y / polygon.length], [0, 0]);
        const away = Math.hypot(middle[0] - center[0], middle[1] - center[1]), isFloor = polygon.every(([, , z]) => z < -0.05);
        assert.ok(isFloor || away > 0.98 * radius, `${middle}`);
    }
});
