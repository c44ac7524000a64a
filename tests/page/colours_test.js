// Promise: colours tell balls, species, speeds or energies apart, and pool balls look as on the table.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Colours, kColourModes, rampTable, rgbOf} from '../../src/view/page/colours.js';
import {legendHtml} from '../../src/view/page/legend.js';
import {kWall, lookOf, trajectoryOf, worldOf} from './support.js';

const kTable = {
    wood: ['#7a4a26'], felt: ['#23705d'], cushion: '#14493d', sights: '#f0e2c4', white: '#ffffff', ink: '#14181d',
    balls: [{fill: '#d4242a', line: '#ff6b6b', label: '3', striped: false}, {fill: '#16181a', line: '#0b0d0e', label: '8', striped: false}],
};
const onFelt = () => new Colours(trajectoryOf({
    world: worldOf(2), balls: [{at: [1, 5], name: '3'}, {at: [2, 5], name: '8'}], look: {table: kTable},
}));

test('pool balls look as the page says, until colours tell something else', () => {
    const colours = onFelt();
    assert.equal(colours.poolLook(0), kTable.balls[0]);
    assert.equal(colours.css(0, 0), 'rgb(212 36 42)');
    colours.mode = 'speed';
    assert.equal(colours.poolLook(0), undefined);
    assert.notEqual(colours.css(0, 0), 'rgb(212 36 42)');
});

test('what colours tell at first is what the page says', () => {
    for (const colour of ['id', 'species', 'speed']) {
        const trajectory = trajectoryOf({world: worldOf(2), balls: [{at: [1, 1]}], look: {colour}});
        assert.equal(new Colours(trajectory).mode, colour);
    }
});

test('balls and species take the colours of the palette in turn', () => {
    const balls = [0, 1, 0, 2].map(species => ({at: [1, 1], species}));
    const species = [{radius: 0.5, mass: 1, balls: 2}, {radius: 0.5, mass: 2, balls: 1}, {radius: 2, mass: null, balls: 1}];
    const colours = new Colours(trajectoryOf({world: worldOf(2), balls, look: {species, species_count: 5}}));
    assert.deepEqual(colours.rgb(3, 0), colours.rgb(0, 0), 'three colours only');
    colours.mode = 'species';
    assert.deepEqual(colours.rgb(0, 0), colours.rgb(2, 0));
    assert.notDeepEqual(colours.rgb(0, 0), colours.rgb(1, 0));
    assert.match(legendHtml(colours.legend(0)), /2 × r 0\.5, m 1<.*1 × r 0\.5, m 2<.*1 × r 2, immovable<.*and 2 more species</);
});

test('balls that never move are grey whatever colours tell', () => {
    const colours = new Colours(trajectoryOf({world: worldOf(2), balls: [{at: [1, 1], mass: Infinity}, {at: [2, 2]}]}));
    for (const mode of kColourModes) {
        colours.mode = mode;
        assert.equal(colours.css(0, 0), 'rgb(138 147 160)');
        assert.deepEqual(Array.from(colours.update(0, 1, []).subarray(0, 4)), [138, 147, 160, 255]);
    }
});

test('the ramp goes evenly from end to end', () => {
    const ramp = rampTable(lookOf().ramp);
    assert.deepEqual(Array.from(ramp.subarray(0, 3)), rgbOf('#453781'));
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
    assert.match(legendHtml(colours.legend(0)), /kinetic energy.*≥ 8</);
});

test('of a crowd only every so many balls, and those asked for, are painted anew', () => {
    const balls = [0, 1, 2, 3, 4, 5].map(v => ({at: [1, 1], velocity: [v, 0]}));
    const colours = new Colours(trajectoryOf({world: worldOf(2), balls}));
    colours.mode = 'speed';
    const painted = colours.update(0, 4, [5]);
    assert.deepEqual(balls.map((_, b) => painted[4 * b] !== 255), [true, false, false, false, true, true]);
});

test('on felt the lines of pool balls may be brighter than the balls, and ink is white', () => {
    const felt = onFelt(), theme = {css: {ink: 'black'}};
    assert.deepEqual(felt.trailRgb(0, 0), rgbOf('#ff6b6b'));
    assert.equal(felt.inkCss(theme), '#fff');
    const paper = new Colours(trajectoryOf({world: worldOf(2), balls: [{at: [1, 1]}]}));
    assert.deepEqual(paper.trailRgb(0, 0), paper.rgb(0, 0));
    assert.equal(paper.inkCss(theme), 'black');
});

test('in a gas that cools, colours show the speeds of now, unless one asks for the whole window', () => {
    const after = v => [{at: [5, 5], velocity: [v, 0]}];
    const events = [0, 1].map(ball => ({time: 1, kind: kWall, ball, other: 0, after: after(0.1 * (ball + 1))}));
    const trajectory = trajectoryOf({world: worldOf(2), balls: [2, 4].map(v => ({at: [1, 1], velocity: [v, 0]})), events});
    const colours = new Colours(trajectory);
    colours.mode = 'speed';
    assert.equal(colours.scale, 'now');
    assert.equal(colours.topsAt(0).speed, 2);
    trajectory.apply(2);
    assert.equal(colours.topsAt(2).speed, 0.1);
    assert.match(legendHtml(colours.legend(2)), /now.*≥ 0\.1</);
    colours.scale = 'run';
    assert.ok(colours.topsAt(2).speed >= 2);
});

test('where the energy stays, the scale of the whole window is the usual one', () => {
    assert.equal(new Colours(trajectoryOf({world: worldOf(2), balls: [{at: [1, 1], velocity: [1, 0]}]})).scale, 'run');
});
