// Promise: the search finds what its words say, and texts name balls, walls and laws.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {cardText} from '../../src/view/page/card.js';
import {Colours} from '../../src/view/page/colours.js';
import {gapText} from '../../src/view/page/explanation.js';
import {Player} from '../../src/view/page/player.js';
import {ballsNamed, searchTest} from '../../src/view/page/search.js';
import {entriesText, impactText, lawText} from '../../src/view/page/texts.js';
import {kKick, kPair, kPart, kWall, trajectoryOf, worldOf} from './support.js';

/** Impacts of the cue ball, a ball called "blue ball 1" and one without a name; then all three at once. */
function game() {
    const still = {at: [1, 1], velocity: [0, 0]}, after = [still], both = [still, still];
    const events = [
        {time: 1, kind: kPair, ball: 0, other: 1, after: both}, {time: 2, kind: kWall, ball: 0, other: 3, after},
        {time: 3, kind: kPair, ball: 2, other: 1, after: both}, {time: 4, kind: kKick, ball: 2, after},
        {time: 5, kind: kPart, ball: 0, other: 2, after}, {time: 5, kind: kPart, ball: 1, other: 1, after},
        {time: 5, kind: kPart, ball: 2, other: 0, after},
    ];
    const balls = [{at: [1, 1], velocity: [3, 4], name: 'cue'}, {at: [1, 1], name: 'blue ball 1'}, {at: [5, 1], mass: Infinity}];
    return trajectoryOf({world: worldOf(2), balls, events, length: 6, from: 10});
}

/** The events that a search finds. */
function found(text) {
    const trajectory = game(), matches = searchTest(trajectory, text);
    return Array.from({length: trajectory.eventCount}, (_, event) => event).filter(matches);
}

test('names, whole or in part, in any case', () => {
    assert.deepEqual(found('CUE'), [0, 1, 4, 5, 6]);
    assert.deepEqual(found('blue'), [0, 2, 4, 5, 6]);
    assert.deepEqual(found('blue ball 1'), [0, 2, 4, 5, 6]);
    assert.deepEqual(found('#2'), [2, 3, 4, 5, 6]);
    assert.deepEqual(found('nobody'), []);
});

test('walls, kinds and times', () => {
    assert.deepEqual(found('wall'), [1]);
    assert.deepEqual(found('upper'), [1]);
    assert.deepEqual(found('balls'), [0, 2]);
    assert.deepEqual(found('thermo'), [3]);
    assert.deepEqual(found('t>13'), [2, 3, 4, 5, 6]);
    assert.deepEqual(found('t<12'), [0, 1]);
});

test('all words must fit; no word is no search', () => {
    assert.deepEqual(found('cue t>=12 wall'), [1]);
    assert.equal(searchTest(game(), ''), undefined);
});

test('balls go by name or number', () => {
    assert.deepEqual([...ballsNamed(game(), 'Cue', false)], [0]);
    assert.deepEqual([...ballsNamed(game(), '#1', false)], [1]);
    assert.deepEqual([...ballsNamed(game(), 'u', true)], [0, 1]);
});

test('who meets, and how often', () => {
    const trajectory = game(), name = ball => trajectory.name(ball);
    assert.deepEqual([0, 1, 3, 4].map(event => impactText(trajectory, event, name)),
        ['cue · blue ball 1', 'cue · upper y wall', '#2 · thermostat', 'cue · blue ball 1 · #2']);
    assert.equal(entriesText(trajectory), '4 impacts and 1 other change');
    assert.equal(entriesText({impactCount: 1, entryCount: 1}), '1 impact');
});

test('an impact of many balls names the first three', () => {
    const trajectory = {partners: () => [7, 8, 9, 10, 11]};
    assert.equal(impactText(trajectory, 0, ball => `#${ball}`), '#7 · #8 · #9 · 2 more');
});

test('the law of collisions in words', () => {
    const law = {
        restitution_balls: 1, restitution_walls: 1, elastic_below: 1e-6, contact_time: 0, full_loss_speed: 0, between: [],
    };
    assert.equal(lawText(law), 'Restitution: balls 1, walls 1.');
    assert.equal(lawText({...law, restitution_balls: 0.9}), 'Restitution: balls 0.9, walls 1; 1 below speed 1.000e−6.');
    const between = [{first: 'sand', second: 'clay', restitution: 0.5}];
    assert.equal(lawText({...law, between, elastic_below: 0, contact_time: 0.01, full_loss_speed: 2}),
        'Restitution: balls 1, walls 1; sand with clay 0.5; 1 within 0.01 of a ball\'s last impact; nearer to 1 below speed 2.');
});

test('gaps are rounding, or not known', () => {
    assert.deepEqual([0, 1e-16, -1e-9, NaN].map(gapText), ['0', '1.0e−16', '−1.0e-9', 'not known here']);
});

test('the card tells of the present impact and the chosen ball', () => {
    const trajectory = game(), colours = new Colours(trajectory), player = new Player(trajectory, () => {});
    const card = (chosen, impact = true) => cardText(trajectory, colours, player, {chosen, impact})
        .replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ');
    assert.equal(card(-1), '');
    assert.match(card(0), /^ cue position 1 1 velocity 3 4 speed 5 kinetic energy 12.5 mass 1 radius 0.5 $/);
    assert.match(card(2), /#2 position 5 1 mass immovable radius 0.5 $/);
    player.seekEvent(1);
    assert.match(card(-1), /^ cue · upper y wall gap .* impulse .* restitution 1 .*energy lost none $/);
    player.seekEvent(3);
    assert.match(card(-1), /^ #2 · thermostat impulse .*$/);
    player.seekEvent(6);
    assert.match(card(-1), /balls at once 3/);
    assert.equal(card(-1, false), '');
});
