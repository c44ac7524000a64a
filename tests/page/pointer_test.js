// Promise: one finger or button drags, two fingers move and zoom, a tap chooses, and a gesture that the browser takes away
// chooses nothing. A click finds the ball or the corner of a trail that is there.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FlatCamera} from '../../src/view/page/camera.js';
import {ballAt, cornerAt, Pointer} from '../../src/view/page/pointer.js';
import {near, shuttle} from './support.js';

/** A stage 10 to the right and 20 down, and what its view was told. */
function stageAndTold() {
    const told = {drag: [0, 0], shift: [0, 0], zoom: 1, chosen: [], dragging: [], captured: []};
    const add = name => (dx, dy) => { told[name] = [told[name][0] + dx, told[name][1] + dy]; };
    const listeners = {};
    const stage = {
        addEventListener: (kind, call) => { listeners[kind] = call; },
        clientLeft: 0, clientTop: 0, getBoundingClientRect: () => ({left: 10, top: 20}),
        setPointerCapture: id => told.captured.push(id),
    };
    const view = {
        camera: {drag: add('drag'), shift: add('shift'), zoom: factor => { told.zoom *= factor; }},
        stir: () => {}, choose: (x, y) => told.chosen.push([x, y]), dragging: yes => told.dragging.push(yes),
    };
    new Pointer(stage, view);
    const send = (type, id, x, y, more = {}) =>
        listeners[type]({type, pointerId: id, clientX: x, clientY: y, shiftKey: false, buttons: 1, preventDefault: () => {}, ...more});
    return {told, send, view, camera: view.camera};
}

test('a drag in any direction is the camera’s, and chooses nothing', () => {
    for (const [dx, dy] of [[60, 0], [0, 60], [-30, -40]]) {
        const {told, send} = stageAndTold();
        send('pointerdown', 1, 100, 100);
        for (let k = 1; k <= 10; ++k) send('pointermove', 1, 100 + dx * k / 10, 100 + dy * k / 10);
        send('pointerup', 1, 100 + dx, 100 + dy);
        assert.ok(Math.hypot(told.drag[0] - dx, told.drag[1] - dy) < 7, `${told.drag}`);
        assert.deepEqual([told.chosen, told.dragging, told.captured], [[], [true, false], [1]]);
    }
});

test('a tap chooses what is under it, once', () => {
    const {told, send} = stageAndTold();
    send('pointerdown', 1, 100, 100);
    send('pointermove', 1, 102, 101);
    send('pointerup', 1, 102, 101);
    assert.deepEqual(told.chosen, [[90, 80]]);
    assert.deepEqual(told.drag, [0, 0]);
});

test('a finger that trembles where it is taps', () => {
    const {told, send} = stageAndTold(), touch = {pointerType: 'touch'};
    send('pointerdown', 1, 100, 100, touch);
    for (let k = 0; k < 20; ++k) send('pointermove', 1, 100 + 4 * (k % 2), 100 - 4 * (k % 3), touch);
    send('pointerup', 1, 100, 100, touch);
    assert.deepEqual([told.chosen.length, told.drag], [1, [0, 0]]);
});

test('a second finger takes the picture from the aim, but no ball out of a hand', () => {
    for (const holds of [false, true]) {
        const {told, send, view} = stageAndTold(), aims = [];
        view.hand = {press: () => true, drag: at => aims.push(at.x), cancel: () => !holds, release: () => aims.push('end')};
        send('pointerdown', 1, 100, 100, {button: 0});
        send('pointermove', 1, 110, 100);
        send('pointerdown', 2, 150, 100, {button: 0});
        send('pointermove', 2, 190, 100);
        near(told.zoom, holds ? 1 : 2);
        send('pointerup', 2, 190, 100);
        send('pointerup', 1, 110, 100);
        assert.deepEqual(aims, holds ? [100, 'end'] : [100]);
        assert.deepEqual(told.chosen, []);
    }
});

test('two fingers zoom by how far they part, and move by what they move together', () => {
    const {told, send} = stageAndTold();
    send('pointerdown', 1, 100, 100);
    send('pointerdown', 2, 140, 100);
    send('pointermove', 1, 80, 100);
    send('pointermove', 2, 160, 100);
    near(told.zoom, 2);
    assert.deepEqual(told.shift, [0, 0]);
    for (const [id, x] of [[1, 80], [2, 160]]) send('pointermove', id, x, 70);
    near(told.shift[1], -30);
    near(told.zoom, 2, 1e-9);
    assert.deepEqual(told.drag, [0, 0]);
});

test('the finger that stays after two goes on dragging, and chooses nothing', () => {
    const {told, send} = stageAndTold();
    send('pointerdown', 1, 100, 100);
    send('pointerdown', 2, 140, 100);
    send('pointerup', 2, 140, 100);
    send('pointermove', 1, 110, 100);
    send('pointerup', 1, 110, 100);
    assert.deepEqual([told.drag, told.chosen], [[10, 0], []]);
});

test('what the browser takes away chooses nothing', () => {
    const {told, send} = stageAndTold();
    send('pointerdown', 1, 100, 100);
    send('pointercancel', 1, 100, 100);
    send('pointermove', 1, 150, 100);
    assert.deepEqual([told.drag, told.chosen, told.dragging], [[0, 0], [], [true, false]]);
});

test('what the browser takes away leaves the camera as it was, in a window of another size', () => {
    const {camera, send} = stageAndTold();
    Object.assign(camera, {target: [1, 2], width: 300, height: 200});
    send('pointerdown', 1, 100, 100);
    Object.assign(camera, {target: [3, 4], width: 200, height: 300});
    send('pointercancel', 1, 100, 100);
    assert.deepEqual([camera.target, camera.width, camera.height], [[1, 2], 200, 300]);
});

test('with Shift or another button a drag moves instead', () => {
    for (const more of [{shiftKey: true}, {buttons: 2}, {buttons: 4}]) {
        const {told, send} = stageAndTold();
        send('pointerdown', 1, 100, 100, more);
        send('pointermove', 1, 130, 100, more);
        assert.deepEqual([told.drag, told.shift], [[0, 0], [30, 0]]);
    }
});

/** The shuttle at time 5, seen from above, 40 pixels for a unit: it met the right wall at 1.5, and the left one at 4.5. */
function shuttleSeen() {
    const trajectory = shuttle(), camera = new FlatCamera({lower: [0, 0], upper: [10, 10]}, 0);
    camera.resize(400, 400);
    trajectory.apply(trajectory.eventsUntil(5));
    return {trajectory, camera};
}

test('a click finds the corner of a trail', () => {
    const {trajectory, camera} = shuttleSeen(), right = camera.project([9.5, 5]), left = camera.project([0.5, 5]);
    const corner = ({x, y}, begin = 0, balls = [0]) => cornerAt(trajectory, camera, balls, begin, x + 4, y - 4);
    assert.deepEqual([corner(right), corner(left)], [0, 1]);
    assert.equal(corner(right, 2), -1, 'before the trail');
    assert.equal(corner(right, 0, []), -1, 'no trail');
    assert.equal(corner({x: right.x, y: right.y - 10}), -1, 'beside it');
});

test('a click finds a ball, or one that it nearly meets', () => {
    const {trajectory, camera} = shuttleSeen(), {x, y} = camera.project([2, 5]);
    assert.deepEqual([[0, 0], [25, 0], [40, 0]].map(([dx, dy]) => ballAt(trajectory, camera, 5, x + dx, y + dy)), [0, 0, -1]);
});
