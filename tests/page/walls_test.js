// Promise: the page knows where every wall is, how far a point is from it, and what part of it is seen.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {extentOf} from '../../src/view/page/extent.js';
import {dot, length, plus} from '../../src/view/page/vectors.js';
import {
    clipped, facetIn, halfSpaceAt, solidIn, vesselView, wallDistance, wallOf,
} from '../../src/view/page/walls.js';
import {bouncing, near, nearAll, trajectoryOf, worldOf} from './support.js';

const slope = {kind: 'half_space', normal: [3, 4], offset: 10, speed: 0};
const bowl = {kind: 'sphere', center: [1, 2, 3], radius: 4, axis: [0, 0, 0]};
const tube = {kind: 'cylinder', center: [1, 0, 0], radius: 2, axis: [0, 0, 5]};

test('faces of the box come first, then further walls, then containers', () => {
    const world = worldOf(2, {lower: [-1, 0], walls: [slope], containers: [bowl]});
    assert.deepEqual(wallOf(world, 0), {kind: 'half_space', normal: [1, 0], offset: -1, speed: 0});
    assert.deepEqual(wallOf(world, 3), {kind: 'half_space', normal: [0, -1], offset: -10, speed: 0});
    assert.equal(wallOf(world, 4), slope);
    assert.equal(wallOf(world, 5), bowl);
    assert.equal(wallOf(world, 6), undefined);
});

test('distances from the faces of a box', () => {
    const world = worldOf(2), point = [1, 7];
    assert.deepEqual([0, 1, 2, 3].map(wall => wallDistance(world, wall, point, 0)), [1, 9, 7, 3]);
});

test('distances from a slope, whose normal has any length', () => {
    const world = worldOf(2, {walls: [slope]});
    near(wallDistance(world, 4, [2, 1], 0), 0);
    near(wallDistance(world, 4, [5, 5], 0), 5);
});

test('a wall that moves has gone speed times time', () => {
    const piston = {kind: 'half_space', normal: [0, 2], offset: 2, speed: 3};
    near(wallDistance(worldOf(2, {walls: [piston]}), 4, [0, 9], 2), 2);
    near(halfSpaceAt(piston, 2).offset, 14);
});

test('distances from the inside of round containers', () => {
    const world = worldOf(3, {containers: [bowl, tube]});
    near(wallDistance(world, 6, [1, 2, 5], 0), 2);
    near(wallDistance(world, 7, [1, 1.5, 77], 0), 0.5);
});

test('of a shape without a formula there is no distance', () => {
    assert.ok(Number.isNaN(wallDistance(worldOf(2, {walls: [{kind: 'torus'}]}), 4, [0, 0], 0)));
});

/** Of a polygon in the plane (shoelace). */
const area = polygon => polygon.reduce((sum, [x, y], k) => {
    const [u, v] = polygon[(k + 1) % polygon.length];
    return sum + (x * v - u * y) / 2;
}, 0);

test('polygons are cut along a line', () => {
    const square = [[0, 0], [2, 0], [2, 2], [0, 2]];
    near(area(clipped(square, [1, 0], 0.5)), 1);
    near(area(clipped(square, [1, 1], 1)), 0.5);
    near(area(clipped(square, [1, 1], 3)), 3.5);
    assert.deepEqual(clipped(square, [1, 0], -1), []);
    assert.deepEqual(clipped(square, [1, 0], 5), square);
});

test('what a slope covers of a picture', () => {
    near(area(solidIn(slope, {lower: [0, 0], upper: [10, 10]})), 10 / 3 * 2.5 / 2);
});

test('a plane in a box is seen as a polygon in the plane and in the box', () => {
    const facet = facetIn({normal: [2, 2, 2], offset: 3}, {lower: [0, 0, 0], upper: [1, 1, 1]});
    assert.equal(facet.length, 6);  // the plane x + y + z = 3/2 cuts a cube in a regular hexagon
    for (const corner of facet) {
        near(corner[0] + corner[1] + corner[2], 1.5);
        near(length(plus(corner, [0.5, 0.5, 0.5], -1)), Math.SQRT1_2);
    }
});

test('the outline of a bowl is where the eye just touches it', () => {
    const eye = [21, 2, 3], {outlines, lines, faces} = vesselView(bowl, {}, eye);
    assert.deepEqual([outlines.length, faces.length], [1, 1]);
    for (const point of [...outlines, ...lines].flat()) near(length(plus(point, bowl.center, -1)), 4);
    for (const point of outlines[0]) near(dot(plus(point, bowl.center, -1), plus(eye, point, -1)), 0);
    assert.deepEqual(vesselView(bowl, {}, [1, 2, 4]).outlines, [], 'from inside it has none');
});

test('a tube is seen as its ends and the two lines that bound it', () => {
    const box = {lower: [-3, -3, -1], upper: [5, 3, 6]}, eye = [9, 4, 3], {outlines, faces} = vesselView(tube, box, eye);
    const heights = outlines.flat().map(point => point[2]);
    for (const [x, y] of outlines.flat()) near(Math.hypot(x - 1, y), 2);
    assert.deepEqual([Math.min(...heights), Math.max(...heights)], [-1, 6]);
    assert.equal(outlines.length, 4);
    for (const [x, y] of outlines.slice(2).flat()) near(dot([x - 1, y], [9 - x, 4 - y]), 0);
    assert.equal(faces.length, 3);
    assert.equal(vesselView(tube, box, [1.5, 0, 20]).outlines.length, 2, 'along the tube');
});

test('the extent is the box where there is one, and else where balls fly', () => {
    assert.deepEqual(extentOf(bouncing(0.5)), {lower: [0, 0], upper: [10, 10], round: undefined});
    const world = worldOf(2, {boundary: ['open', 'wall']});
    const flight = trajectoryOf({world, balls: [{at: [1, 5], velocity: [-2, 0]}], length: 4});
    const {lower, upper} = extentOf(flight);
    nearAll(lower, [-7.5, 0]);
    nearAll(upper, [1.5, 10]);
});

test('a bowl belongs to the extent', () => {
    const world = worldOf(3, {boundary: ['open', 'open', 'open'], containers: [bowl]});
    const {lower, upper, round} = extentOf(trajectoryOf({world, balls: [{at: [1, 2, 3]}]}));
    nearAll(lower, [-3, -2, -1]);
    nearAll(upper, [5, 6, 7]);
    assert.equal(round, bowl);
    const wider = {...world, boundary: ['wall', 'open', 'open'], lower: [-4, 0, 0]};
    assert.equal(extentOf(trajectoryOf({world: wider, balls: [{at: [1, 2, 3]}]})).round, undefined);
});
