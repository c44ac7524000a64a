// Promise: colours tell balls, species, speeds or energies apart, and pool balls look as on the table.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Colours, isTable, kColourModes, poolNumber, rampTable, rgbOf} from '../../src/view/page/colours.js';
import {trajectoryOf, worldOf} from './support.js';

const poolTable = names => trajectoryOf(
    {world: worldOf(2), balls: names.map((name, k) => ({at: [k, 5], velocity: [k, 0], name}))});

test('pool balls are called cue or 1 to 15', () => {
    assert.deepEqual(['cue', '1', '15', '16', '0', '07', 'red', ''].map(poolNumber), [0, 1, 15, -1, -1, -1, -1, -1]);
});

test('a table is a flat box of walls in which nothing falls', () => {
    const header = changes => ({dimension: 2, world: worldOf(2, changes)});
    assert.ok(isTable(header()));
    assert.ok(!isTable(header({boundary: ['wall', 'periodic']})));
    assert.ok(!isTable(header({gravity: [0, -1]})));
    assert.ok(!isTable(header({walls: [{}]})));
    assert.ok(!isTable(header({containers: [{}]})));
    assert.ok(!isTable({dimension: 3, world: worldOf(3)}));
});

test('pool balls look as on the table', () => {
    const colours = new Colours(poolTable(['cue', '3', '8', '11']));
    assert.ok(colours.isPool);
    const [cue, three, eight, eleven] = [0, 1, 2, 3].map(ball => colours.poolLook(ball));
    assert.deepEqual([cue.label, three.label, eight.label, eleven.label], ['', '3', '8', '11']);
    assert.deepEqual([cue.stripe, three.stripe, eight.stripe], ['', '', '']);
    assert.equal(eleven.stripe, three.body);
    assert.equal(eleven.body, cue.white);
    assert.equal(three.body, 'rgb(212 36 42)');
    colours.mode = 'speed';
    assert.equal(colours.poolLook(1), undefined);
});

test('one other name, or no table, and the balls are no pool balls', () => {
    assert.ok(!new Colours(poolTable(['cue', 'red'])).isPool);
    const falling = trajectoryOf({world: worldOf(2, {gravity: [0, -1]}), balls: [{at: [1, 1], name: 'cue'}]});
    assert.equal(new Colours(falling).poolLook(0), undefined);
});

test('few balls have colours of their own; more are told apart by species or speed', () => {
    const mode = balls => new Colours(trajectoryOf({world: worldOf(2), balls})).mode;
    const crowd = (count, change) => Array.from({length: count}, (_, k) => ({at: [1, 1], ...change(k)}));
    assert.equal(mode(crowd(60, () => ({}))), 'id');
    assert.equal(mode(crowd(61, () => ({}))), 'speed');
    assert.equal(mode(crowd(61, k => ({radius: 1 + k % 12}))), 'species');
    assert.equal(mode(crowd(61, k => ({radius: 1 + k % 13}))), 'speed');
});

test('balls of one radius and mass are a species', () => {
    const balls = [{at: [1, 1]}, {at: [1, 1], mass: 2}, {at: [1, 1]}, {at: [1, 1], mass: Infinity, radius: 2}];
    const colours = new Colours(trajectoryOf({world: worldOf(2), balls}));
    colours.mode = 'species';
    assert.deepEqual(Array.from(colours.speciesOf), [0, 1, 0, 2]);
    assert.deepEqual(colours.rgb(0, 0), colours.rgb(2, 0));
    assert.notDeepEqual(colours.rgb(0, 0), colours.rgb(1, 0));
    assert.match(colours.legend(), /2 × r 0\.5, m 1<.*1 × r 0\.5, m 2<.*1 × r 2, immovable</);
});

test('balls that never move are grey whatever colours tell', () => {
    const colours = new Colours(trajectoryOf({world: worldOf(2), balls: [{at: [1, 1], mass: Infinity}, {at: [2, 2]}]}));
    for (const mode of kColourModes) {
        colours.mode = mode;
        assert.equal(colours.css(0, 0), 'rgb(138 147 160)');
        assert.deepEqual(Array.from(colours.update(0, 1, []).subarray(0, 4)), [138, 147, 160, 255]);
    }
});

test('the ramp goes from one end of Viridis to the other', () => {
    const ramp = rampTable();
    assert.deepEqual(Array.from(ramp.subarray(0, 3)), rgbOf('#440154'));
    assert.deepEqual(Array.from(ramp.subarray(765)), rgbOf('#fde725'));
    for (let k = 3; k < ramp.length; ++k) assert.ok(Math.abs(ramp[k] - ramp[k - 3]) <= 3);
});

test('slow is dark and fast is light; energy goes with the square', () => {
    const balls = [0, 1, 2, 3, 4].map(v => ({at: [1, 1], velocity: [v, 0]}));
    const colours = new Colours(trajectoryOf({world: worldOf(2), balls}));
    colours.tops = {speed: 4, energy: 8};
    colours.mode = 'speed';
    assert.deepEqual(balls.map((_, b) => colours.rampPlace(b, 0) / 3), [0, 64, 128, 191, 255]);
    colours.mode = 'energy';
    assert.deepEqual(balls.map((_, b) => colours.rampPlace(b, 0) / 3), [0, 16, 64, 143, 255]);
    assert.match(colours.legend(), /^kinetic energy.*≥ 8</);
});

test('of a crowd only every so many balls, and those asked for, are painted anew', () => {
    const balls = [0, 1, 2, 3, 4, 5].map(v => ({at: [1, 1], velocity: [v, 0]}));
    const colours = new Colours(trajectoryOf({world: worldOf(2), balls}));
    colours.mode = 'speed';
    const painted = colours.update(0, 4, [5]);
    assert.deepEqual(balls.map((_, b) => painted[4 * b] !== 255), [true, false, false, false, true, true]);
});

test('on felt trails are lighter than balls, and ink is white', () => {
    const felt = new Colours(poolTable(['8', 'cue'])), theme = {css: {ink: 'black'}};
    assert.equal(felt.trailCss(0, 0, 0.5), 'rgb(127 128 129 / 0.500)');
    assert.equal(felt.inkCss(theme), '#fff');
    const paper = new Colours(trajectoryOf({world: worldOf(2, {gravity: [0, -1]}), balls: [{at: [1, 1]}]}));
    assert.equal(paper.trailCss(0, 0, 0.5), 'rgb(68 119 170 / 0.500)');
    assert.equal(paper.inkCss(theme), 'black');
});
