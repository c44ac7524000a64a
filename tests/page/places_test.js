// Promise: a ball that a hand moves lies where the hand is, in the box and beside all others, and the scene says so.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FlatCamera, OrbitCamera} from '../../src/view/page/camera.js';
import {SceneHand} from '../../src/view/page/play/scene_hand.js';
import {inBox, movedBy, overlapped, withMove} from '../../src/view/page/play/places.js';
import {nearAll, trajectoryOf, worldOf} from './support.js';

const extent = {lower: [0, 0, 0], upper: [10, 10, 10]};

test('a ball follows the hand, in space across the line of sight', () => {
    const flat = new FlatCamera({lower: [0, 0], upper: [10, 10]}, 0, false), space = new OrbitCamera(extent);
    for (const [camera, from] of [[flat, [4, 4]], [space, [4, 5, 6]]]) {
        camera.resize(300, 200);
        const before = camera.project(from), after = camera.project(movedBy(camera, from, 20, -30));
        nearAll([after.x - before.x, after.y - before.y, after.depth ?? 0], [20, -30, before.depth ?? 0], 1e-9);
    }
});

test('in space a hand takes the ball under it at once, and beside all balls the picture turns', () => {
    const trajectory = trajectoryOf({world: worldOf(3), balls: [{at: [3, 5, 5], velocity: [1, 0, 0], radius: 1}, {at: [7, 5, 5], velocity: [1, 0, 0], radius: 1}]});
    const camera = new OrbitCamera(extent), told = [];
    camera.resize(300, 200);
    globalThis.document = {getElementById: () => ({hidden: false})};
    const view = {player: {playing: false, time: 0}, trajectory, camera, flat: false, redraw() {}};
    const hand = new SceneHand({view, tell: text => told.push(text)}), at = camera.project([7, 5, 5]), radius = at.scale;
    assert.ok(hand.press(at));
    assert.equal(hand.held.ball, 1);
    hand.drag({x: at.x + 12, y: at.y});
    assert.match(told[0], /^#1 to /);
    assert.equal(hand.press({x: at.x, y: at.y + radius + 5}), false, 'near a ball');
    delete globalThis.document;
});

test('walls hold it, and it leaves a periodic box through its face', () => {
    const walled = trajectoryOf({world: worldOf(2), balls: [{at: [5, 5], velocity: [1, 0], radius: 0.5}]});
    assert.deepEqual(inBox(walled, 0, [-3, 1 / 3]), [0.5, 0.5]);
    assert.deepEqual(inBox(walled, 0, [100 / 3 - 30, 2]), [3.333333, 2]);
    const periodic = trajectoryOf({world: worldOf(2, {boundary: ['periodic', 'wall']}), balls: [{at: [5, 5], velocity: [1, 0]}]});
    assert.deepEqual(inBox(periodic, 0, [12, 5]), [2, 5]);
});

test('it may touch, and not overlap, also across a periodic face', () => {
    const balls = [[5, 5], [7, 5], [9.75, 5]].map(at => ({at, velocity: [1, 0], radius: 0.5}));
    const trajectory = trajectoryOf({world: worldOf(2, {boundary: ['periodic', 'wall']}), balls});
    assert.equal(overlapped(trajectory, 0, [6, 5]), -1);
    assert.equal(overlapped(trajectory, 0, [6.01, 5]), 1);
    assert.equal(overlapped(trajectory, 0, [0.25, 5]), 2);
});

test('the text of the scene has the last place of each moved ball', () => {
    const scene = 'dimension = 2\n[run]\nuntil = 5\n', once = withMove(scene, 3, [1, 2.5]);
    assert.equal(once, `${scene}\n[[moves]]\nball = 3\nposition = [1, 2.5]\n`);
    const twice = withMove(once, 12, [4, 4]);
    assert.equal(withMove(twice, 3, [2, 2]), twice.replace('[1, 2.5]', '[2, 2]'));
    assert.equal(withMove(twice, 1, [2, 2]), `${twice}\n[[moves]]\nball = 1\nposition = [2, 2]\n`, 'ball 12 is another one');
});

test('a table that a person has written keeps its layout', () => {
    const scene = place => `[[moves]]  # out of the way\nposition =[\n  ${place},\n  2.5  ]\n  ball = 3 # the third\n[run]\nuntil = 5\n`;
    assert.equal(withMove(scene(1), 3, [2, 7]), '[[moves]]  # out of the way\nposition = [2, 7]\n  ball = 3 # the third\n[run]\nuntil = 5\n');
});
