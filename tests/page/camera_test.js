// Promise: both cameras show all of the scene at first, and turn, move and zoom as the hand does.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FlatCamera, OrbitCamera} from '../../src/view/page/camera.js';
import {viewOf} from '../../src/view/page/gl_program.js';
import {ballAt} from '../../src/view/page/pointer.js';
import {cross, dot, length, plus} from '../../src/view/page/vectors.js';
import {vesselView} from '../../src/view/page/walls.js';
import {near, nearAll, trajectoryOf, worldOf} from './support.js';

const box = {lower: [-1, 0, 2], upper: [3, 10, 5]};
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(i => box.lower.map((x, k) => i >> k & 1 ? box.upper[k] : x));

function orbit(width = 800, height = 600) {
    const camera = new OrbitCamera(box);
    camera.resize(width, height);
    return camera;
}

function flat(width = 800, height = 600) {
    const camera = new FlatCamera({lower: [0, 0], upper: [20, 10]}, 1);
    camera.resize(width, height);
    return camera;
}

test('at first all corners are seen, and one nearly at an edge', () => {
    for (const [width, height] of [[800, 600], [200, 900], [1500, 100]]) {
        const camera = orbit(width, height), shares = corners.map(corner => {
            const {x, y} = camera.project(corner);
            return Math.max(Math.abs(2 * x / width - 1), Math.abs(2 * y / height - 1));
        });
        assert.ok(Math.max(...shares) < 1 && Math.max(...shares) > 0.85, `${shares}`);
    }
});

test('all is in the middle of the picture, and stays there while it turns, until somebody moves it', () => {
    const off = camera => {
        const ends = corners.map(corner => camera.project(corner));
        return [ends.map(({x}) => x), ends.map(({y}) => y)].map((list, k) => (Math.min(...list) + Math.max(...list) - [camera.width, camera.height][k]) / 2);
    };
    for (const [width, height] of [[800, 600], [200, 900], [1500, 100]]) {
        const camera = orbit(width, height);
        nearAll(off(camera), [0, 0], 1);
        for (const [dx, dy] of [[200, 40], [300, -80], [-50, 30]]) {
            camera.drag(dx, dy);
            nearAll(off(camera), [0, 0], 1);
        }
        camera.shift(0, 50);
        camera.drag(0, 0);
        near(off(camera)[1], 50, 25);
    }
});

test('a bowl just fits into the picture', () => {
    const bowl = {kind: 'sphere', center: [1, 2, 3], radius: 4}, extent = {lower: [-3, -2, -1], upper: [5, 6, 7], round: bowl};
    for (const [width, height] of [[800, 600], [200, 900], [1500, 100]]) {
        const camera = new OrbitCamera(extent);
        camera.resize(width, height);
        const [outline] = vesselView(bowl, extent, camera.eye()).outlines;
        const shares = outline.map(point => Math.abs(2 * camera.project(point).y - height) / Math.min(width, height));
        assert.ok(Math.max(...shares) < 1 && Math.max(...shares) > 0.93, `${Math.max(...shares)}`);
    }
});

test('what is looked at is in the middle, and what is behind the eye is not seen', () => {
    const camera = orbit(), at = camera.project(camera.target);
    nearAll([at.x, at.y, at.depth], [400, 300, camera.distance], 1e-9);
    assert.equal(camera.project(plus(camera.eye(), camera.basis().back)), undefined);
    camera.lookAt([3, 4, 5]);
    nearAll(Object.values(camera.project([3, 4, 5])).slice(0, 2), [400, 300], 1e-9);
});

test('up, right and back are at right angles, also after turning', () => {
    const camera = orbit();
    for (const [dx, dy] of [[0, 0], [120, -50], [-700, 80]]) {
        camera.drag(dx, dy);
        const {right, up, back} = camera.basis();
        for (const axis of [right, up, back]) near(length(axis), 1);
        near(dot(right, back), 0);
        nearAll(cross(right, up), back);
    }
});

test('the camera does not turn over the poles', () => {
    const camera = orbit();
    camera.drag(0, 1e6);
    assert.equal(camera.pitch, 1.55);
    camera.drag(0, -2e6);
    assert.equal(camera.pitch, -1.55);
});

test('a point is found again where it is seen, and none in the sky', () => {
    const camera = orbit(), point = [2, 3, 2.5], {x, y} = camera.project(point);
    nearAll(camera.unproject(x, y, 2.5), point, 1e-9);
    camera.drag(0, -300);  // looks up from below
    assert.equal(camera.unproject(400, 300, -50), undefined);
});

test('a camera over a table does not go below it', () => {
    const camera = new OrbitCamera(box, {yaw: 0, pitch: 0.5, lowest: 0.1});
    camera.drag(0, -1e6);
    assert.equal(camera.pitch, 0.1);
});

test('shifting moves what is looked at by as many pixels', () => {
    const camera = orbit(), point = camera.target.slice();
    camera.shift(30, -20);
    const {x, y} = camera.project(point);
    nearAll([x, y], [430, 280], 1e-9);
});

test('zooming brings the eye nearer; going home undoes everything', () => {
    const camera = orbit(), before = camera.project(box.lower);
    camera.zoom(2);
    near(camera.project(camera.target).depth, orbit().distance / 2, 1e-12);
    camera.drag(10, 10);
    camera.shift(5, 5);
    camera.home();
    assert.deepEqual(camera.project(box.lower), before);
});

test('everything in the scene lies within the range of depths', () => {
    const camera = orbit();
    for (const factor of [1, 3, 20, 0.01]) {
        camera.zoom(factor);
        const {near: first, far} = camera.range();
        for (const corner of corners) {
            const distance = length(plus(corner, camera.eye(), -1));
            assert.ok(distance < far && (distance > first || first === far * 1e-3), `${first} ${distance} ${far}`);
        }
    }
});

test('the flat camera shows the extent and its margin, y upwards', () => {
    const camera = flat(), low = camera.project([-1, -1]), high = camera.project([21, 11]);
    assert.ok(low.x > 0 && high.x < 800 && low.y < 600 && high.y > 0 && low.y > high.y);
    near(high.x - low.x, 0.96 * 800, 1e-9);
});

test('zooming keeps the point under the finger', () => {
    const camera = flat(), point = [3, 8], {x, y, scale} = camera.project(point);
    camera.zoom(2.5, x, y);
    const after = camera.project(point);
    nearAll([after.x, after.y, after.scale], [x, y, 2.5 * scale], 1e-9);
    camera.drag(12, -7);
    nearAll([camera.project(point).x, camera.project(point).y], [x + 12, y - 7], 1e-9);
});

test('once touched, a camera keeps its scale when the window changes', () => {
    const camera = flat(), {scale} = camera;
    camera.resize(1600, 1200);
    near(camera.scale, 2 * scale);
    camera.zoom(2);
    camera.resize(800, 600);
    near(camera.scale, 4 * scale);
});

/** A table that is longer along y. */
function table(width, height) {
    const camera = new FlatCamera({lower: [0, 0], upper: [10, 20]}, 1, true);
    camera.resize(width, height);
    return camera;
}

test('a long table lies along the longer side of the picture', () => {
    const [wide, tall] = [table(844, 390), table(390, 844)];
    assert.deepEqual([wide.turned, tall.turned], [true, false]);
    near(wide.scale, 0.96 * Math.min(844 / 22, 390 / 12));
    const low = wide.project([0, 0]), far = wide.project([0, 20]), right = wide.project([10, 0]);
    assert.ok(far.x > low.x && Math.abs(far.y - low.y) < 1e-9 && right.y > low.y, 'y points to the right, x down');
    wide.resize(390, 844);
    assert.deepEqual([wide.turned, wide.scale], [false, tall.scale]);
    assert.equal(flat(390, 844).turned, false);
});

test('a turned table moves and zooms as the hand does', () => {
    const camera = table(844, 390), point = [3, 8], {x, y, scale} = camera.project(point);
    nearAll(camera.unproject(x, y), point, 1e-9);
    camera.zoom(2, x, y);
    nearAll([camera.project(point).x, camera.project(point).y, camera.scale], [x, y, 2 * scale], 1e-9);
    camera.drag(12, -7);
    nearAll([camera.project(point).x, camera.project(point).y], [x + 12, y - 7], 1e-9);
});

test('a ball that has not turned is upright, and one that rolls along the table turns that way', () => {
    const upright = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], camera = table(844, 390);
    nearAll(camera.seenAxes(upright).flat(), upright.flat());
    nearAll(table(390, 844).seenAxes(upright).flat(), upright.flat());
    const rolled = [[1, 0, 0], [0, 0, -1], [0, 1, 0]];  // along y, which points to the right: what was in front is there
    nearAll(camera.seenAxes(rolled)[2], [1, 0, 0]);
});

/** Where the vertex shader puts a point (`seen` in gl_program.js), in pixels. */
function shaderPlace(view, [p, origin], width, height) {
    const d = plus(plus(p, origin, -1), view.eye, -1), w = view.flat ? 1 : -dot(d, view.back);
    const x = dot(d, view.right) * view.focus[0] / w, y = dot(d, view.up) * view.focus[1] / w;
    return [(1 + x) / 2 * width, (1 - y) / 2 * height];
}

test('shaders put points where the camera does', () => {
    for (const [camera, point, origin] of [[orbit(), [2, 3, 4], [1, 5, 3.5]], [flat(), [2, 3, 0], [10, 5, 0]], [table(800, 600), [2, 3, 0], [5, 9, 0]]]) {
        const {x, y} = camera.project(point);
        nearAll(shaderPlace(viewOf(camera, origin), [point, origin], 800, 600), [x, y], 1e-9);
    }
});

test('a click chooses the foremost ball, or one that it has nearly met', () => {
    const balls = [{at: [2, 9, 3]}, {at: [2, 4, 3]}, {at: [2, 4, 3], radius: 0.01}];
    const trajectory = trajectoryOf({world: worldOf(3), balls}), camera = new OrbitCamera(box);
    [camera.yaw, camera.pitch] = [0, 0];
    camera.resize(800, 600);
    const {x, y, scale} = camera.project([2, 4, 3]);
    assert.equal(ballAt(trajectory, camera, 0, x, y), 1);
    assert.equal(ballAt(trajectory, camera, 0, x + 0.5 * scale + 8, y), 1);
    assert.equal(ballAt(trajectory, camera, 0, x + 0.5 * scale + 12, y), -1);
});
