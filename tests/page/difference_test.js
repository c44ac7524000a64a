// Promise: the first difference of two runs is named, to the bit, and two equal runs have none.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {differenceText, distanceAt, firstDifference} from '../../src/view/page/difference.js';
import {bouncing, kPair, kWall, near, shuttle, trajectoryOf, worldOf} from './support.js';

/** Two balls that meet at time 1, and one that meets a wall at time 2. */
function run({v = 1, time = 2, name = 'a', velocity = [3, 0], last = kWall, length = 5, from = 0} = {}) {
    const events = [
        {time: 1, kind: kPair, ball: 0, other: 1, after: [{at: [4, 5], velocity: [-v, 0]}, {at: [5, 5], velocity: [v, 0]}]},
        {time, kind: last, ball: 1, other: last === kWall ? 1 : 0, after: [{at: [9.5, 5], velocity: [-v, 0]}, {at: [4, 5]}].slice(0, last === kWall ? 1 : 2)},
    ];
    for (const event of events) for (const state of event.after) state.velocity ??= [0, 0];
    return trajectoryOf({world: worldOf(2), balls: [{at: [1, 5], velocity, name}, {at: [5, 5], name: 'b'}], events, length, from});
}

test('equal runs do not differ, whatever comes after the shorter one', () => {
    assert.equal(firstDifference(run(), run()), undefined);
    assert.equal(firstDifference(shuttle(30), shuttle(10)), undefined);
    assert.match(differenceText(undefined, 0), /same, bit for bit/);
});

test('other balls, and other beginnings', () => {
    assert.deepEqual(firstDifference(run(), shuttle()), {time: 0, words: 'there are 2 balls in the present run, 1 ball in the kept one'});
    assert.deepEqual(firstDifference(run({velocity: [3, 5e-324]}), run()), {time: 0, words: 'a begins differently'});
    const heavier = bouncing(0.5);
    heavier.columns.start_acceleration[1] = -11;
    assert.deepEqual(firstDifference(heavier, bouncing(0.5)), {time: 0, words: '#0 begins differently'});
});

test('an impact that has another outcome, by one bit', () => {
    assert.deepEqual(firstDifference(run({v: 1 + 2 ** -52}), run()), {time: 1, words: 'a · b has another outcome'});
    assert.deepEqual(firstDifference(bouncing(0.5), bouncing(0.6)), {time: 1, words: '#0 · lower y wall has another outcome'});
});

test('an impact at another time, or in one run only', () => {
    assert.deepEqual(firstDifference(run({time: 2.5}), run()), {time: 2, words: 'b · upper x wall has another time'});
    assert.deepEqual(firstDifference(run({time: 1.5, last: kPair}), run()), {time: 1.5, words: 'b · a is in the present run only'});
    assert.deepEqual(firstDifference(run(), run({time: 1.5, last: kPair})), {time: 1.5, words: 'b · a is in the kept run only'});
});

test('one run goes on after the last impact of the other', () => {
    const short = trajectoryOf({world: worldOf(2), balls: [{at: [5, 5], velocity: [3, 0], mass: 2}], length: 10});
    assert.deepEqual(firstDifference(short, shuttle()), {time: 1.5, words: '#0 · upper x wall is in the kept run only'});
});

test('when one ball begins elsewhere, how soon the others differ', () => {
    const balls = [{at: [1, 5], velocity: [1, 0]}, {at: [5, 5], velocity: [0, 0]}];
    const meets = (time, wall) => {
        const bounce = {time: wall, kind: kWall, ball: 0, other: 0, after: [{at: [1, 5], velocity: [1, 0]}]};
        const events = [...wall ? [bounce] : [], {time, kind: kPair, ball: 0, other: 1, after: [{at: [4, 5], velocity: [0, 0]}, {at: [5, 5], velocity: [1, 0]}]}];
        return trajectoryOf({world: worldOf(2), balls, events, length: 10});
    };
    const [present, kept] = [meets(3, 0.5), meets(4)];
    assert.deepEqual(firstDifference(meets(3, 0.5), meets(3)), {time: 0.5, words: '#0 · lower x wall is in the present run only'});
    present.columns.start_position[1] += 0.5;
    const {others, ...first} = firstDifference(present, kept);
    assert.deepEqual(first, {time: 0, words: '#0 begins differently'});
    assert.deepEqual(others, {time: 3, words: '#0 · #1 has another time'}, 'its own walls do not count');
    assert.match(differenceText({...first, others}, 0), /begins differently\. For all other balls the world differs from time 3 on/);
    present.columns.start_position[3] += 1;
    assert.equal(firstDifference(present, kept).others, undefined);
});

test('the time in words counts from the start of the run', () => {
    assert.equal(differenceText({time: 1.5, words: 'a · b has another outcome'}, 10), 'They differ from time 11.5 on: a · b has another outcome.');
});

test('how far the balls are apart', () => {
    const [soft, hard] = [bouncing(0.5), bouncing(0.6)];
    assert.equal(distanceAt(soft, hard, 0.9), 0);
    for (const trajectory of [soft, hard]) trajectory.apply(1);
    near(distanceAt(soft, hard, 1.5), 0.5, 1e-12, 'speeds of 5 and 6 for half a unit of time');
    assert.equal(distanceAt(run(), shuttle(), 0), undefined);
    const [here, there] = [run(), run()];
    there.columns.start_position[0] += 3;
    near(distanceAt(here, there, 0), 3 / Math.SQRT2);
});
