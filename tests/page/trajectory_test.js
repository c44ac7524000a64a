// Promise: at any instant a ball is where the closed form of its flight says, also after bounces, under gravity, through periodic
// faces and in a sheared box.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {kStart} from '../../src/view/page/states.js';
import {bouncing, kPair, kWall, near, nearAll, randomNumbers, shearOf, shuttle, trajectoryOf, worldOf} from './support.js';

/** Where balls are at `time`, all that has happened until then having happened. */
function at(trajectory, time, ball = 0) {
    trajectory.apply(trajectory.eventsUntil(time));
    return trajectory.position(ball, time);
}

test('a ball between two walls flies a zigzag', () => {
    const trajectory = shuttle();
    for (let time = 0; time <= 30; time += 0.37) {
        const way = (time * 3 + 4.5) % 18;  // there and back, from the lower wall
        nearAll(at(trajectory, time), [0.5 + Math.min(way, 18 - way), 5], 1e-12);
        near(trajectory.speed(0, time), 3);
    }
});

test('under gravity a ball flies parabolas between its bounces', () => {
    const trajectory = bouncing(1);
    assert.ok(trajectory.bends);
    for (let time = 0; time <= 3; time += 0.0625) {
        const fall = time <= 1 ? time : (time - 1) % 2 - 1;
        nearAll(at(trajectory, time), [5 + time, 5.5 - 5 * fall * fall], 1e-12);
        near(trajectory.velocity(0, time)[0], 1);
        near(Math.abs(trajectory.velocity(0, time)[1]), 10 * Math.abs(fall), 1e-12);
    }
});

test('a ball that something holds flies with what is left of gravity', () => {
    const world = worldOf(2, {gravity: [0, -10]});
    const trajectory = trajectoryOf({world, balls: [{at: [1, 1], velocity: [2, 0], acceleration: [-3, 0]}]});
    nearAll(trajectory.position(0, 0.5), [1.625, 1]);
    nearAll(trajectory.velocity(0, 0.5), [0.5, 0]);
});

test('a flight may have begun before the window', () => {
    const trajectory = trajectoryOf({world: worldOf(2), balls: [{at: [1, 1], velocity: [2, 1], since: -0.5}], from: 7});
    nearAll(trajectory.position(0, 0), [2, 1.5]);
    assert.equal(trajectory.stateTime(0, kStart), -0.5);
});

test('periodic axes bring balls back into the box', () => {
    const world = worldOf(2, {boundary: ['periodic', 'wall'], lower: [-1, 0], upper: [3, 10]});
    const trajectory = trajectoryOf({world, balls: [{at: [2, 5], velocity: [3, 0]}, {at: [0, 5], velocity: [-3, 0]}]});
    for (const time of [0, 0.25, 1, 2.5, 9]) {
        const [x] = trajectory.position(0, time), [y] = trajectory.position(1, time);
        near(x, -1 + (3 + 3 * time) % 4);
        near(y, -1 + (((1 - 3 * time) % 4) + 4) % 4);
    }
});

test('the way from ball to ball leads through periodic faces where that is shorter', () => {
    const world = worldOf(2, {boundary: ['periodic', 'wall']});
    const trajectory = trajectoryOf({world, balls: [{at: [9.5, 2]}, {at: [1, 2]}]});
    nearAll(trajectory.separationIn(0, kStart, 1, kStart, 0), [1.5, 0]);
    near(trajectory.gap(0, 1, 0), 0.5);
});

test('images in a sheared box slide along the flow, and are seen at other speeds', () => {
    const from = 1, rate = 0.5, height = 10, shear = shearOf(rate, height);
    const world = worldOf(2, {boundary: ['periodic', 'periodic'], shear});
    const trajectory = trajectoryOf({world, balls: [{at: [2, 9], velocity: [1, 3]}], from});
    for (const time of [0, 0.2, 0.5, 3, 6.1]) {
        const y = 9 + 3 * time, boxes = Math.floor(y / height), x = 2 + time - boxes * rate * height * (from + time);
        nearAll(trajectory.position(0, time), [((x % 10) + 10) % 10, y - boxes * height], 1e-11);
        nearAll(trajectory.velocity(0, time), [1 - boxes * rate * height, 3]);
    }
});

test('a ball that goes with the flow of a sheared box has no speed in it', () => {
    const world = worldOf(2, {boundary: ['periodic', 'periodic'], shear: shearOf(0.5, 10)});
    const trajectory = trajectoryOf({world, balls: [{at: [2, 8], velocity: [1.5, 0]}, {at: [2, 5], velocity: [0, 2]}]});
    near(trajectory.speedInFlow(0, 4), 0);
    near(trajectory.speed(0, 4), 1.5);
    near(trajectory.speedInFlow(1, 1), Math.hypot(1, 2));  // at y = 7, where the flow has speed 1
});

test('between neighbours across the gradient of a sheared box lies a slanted way', () => {
    const world = worldOf(2, {boundary: ['periodic', 'periodic'], shear: shearOf(0.5, 10)});
    const trajectory = trajectoryOf({world, balls: [{at: [2, 9.5]}, {at: [4, 0.5]}]});
    nearAll(trajectory.separationIn(0, kStart, 1, kStart, 0.5), [4.5, 1]);  // the image above is 2.5 further on
});

test('all positions at once are those of single balls', () => {
    const random = randomNumbers(5), number = low => low + 10 * random();
    const world = worldOf(3, {boundary: ['periodic', 'periodic', 'wall'], gravity: [0, 0, -1], shear: shearOf(0.3, 10)});
    const balls = Array.from(
        {length: 20}, () => ({at: [number(0), number(0), number(0)], velocity: [number(-5), number(-5), 0]}));
    const trajectory = trajectoryOf({world, balls});
    const all = trajectory.positions(2.5), some = trajectory.positions(2.5, new Float64Array(60).fill(-99), 4);
    for (let b = 0; b < 20; ++b) {
        assert.deepEqual(Array.from(all.subarray(3 * b, 3 * b + 3)), trajectory.position(b, 2.5));
        assert.equal(some[3 * b], b % 4 === 0 ? all[3 * b] : -99);
    }
});

/** Two balls that meet head-on at time 1, and a third that bounces off a wall at time 2. */
function meeting() {
    const balls = [
        {at: [2, 5], velocity: [1, 0], name: 'left'}, {at: [5, 5], velocity: [-1, 0], name: 'right', mass: 1},
        {at: [9, 7.5], velocity: [0, 1]},
    ];
    const apart = [{at: [3, 5], velocity: [-1, 0]}, {at: [4, 5], velocity: [1, 0]}];
    const events = [
        {time: 1, kind: kPair, ball: 0, other: 1, after: apart},
        {time: 2, kind: kWall, ball: 2, other: 3, after: [{at: [9, 9.5], velocity: [0, -1]}]},
    ];
    return trajectoryOf({world: worldOf(2), balls, events, length: 4});
}

test('events know their balls, names, impulses, and the gap, which is none', () => {
    const trajectory = meeting();
    assert.deepEqual(trajectory.partners(0), [0, 1]);
    assert.deepEqual(trajectory.partners(1), [2]);
    assert.deepEqual([trajectory.name(0), trajectory.name(2)], ['left', '#2']);
    assert.deepEqual([trajectory.otherName(0), trajectory.otherName(1)], ['right', 'upper y wall']);
    assert.equal(trajectory.wallName(9), 'wall 9');
    assert.deepEqual(trajectory.impulse(0), [-2, 0]);
    assert.deepEqual(trajectory.impulse(1), [0, -2]);
    near(trajectory.gapAtEvent(0), 0);
    near(trajectory.gapAtEvent(1), 0);
});

test('what has happened does not depend on the way there', () => {
    const trajectory = manyBounces();
    const random = randomNumbers(11), {eventCount, ballCount} = trajectory;
    for (let step = 0; step < 300; ++step) {
        const nearby = Math.max(0, Math.min(eventCount, trajectory.applied + Math.floor(9 * random()) - 4));
        trajectory.apply(step % 3 === 0 ? Math.floor((eventCount + 1) * random()) : nearby);
        for (let b = 0; b < ballCount; ++b) assert.equal(trajectory.current[b], lastState(trajectory, b));
    }
});

/** Three balls that bounce between walls at times of their own. */
function manyBounces() {
    const events = Array.from({length: 300}, (_, k) => (
        {time: 0.01 * k, kind: kWall, ball: (k * k + 1) % 3, other: 0, after: [{at: [k, 0], velocity: [0, 0]}]}));
    return trajectoryOf({world: worldOf(2), balls: [{at: [0, 0]}, {at: [0, 0]}, {at: [0, 0]}], events});
}

/** The last state of a ball among the events that have happened, by looking at them all. */
function lastState(trajectory, ball) {
    let last = kStart;
    for (let s = 0; s < trajectory.firstState[trajectory.applied]; ++s) if (trajectory.stateBall[s] === ball) last = s;
    return last;
}

test('events at the very time have happened', () => {
    const trajectory = meeting();
    assert.deepEqual([0, 0.999, 1, 1.5, 2, 4].map(time => trajectory.eventsUntil(time)), [0, 0, 1, 1, 2, 2]);
});
