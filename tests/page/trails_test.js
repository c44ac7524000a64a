// Promise: trails are the paths that balls have flown, in pieces inside the box, from old to new.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {eachArrow, eachTrail, trailTime} from '../../src/view/page/trails.js';
import {length, plus} from '../../src/view/page/vectors.js';
import {bouncing, kKick, kWall, near, nearAll, shearOf, shuttle, trajectoryOf, worldOf} from './support.js';

/** The pieces {from, to, ball, share} of trails at `time` that go back by `reach`. */
function piecesOf(trajectory, time, reach, balls = [0]) {
    const pieces = [];
    trajectory.apply(trajectory.eventsUntil(time));
    eachTrail(trajectory, time, reach, balls, (from, to, ball, share) => pieces.push({from, to, ball, share}));
    return pieces;
}

const wayOf = pieces => pieces.reduce((sum, {from, to}) => sum + length(plus(to, from, -1)), 0);

test('a trail goes back as far as asked, around corners', () => {
    const pieces = piecesOf(shuttle(), 5, 4);  // impacts at 1.5 and 4.5
    assert.equal(pieces.length, 3);
    near(wayOf(pieces), 12, 1e-12);
    nearAll(pieces[0].to, [2, 5]);
    nearAll(pieces[2].from, [8, 5]);
    assert.deepEqual(pieces.map(piece => piece.share), [3.75 / 4, 2 / 4, 0.25 / 4]);
});

test('a trail cannot begin before the window', () => {
    const pieces = piecesOf(shuttle(), 1, Infinity);
    near(wayOf(pieces), 3);
    nearAll(pieces[0].from, [5, 5]);
});

test('parabolas are cut so finely that pieces look straight, and end on the path', () => {
    const trajectory = bouncing(1), pieces = piecesOf(trajectory, 1.5, 1.5);
    assert.equal(pieces.length, 16);
    for (const {from, to} of pieces) {
        for (const [x, y] of [from, to]) {
            const fall = x - 5 <= 1 ? x - 5 : x - 7;
            near(y, 5.5 - 5 * fall * fall, 1e-12);
        }
    }
});

test('pieces lie inside a periodic box and together are the way', () => {
    const world = worldOf(2, {boundary: ['periodic', 'periodic'], lower: [-5, 0], upper: [5, 10]});
    const pieces = piecesOf(trajectoryOf({world, balls: [{at: [4, 9], velocity: [3, 4]}]}), 5, 5);
    near(wayOf(pieces), 25, 1e-12);
    assert.ok(pieces.length >= 4);
    for (const point of pieces.flatMap(piece => [piece.from, piece.to])) {
        assert.ok(point[0] > -5 - 1e-9 && point[0] < 5 + 1e-9 && point[1] > -1e-9 && point[1] < 10 + 1e-9, `${point}`);
    }
});

test('in a sheared box a trail goes on at the image, slanted as the image flies', () => {
    const world = worldOf(2, {boundary: ['periodic', 'periodic'], shear: shearOf(0.2, 10)});
    const trajectory = trajectoryOf({world, balls: [{at: [1, 6], velocity: [0.5, 2]}]});
    const [old, present] = piecesOf(trajectory, 4, 4);
    nearAll([...old.from, ...old.to], [1, 6, 2, 10]);
    // At time 2 the image below is 2 * 2 further back, and goes back at speed 2 relative to the one above.
    nearAll([...present.from, ...present.to], [8, 0, 5, 4]);
    nearAll(present.to, trajectory.position(0, 4));
});

test('of very many pieces each ball keeps the latest ones', () => {
    const events = Array.from({length: 40}, (_, k) => ({time: k + 1, kind: kKick, ball: k % 2, other: k % 2, after: [{at: [k % 7, k % 5], velocity: [1, 0]}]}));
    const balls = [{at: [0, 0], velocity: [1, 0]}, {at: [5, 5], velocity: [1, 0]}];
    const trajectory = trajectoryOf({world: worldOf(2), balls, events}), pieces = [[], []];
    trajectory.apply(40);
    eachTrail(trajectory, 41, Infinity, [0, 1], (from, to, ball, share) => pieces[ball].push(share), 0, 10);
    for (const shares of pieces) {
        assert.equal(shares.length, 5);
        assert.ok(shares[0] > 0.95 && shares.every((share, k) => k === 0 || share < shares[k - 1]), shares.join());
    }
});

test('balls that never move leave no trail', () => {
    const trajectory = trajectoryOf({world: worldOf(2), balls: [{at: [5, 5], mass: Infinity}]});
    assert.deepEqual(piecesOf(trajectory, 5, 5), []);
});

test('short and long trails follow the speed of the balls and the size of the scene', () => {
    const trajectory = shuttle(), extent = {lower: [0, 0], upper: [6, 8]};
    near(trailTime(trajectory, 'short', extent), 0.18 * 10 / 3);
    near(trailTime(trajectory, 'long', extent), 4 * 0.18 * 10 / 3);
    assert.equal(trailTime(trajectory, 'none', extent), 0);
    assert.equal(trailTime(trajectory, 'all', extent), Infinity);
});

test('the top speed has an arrow of the size that is asked for, and a ball at rest none', () => {
    const balls = [{at: [1, 1], velocity: [0, 4]}, {at: [3, 1], velocity: [-2, 0]}, {at: [5, 1]}];
    const arrows = (top, size) => {
        const found = [];
        eachArrow(trajectoryOf({world: worldOf(2), balls}), 0, top, size, (from, tip) => found.push(from, tip));
        return found;
    };
    assert.deepEqual(arrows(4, 8), [[1, 1], [1, 9], [3, 1], [-1, 1]]);
    assert.deepEqual(arrows(0, 8), []);
});

test('flights too short to be seen become few pieces, and none is off by more than asked', () => {
    // A ball that trembles by a thousandth while it creeps along x, as balls do that come to rest.
    const events = Array.from({length: 1000}, (_, k) => (
        {time: 0.001 * (k + 1), kind: kWall, ball: 0, other: 0, after: [{at: [2 + 0.001 * (k + 1), 5], velocity: [1, k % 2 ? 1 : -1]}]}));
    for (let k = 1; k < 1000; k += 2) events[k].after[0].at[1] = 4.999;
    const trajectory = trajectoryOf({world: worldOf(2), balls: [{at: [2, 5], velocity: [1, 0]}], events, length: 1});
    trajectory.apply(1000);
    const pieces = [];
    eachTrail(trajectory, 1, Infinity, [0], (from, to) => pieces.push({from, to}), 0.05);
    assert.ok(pieces.length < 50, `${pieces.length} pieces`);
    for (const {from, to} of pieces) for (const point of [from, to]) near(point[1], 5, 0.05);
    near(wayOf(pieces), 1, 0.06);
    for (let k = 1; k < pieces.length; ++k) nearAll(pieces[k].to, pieces[k - 1].from, 0.05);
});

test('a throw that comes back to its place is no flight too short to be seen', () => {
    const trajectory = bouncing(1);
    trajectory.apply(trajectory.eventsUntil(3));
    const tops = [];
    eachTrail(trajectory, 3, 2, [0], (from, to) => tops.push(from[1], to[1]), 0.01);
    assert.ok(Math.max(...tops) > 5);
});
