// Promise: balls of a table turn as their spins say: a rolling ball by its way over its radius, a sliding one until it rolls.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {cardText} from '../../src/view/page/card.js';
import {Turning} from '../../src/view/page/turning.js';
import {kStart} from '../../src/view/page/states.js';
import {length} from '../../src/view/page/vectors.js';
import {kKick, near, nearAll, trajectoryOf, worldOf} from './support.js';

const kRadius = 0.5;

/** One ball of the velocity (2, 0) and this acceleration and spin; the events have spins of their own. */
function turningOf(acceleration, spin, {events = [], spins = [], decay = 0} = {}) {
    const balls = [{at: [1, 1], velocity: [2, 0], radius: kRadius, acceleration}];
    const trajectory = trajectoryOf({world: worldOf(2, {gravity: [0, -1]}), balls, events});
    trajectory.header.spin = {start: spin, states: spins.flat(), decay: [decay]};
    return {trajectory, turning: new Turning(trajectory)};
}

test('a rolling ball turns by its way over its radius, about the axis across', () => {
    const rolling = turningOf([-0.5, 0], [0, 2 / kRadius, 0]).turning;
    assert.equal(rolling.slides(0, kStart), false);
    const angle = (2 * 1.5 - 0.25 * 1.5 * 1.5) / kRadius, [right, up, front] = rolling.axes(0, 1.5);
    nearAll(up, [0, 1, 0]);
    nearAll(front, [Math.sin(angle), 0, Math.cos(angle)], 1e-9);
    nearAll(right, [Math.cos(angle), 0, -Math.sin(angle)], 1e-9);
});

test('friction turns a sliding ball until it rolls', () => {
    const {turning} = turningOf([-1, 0], [0, 0, 0]);
    assert.equal(turning.slides(0, kStart), true);
    const end = 2 * 2 / 7;  // 2 u / 7 over the deceleration
    const [x, y, z] = turning.spinAt(0, kStart, end);
    nearAll([x, z], [0, 0]);
    near(kRadius * y, 2 - end);
});

test('a ball in the air keeps its spin, and leaves dots though it turns as if it rolled', () => {
    const {trajectory} = turningOf([0, 0], [0, 2 / kRadius, 3], {decay: 2});
    trajectory.header.flights = {gravity: 1, start: [[0, 0.5, 2]], states: []};
    const turning = new Turning(trajectory);
    assert.equal(turning.slides(0, kStart), false);
    assert.equal(turning.isDotted(0, kStart), true);
    nearAll(turning.spinAt(0, kStart, 1), [0, 2 / kRadius, 3]);
});

test('vertical spin decays, and does not turn round', () => {
    const {turning} = turningOf([0, 0], [0, 2 / kRadius, -3], {decay: 2});
    near(turning.spinAt(0, kStart, 1)[2], -1);
    assert.equal(Math.abs(turning.spinAt(0, kStart, 5)[2]), 0);
});

test('a ball goes on from where an event found it, and axes stay perpendicular', () => {
    const after = [{at: [3, 1], velocity: [0, 0], acceleration: [0, 0]}];
    const events = [{time: 1, kind: kKick, ball: 0, other: 0, after}];
    const {trajectory, turning} = turningOf([0, 0], [0, 2 / kRadius, 0], {events, spins: [[0, 0, Math.PI / 2]]});
    trajectory.apply(1);
    const [right, up, front] = turning.axes(0, 2);
    nearAll(front, [0, Math.sin(4), Math.cos(4)], 1e-9);
    nearAll(up, [-1, 0, 0], 1e-9);
    for (const axis of [right, up, front]) near(length(axis), 1, 1e-9);
});

test('a pocketed ball shows its number', () => {
    const after = [{at: [3, 1], velocity: [0, 0], acceleration: [0, 0]}];
    const events = [{time: 1, kind: kKick, ball: 0, other: 0, after}];
    const {trajectory} = turningOf([0, 0], [0, 2 / kRadius, 0], {events, spins: [[0, 0, 0]]});
    trajectory.header.kinds[kKick] = {name: 'pocketed', other: 'none'};
    trajectory.apply(1);
    assert.deepEqual(new Turning(trajectory).axes(0, 2), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
});

test('the card tells how the chosen ball moves', () => {
    const after = [{at: [3, 1], velocity: [0, 1], acceleration: [0, 0]}];
    const events = [{time: 1, kind: kKick, ball: 0, other: 0, after}];
    const {trajectory, turning} = turningOf([0, 0], [0, 2 / kRadius, 0], {events, spins: [[1, 2, 3]], decay: 1});
    Object.assign(trajectory.header, {facts: {kinds: [], events: {}}, phases: {names: ['sliding', 'rolling'], start: [1], states: [0]}});
    const card = time => {
        trajectory.apply(trajectory.eventsUntil(time));
        return cardText(trajectory, {css: () => ''}, {time}, {chosen: 0}, turning).replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ');
    };
    assert.match(card(0.5), / position 2 1 phase rolling speed 2 m\/s direction 0.00° spin 0 4 0 rad\/s mass 1 /);
    assert.match(card(2), / position 3 2 phase sliding speed 1 m\/s direction 90.00° spin 1 2 2 rad\/s mass 1 /);
});
