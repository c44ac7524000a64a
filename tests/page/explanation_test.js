// Promise: the page explains an impact: velocities before and after, the normal, the impulse and the energy are right, and on a
// table it tells what the engine found.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {explanationOf} from '../../src/view/page/explanation.js';
import {bouncing, kPair, kPart, kWall, shearOf, trajectoryOf, worldOf} from './support.js';

/** A ball of mass 1 and velocity (2, 1) meets one of mass 3 that rests, at restitution 0.5, beside it on the x axis. */
function oblique(changes = {}) {
    const after = [{at: [4, 5], velocity: [-0.25, 1]}, {at: [5, 5], velocity: [0.75, 0]}];
    const balls = [{at: [2, 4], velocity: [2, 1], name: 'a'}, {at: [5, 5], mass: 3, name: 'b'}];
    return trajectoryOf({
        world: worldOf(2, changes), balls, events: [{time: 1, kind: kPair, ball: 0, other: 1, e: 0.5, after}], length: 2,
    });
}

const factsOf = (trajectory, event) => Object.fromEntries(explanationOf(trajectory, event).facts);

test('an impact of two balls', () => {
    assert.deepEqual(explanationOf(oblique(), 0), {
        facts: [['gap', '0'], ['impulse', '2.25'], ['restitution', '0.5'], ['normal', '1  0'], ['a before', '2  1'],
            ['after', '−0.25  1'], ['b before', '0  0'], ['after', '0.75  0'], ['energy lost', '1.125, 45 %']],
        words: 'Along the line of centres the balls meet at 2 and part at 1. Across it nothing changes.',
    });
});

test('in a sheared box nothing is said of energy', () => {
    const facts = factsOf(oblique({boundary: ['periodic', 'periodic'], shear: shearOf(1, 10)}), 0);
    assert.equal(facts.impulse, '2.25');
    assert.equal(facts['energy lost'], undefined);
});

test('an impact with a wall that gives energy, or takes none', () => {
    const world = worldOf(2), balls = [{at: [5, 5], velocity: [4.5, 0], mass: 2}];
    const hit = v => trajectoryOf({
        world, balls, events: [{time: 1, kind: kWall, ball: 0, other: 1, after: [{at: [9.5, 5], velocity: [v, 0]}]}], length: 2,
    });
    assert.equal(factsOf(hit(-4.5), 0)['energy lost'], 'none');
    const {facts, words} = explanationOf(hit(-5.5), 0);
    assert.equal(Object.fromEntries(facts)['energy gained'], '10, 49.4 %');
    assert.equal(Object.fromEntries(facts).normal, '1  0');
    assert.equal(words, '');
});

test('under gravity the velocities are those of the moment', () => {
    assert.deepEqual(factsOf(bouncing(0.5), 0)['#0 before'], '1  −10');
    assert.equal(factsOf(bouncing(0.5), 0)['energy lost'], '75, 74.3 %');
});

test('of several contacts the energy of all balls is told', () => {
    const balls = [0, 1, 2].map(k => ({at: [2 + k - (k === 0), 5], velocity: [k === 0 ? 1 : 0, 0]}));
    const part = (ball, other, at, v) => ({time: 1, kind: kPart, ball, other, after: [{at: [at, 5], velocity: [v, 0]}]});
    const trajectory = trajectoryOf({world: worldOf(2), balls, events: [part(0, 2, 2, 0), part(1, 1, 3, 0), part(2, 0, 4, 0.5)]});
    for (const event of [0, 1, 2]) {
        assert.equal(factsOf(trajectory, event)['energy lost'], '0.375, 75 %');
        assert.equal(factsOf(trajectory, event)['balls at once'], '3');
    }
});

/** What is said of an impact of two balls on a table, with these numbers of the engine. */
function onTable(told) {
    const trajectory = oblique();
    trajectory.header.facts = told ? {kinds: [['none'], Object.keys(told)], events: {0: [1, ...Object.values(told)]}} : {kinds: [], events: {}};
    return explanationOf(trajectory, 0);
}

const kHit = {
    cut: 30, part: 0.5, approach: 2, parting: 1.9, impulse: 0.3, slip_before: 1, slip_after: 0.4, grips: 0, thrown: -2.5, spin: 9, side_spin: -9,
    energy: 0.5, lost: 0.02,
};

test('two balls of a table', () => {
    const {facts, words} = onTable(kHit), told = Object.fromEntries(facts);
    assert.equal(words, 'A half-ball hit. The balls slip to the end. Friction throws b to the right. It gives side spin to b.');
    assert.deepEqual([told.cut, told.throw, told['energy lost'], told.gap], ['30.0°', '2.50° right', '0.02 J, 4 %', '0']);
    assert.match(onTable({...kHit, cut: 2, grips: 1, thrown: 1}).words, /^A full hit. The balls grip: .* to the left/);
    assert.match(onTable({...kHit, slip_before: 0}).words, /Nothing slips/);
    const {cut, part, approach, parting, impulse} = kHit;
    assert.match(onTable({cut, part, approach, parting, impulse}).words, /cannot be told apart/);
});

test('a cushion, a strike, and what is no impact', () => {
    const cushion = {incoming: 40, outgoing: 45, approach: 1, parting: 0.8, running_english: 0.3, energy: 1, lost: 0.3};
    assert.match(onTable(cushion).words, /^A mirror would send it out at 40.0°. The english is running/);
    assert.match(onTable({...cushion, running_english: -0.3}).words, /reverse/);
    assert.equal(onTable({...cushion, running_english: 0.01}).words, 'A mirror would send it out at 40.0°.');
    assert.match(onTable({cue_speed: 2, speed: 2.9, squirt: 1.2}).words, /^Squirt/);
    assert.equal(onTable({cue_speed: 2, speed: 2.9, squirt: 0}).words, '');
    assert.deepEqual(onTable(undefined), {facts: [['gap', '0']], words: ''});
});
