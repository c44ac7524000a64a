// Promise: the tab Scene lists the numbers of a scene with what they mean, and a number that is changed there is changed in the
// text and nowhere else.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {test} from 'node:test';

import {numbersOf, withNumber} from '../../src/view/page/play/scene_numbers.js';
import {kMeanings} from '../../src/view/page/play/scene_words.js';

const root = new URL('../../', import.meta.url), read = path => readFileSync(new URL(path, root), 'utf8');
const kScene = `name = "a = 5"  # b = 6
seed = 3
dimension = 2
[world]
lower = [0.0, -1]   # two
upper = [1e1, 1_000]
[[generate]]
kind = "random_gas"
count = 20
name = "x"
  [[generate.species]]
  name = "big"
  radius = 0.5
[[generate]]
radius = 2
kind = "lattice"
counts = [
    3, 3]
`;
const named = (text, name) => {
    const found = numbersOf(text, 2).find(({table, key}) => `${table}.${key}` === name);
    assert.ok(found, name);
    return found;
};

test('numbers are found with their tables, also arrays, and no words', () => {
    const shown = numbersOf(kScene, 2).map(({table, name, key, values}) => `${table}${name && ` (${name})`}.${key} ${values.join(' ')}`);
    assert.deepEqual(shown, [
        'world.gravity 0 0', 'collisions.restitution_balls 1', 'collisions.restitution_walls 1',
        '.seed 3', 'generate (random_gas).count 20', 'generate.species (big).radius 0.5', 'generate (lattice).radius 2',
        'world.lower 0.0 -1', 'world.upper 1e1 1_000',
    ]);
});

test('one number of the text changes', () => {
    assert.equal(withNumber(kScene, named(kScene, 'world.lower'), 1, '-2.5'), kScene.replace('[0.0, -1]', '[0.0, -2.5]'));
    assert.equal(withNumber(kScene, named(kScene, 'generate.count'), 0, '7'), kScene.replace('count = 20', 'count = 7'));
});

test('a number that the scene leaves out comes into its table, which may be a new one', () => {
    const falls = withNumber(kScene, named(kScene, 'world.gravity'), 1, '-9.81');
    assert.equal(falls, kScene.replace('[world]\n', '[world]\ngravity = [0, -9.81]\n'));
    const slow = withNumber(kScene, named(kScene, 'collisions.restitution_balls'), 0, '0.9');
    assert.equal(slow, `${kScene}\n[collisions]\nrestitution_balls = 0.9\n`);
    assert.deepEqual(named(slow, 'collisions.restitution_balls').values, ['0.9']);
});

test('every number of every bundled scene means something, and each meaning is one of the format', () => {
    const scenes = readdirSync(new URL('scenes/', root)).map(name => read(`scenes/${name}`)).filter(text => !/^\[table\]/m.test(text));
    assert.ok(scenes.length > 10);
    for (const text of scenes) for (const {table, key, about} of numbersOf(text, 2)) assert.notEqual(about, '', `${table}.${key}`);
    const format = read('docs/formats/scene.md');
    for (const word of Object.keys(kMeanings)) {
        const key = word.split('.').at(-1);
        assert.match(format, new RegExp(`\`${key}\``), word);
    }
});
