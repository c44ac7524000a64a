// Promise: a table in space has the places of the flat one, and balls in the air are as high as gravity lets them be.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {inSpace, railHeight, railReach, spaceExtent} from '../../src/view/page/in_space.js';
import {kKick, near, nearAll, trajectoryOf, worldOf} from './support.js';

const kRadius = 0.5, kEnd = 7, kRails = {straight: [{height: 0.7}], round: [{height: 0.6}], pockets: [{center: [9, 9], radius: 1}]};

/** A ball that jumps at time 1, comes down at 2 and is gone at 3; one that fell before, one in the air at the start. */
function jump() {
    const balls = [{at: [1, 1], velocity: [2, 0]}, {at: [9, 9]}, {at: [5, 5]}].map(ball => ({...ball, radius: kRadius}));
    const still = {velocity: [0, 0], acceleration: [0, 0]};
    const events = [[1, [3, 1]], [2, [4, 1]], [3, [5, 1]]].map(([time, at], k) =>
        ({time, kind: k < 2 ? kKick : kEnd, ball: 0, after: [{...still, at}]}));
    const flat = trajectoryOf({world: worldOf(2, {gravity: [0, -1]}), balls, events});
    flat.header.kinds = {...flat.header.kinds, [kEnd]: {name: 'pocketed', other: 'none'}};
    flat.header.look.table = {rail: 0.1, rails: kRails};
    flat.header.phases = {names: ['resting', 'pocketed', 'airborne'], start: [0, 1, 2], states: [2, 0, 1]};
    flat.header.flights = {gravity: 10, start: [[2, 4, 0]], states: [[0, kRadius, 5]]};
    return {flat, space: inSpace(flat, flat.header.look.table)};
}

test('a ball flies a parabola between the events that begin and end its flight', () => {
    const {flat, space} = jump();
    nearAll(space.position(0, 0.5), [...flat.position(0, 0.5), kRadius]);
    flat.apply(1);
    nearAll(space.position(0, 1.5), [3, 1, kRadius + 5 * 0.5 - 10 * 0.25 / 2]);
    nearAll(space.velocity(0, 1.75), [0, 0, 5 - 7.5]);
    assert.deepEqual([0, 1, 2].map(k => space.acceleration(0, 0, k)), [0, 0, -10]);
    flat.apply(2);
    nearAll(space.position(0, 2.5), [4, 1, kRadius]);
    nearAll(space.positions(2.5).slice(6, 9), [...flat.position(2, 2.5), 4 - 10 * 2.5 * 2.5 / 2]);
});

test('a ball that has fallen lies on the rail, and so does one that fell before', () => {
    const {flat, space} = jump();
    nearAll(space.position(1, 0), [9, 9, 0.7 + kRadius]);
    flat.apply(3);
    nearAll(space.position(0, 4), [5, 1, 0.7 + kRadius]);
});

test('what is seen in space ends at the rails', () => {
    assert.equal(railHeight(kRails), 0.7);
    const {lower, upper} = spaceExtent({lower: [0, 0], upper: [10, 20]}, {rail: 0.1, rails: kRails});
    nearAll([...lower, ...upper], [-1, -1, 0, 11, 21, 0.7]);
    const far = {...kRails, pockets: [{center: [11, 20], radius: 1.5}]};
    near(railReach({lower: [0, 0], upper: [10, 20]}, {rail: 0.1, rails: far}), 2.5);
});
