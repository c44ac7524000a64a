// Promise: what a visitor plays is linked, snapped and searched for as it says.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {hashOf, packed, unpacked} from '../../src/view/page/play/link.js';
import {gameOf, Match} from '../../src/view/page/play/match.js';
import {fallen, Session, windowOf} from '../../src/view/page/play/session.js';
import {nearTouch} from '../../src/view/page/play/snap.js';
import {near, nearAll} from './support.js';

const at = (x, y, phase = 'resting') => ({phase, position: [x, y, 0.03]});

test('a scene comes back out of a link', async () => {
    const scene = '[table]\nkind = "pool_9_foot"\n# ä, 球\n' + '[[balls]]\nposition = [0.1, 0.2]\n'.repeat(20);
    const text = await packed(scene);
    assert.match(text, /^[\w-]+$/);
    assert.ok(text.length < scene.length / 3);
    assert.equal(await unpacked(text), scene);
});

test('what is no link is none', async () => {
    for (const text of ['', 'AAAA', '!', 'a'.repeat(99)]) assert.equal(await unpacked(text), undefined);
});

test('the hash is FNV-1a of the numbers, and tells every bit', () => {
    const shot = {duration: 1.5, end: [at(0.25, 0.5)]};
    assert.equal(hashOf({duration: 0, end: []}), 'a8c7f832281a39c5');  // eight zeros
    assert.notEqual(hashOf(shot), hashOf({...shot, duration: 1.5000000000000002}));
    assert.equal(hashOf(shot), hashOf({...shot, end: [...shot.end]}));
});

const table = {columns: {radius: [0.03, 0.03, 0.03]}, header: {world: {lower: [0, 0], upper: [1, 2]}}};

test('a ball that nearly touches touches', () => {
    const states = [at(0, 0), at(0.5, 1), at(0.5, 0.5, 'pocketed')];
    nearAll(nearTouch([0.5, 1.065], 0, states, table), [0.5, 1.06]);
    nearAll(nearTouch([0.5, 1.055], 0, states, table), [0.5, 1.06]);
    assert.deepEqual(nearTouch([0.5, 1.2], 0, states, table), [0.5, 1.2]);
    assert.deepEqual(nearTouch([0.5, 0.555], 0, states, table), [0.5, 0.555]);  // what is in a pocket is not there
    assert.deepEqual(nearTouch([0.035, 1.97], 0, states, table), [0.03, 1.97]);
});

test('the window ends where other balls fall', () => {
    const session = {
        aim: {direction: 30},
        outcome({direction = 30} = {}) {
            return {end: [at(0, 0), at(0, 0, direction > 29.25 && direction < 30.125 ? 'pocketed' : 'resting')]};
        },
    };
    const {from, to} = windowOf(session);
    near(from, 29.25, 2e-6);
    near(to, 30.125, 2e-6);
    const all = windowOf({aim: {direction: 30}, outcome: () => ({end: []})});
    assert.equal(all.to - all.from, 16);
    assert.equal(windowOf({aim: {}, outcome: () => undefined}), undefined);
});

test('only what was on the table falls', () => {
    assert.deepEqual(fallen([at(0, 0), at(0, 0, 'pocketed'), at(1, 1)], [at(0, 0, 'off the table'), at(0, 0, 'pocketed'), at(1, 1)]), [0]);
});

test('a table has the game of its balls, whose targets are those that may be met first', () => {
    const numbered = count => ['cue', ...Array.from({length: count}, (_, k) => `${k + 1}`)];
    const games = [9, 10, 15, 3].map(count => gameOf(numbered(count)));
    assert.deepEqual(games, ['nine-ball', 'ten-ball', 'eight-ball', undefined]);
    const names = numbered(10), states = names.map((_, k) => at(0, k, k < 3 && k > 0 ? 'pocketed' : 'resting'));
    const session = {states, shots: [], table: {names, game: () => ({free() {}})}};
    assert.deepEqual(new Match(session, gameOf(names)).targets(), [3]);
});

test('balls that are spotted lie where the engine puts them', () => {
    const states = [at(0, 0), at(0, 0, 'pocketed'), at(1, 1)];
    const game = {
        free() {},
        rule: () => ({fouls: [], spotted: [1], shooter: 1, groups: ['open', 'open'], points: [0, 0]}),
        start: [at(9, 9), at(0.5, 1.5), at(9, 9)],
    };
    const session = Object.assign(Object.create(Session.prototype), {
        states, start: states, shots: [{}], past: [], table: {names: ['cue', '9', '1'], game: () => game},
    });
    new Match(session, 'nine-ball').rule(states);
    assert.deepEqual(session.states, [states[0], game.start[1], states[2]]);
    assert.deepEqual(session.shots, []);
});
