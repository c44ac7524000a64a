// What the tests of the page share: trajectories as the page reads them, and numbers that are nearly equal.
import assert from 'node:assert/strict';

import {Trajectory} from '../../src/view/page/trajectory.js';

/** As in page_header.cpp. */
const kKinds = {
    1: {name: 'impact of two balls', other: 'ball'}, 2: {name: 'impact with a wall', other: 'wall'},
    3: {name: 'several contacts', other: 'part'}, 4: {name: 'thermostat', other: 'none'},
    7: {name: 'comes to rest', other: 'none'}, 8: {name: 'wakes', other: 'none'},
};
export const kPair = 1, kWall = 2, kPart = 3, kKick = 4;

export function near(actual, expected, tolerance = 1e-12, message = undefined) {
    assert.ok(Math.abs(actual - expected) <= tolerance, `${message ?? 'number'}: ${actual}, not ${expected}`);
}

export function nearAll(actual, expected, tolerance = 1e-12) {
    assert.equal(actual.length, expected.length);
    expected.forEach((x, k) => near(actual[k], x, tolerance, `coordinate ${k}`));
}

/** A box of walls from 0 to 10 on each axis, with changes. */
export function worldOf(dimension, changes = {}) {
    const all = value => Array(dimension).fill(value);
    return {
        boundary: all('wall'), lower: all(0), upper: all(10), gravity: all(0), shear: null, walls: [], containers: [],
        wall_names: ['lower x wall', 'upper x wall', 'lower y wall', 'upper y wall'], ...changes,
    };
}

export function shearOf(rate, height) {
    return {flow: 0, gradient: 1, rate, speed: rate * height};
}

/** As in page_header.cpp; a pool ball is {fill, line, label, striped}. */
export function lookOf(changes = {}) {
    return {
        table: null, colour: 'id', palette: ['#4477aa', '#ee6677', '#228833'], ramp: ['#453781', '#21a08c', '#fde725'],
        immovable: '#8a93a0', species: [{radius: 0.5, mass: 1, balls: 1}], species_count: 1, ...changes,
    };
}

/**
 * A trajectory. A ball is {at, velocity, since, mass, radius, name, acceleration, species}, an event {time, kind, ball, other, e, after},
 * `after` being {at, velocity, acceleration} of the ball, and of a pair's other ball.
 */
export function trajectoryOf({world, balls, events = [], length = 10, from = 0, law = {}, look = {}}) {
    const states = events.flatMap(event => event.after), n = world.boundary.length;
    const bends = world.gravity.some(g => g !== 0) || balls.some(ball => ball.acceleration);
    const floats = list => Float64Array.from(list.flat());
    const acceleration = state => bends ? state.acceleration ?? world.gravity : [];
    const columns = {
        start_time: floats(balls.map(ball => ball.since ?? 0)),
        start_position: floats(balls.map(ball => ball.at)),
        start_velocity: floats(balls.map(ball => ball.velocity ?? Array(n).fill(0))),
        start_acceleration: floats(balls.map(acceleration)),
        radius: floats(balls.map(ball => ball.radius ?? 0.5)),
        mass: floats(balls.map(ball => ball.mass ?? 1)),
        event_time: floats(events.map(event => event.time)),
        restitution: floats(events.map(event => event.e ?? 1)),
        position: floats(states.map(state => state.at)),
        velocity: floats(states.map(state => state.velocity)),
        acceleration: floats(states.map(acceleration)),
        species: Uint32Array.from(balls, ball => ball.species ?? 0),
        ball: Uint32Array.from(events, event => event.ball),
        other: Uint32Array.from(events, event => event.other ?? 0),
        kind: Uint8Array.from(events, event => event.kind),
    };
    const names = balls.some(ball => ball.name) ? balls.map(ball => ball.name ?? '') : [];
    const header = {
        name: 'test', dimension: n, world, kinds: kKinds, law, names, from, length, balls: balls.length,
        events: events.length, look: lookOf(look),
    };
    return new Trajectory(header, columns);
}

/** One ball between the faces x = 0 and x = 10, radius 0.5, from x = 5 at speed 3 along x, without loss. */
export function shuttle(length = 30) {
    const events = [];
    for (let time = 1.5, at = 9.5, v = -3; time <= length; time += 3) {
        events.push({time, kind: kWall, ball: 0, other: v < 0 ? 1 : 0, after: [{at: [at, 5], velocity: [v, 0]}]});
        [at, v] = [10 - at, -v];
    }
    return trajectoryOf({world: worldOf(2), balls: [{at: [5, 5], velocity: [3, 0], mass: 2}], events, length});
}

/** A ball of radius 0.5 that falls from y = 5.5 on a floor and bounces with restitution e; gravity -10. */
export function bouncing(e, length = 3) {
    const world = worldOf(2, {boundary: ['periodic', 'wall'], gravity: [0, -10]}), events = [];
    for (let time = 1, speed = 10 * e; time <= length && events.length < 50; time += 2 * speed / 10, speed *= e) {
        const after = [{at: [5 + time, 0.5], velocity: [1, speed]}];
        events.push({time, kind: kWall, ball: 0, other: 2, e, after});
    }
    return trajectoryOf({world, balls: [{at: [5, 5.5], velocity: [1, 0], mass: 2}], events, length});
}

/** Random numbers in [0, 1), the same in every run (mulberry32). */
export function randomNumbers(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let x = Math.imul(state ^ (state >>> 15), 1 | state);
        x ^= x + Math.imul(x ^ (x >>> 7), 61 | x);
        return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
    };
}
