// Promise: a visitor's change of the cloth or the models changes those words of the scene and no others.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {changedScene} from '../../src/view/page/play/changed_scene.js';
import {clothOf} from '../../src/view/page/play/physics.js';

const plain = 'name = "two"\n\n[table]\nkind = "free"\ngravity = 9.8\n\n[[table.pockets]]\nradius = 0.06\n\n' +
    '[[balls]]\nname = "cue"\nposition = [0.4, 0.6]\n\n[[balls]]\nname = "[laws]"\nmass = 0.2\nposition = [0.9, 1.8]\n';

test('without a section for it, one stands before the balls', () => {
    assert.equal(changedScene(plain, {ball: {rolling_friction: 0.015}}),
        plain.replace('[[balls]]', '[defaults]\nrolling_friction = 0.015\n\n[[balls]]'));
    assert.equal(changedScene(plain, {laws: {cushion: 'han_2005', jumps: true}}),
        plain.replace('[[balls]]', '[laws]\ncushion = "han_2005"\njumps = true\n\n[[balls]]'));
    assert.equal(changedScene(plain, {}), plain);
});

test('a word that is there is changed, of each ball too', () => {
    const own = plain.replace('mass = 0.2\n', 'mass = 0.2\nball_friction = 0.04\n')
        .replace('[[balls]]', '[defaults]\nkind = "carom"\nball_friction = 0.06\n\n[laws]\nball_friction = "alciatore"\n\n[[balls]]');
    const once = changedScene(own, {ball: {ball_friction: 0.07}});
    assert.equal(once, plain.replace('[[balls]]',
        '[defaults]\nball_friction = 0.07\nkind = "carom"\n\n[laws]\nball_friction = "alciatore"\n\n[[balls]]'));
    const twice = changedScene(once, {laws: {ball_friction: 'mean_of_balls'}});
    assert.equal(twice, once.replace('"alciatore"', '"mean_of_balls"'));
    assert.equal(changedScene(twice, {laws: {ball_friction: 'alciatore'}}), once);
});

test('a cloth has the name of its numbers', () => {
    const medium = {sliding_friction: 0.2, rolling_friction: 0.01, spinning_friction: 0.0127};
    assert.equal(clothOf(medium), 'medium');
    assert.equal(clothOf({...medium, rolling_friction: 0.011}), 'as below');
});
