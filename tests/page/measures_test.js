// Promise: charts show what mechanics says: energies, momentum given to walls, Maxwell's law, the order of a lattice.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {kChartKinds} from '../../src/view/page/chart_kinds.js';
import {
    boxSizes, Ledger, maxwell, radialDistribution, speedHistogram, sumsInBins, timeBins,
} from '../../src/view/page/measures.js';
import {bouncing, kPair, near, randomNumbers, shearOf, shuttle, trajectoryOf, worldOf} from './support.js';

async function counted(trajectory) {
    const ledger = new Ledger(trajectory);
    await ledger.count();
    return ledger;
}

/** A chart of a kind: {lines, text} or {why}. */
const chart = (kind, trajectory, more = {}) => kChartKinds[kind].make({trajectory, time: 0, ball: -1, ...more});

test('a falling ball turns potential energy into kinetic energy', async () => {
    const ledger = await counted(bouncing(1));
    for (let time = 0; time < 3; time += 0.1) {
        const fall = time <= 1 ? time : (time - 1) % 2 - 1, {total, potential, kinetic} = ledger.energies(time);
        near(total, 2 * 10 * 5.5 + 1, 1e-9);  // m g y + m v^2 / 2 at the start, v = 1 along x
        near(kinetic, 2 * (1 + (10 * fall) ** 2) / 2, 1e-9);
        near(potential, total - kinetic, 1e-9);
    }
});

test('each bounce leaves e^2 of the energy of the fall', async () => {
    const ledger = await counted(bouncing(0.5, 2.9));
    const lost = 2 * 10 * 5 * (1 - 0.5 ** 2);
    near(ledger.energies(0.9).total - ledger.energies(1.1).total, lost, 1e-9);
    near(ledger.energies(1.9).total - ledger.energies(2.1).total, lost * 0.5 ** 2, 1e-9);
});

test('a ball that cloth slows loses its energy on the way, and rests with none', async () => {
    const events = [
        {time: 1, kind: kPair, ball: 0, other: 1, after: [{at: [1.5, 0], velocity: [0, 0]}, {at: [2.5, 0], velocity: [1, 0], acceleration: [-0.5, 0]}]},
        {time: 3, kind: kPair, ball: 1, other: 0, after: [{at: [3.5, 0], velocity: [0, 0]}, {at: [1.5, 0], velocity: [0, 0]}]},
    ];
    const balls = [{at: [0, 0], velocity: [2, 0], acceleration: [-1, 0], mass: 2}, {at: [2.5, 0], mass: 2}];
    const ledger = await counted(trajectoryOf({world: worldOf(2), balls, events, length: 4}));
    for (const [time, speed] of [[0, 2], [0.5, 1.5], [0.99, 1.01], [1, 1], [2, 0.5], [2.9, 0.05], [3, 0], [4, 0]])
        near(ledger.energies(time).total, speed ** 2, 1e-9);
    const {lines} = chart('energy', ledger.trajectory, {ledger});
    assert.equal(lines[1].label, 'lost in impacts and on the cloth');
    near(lines[1].points.at(-1).y, 4, 1e-9);
});

test('what is left of the energy is nothing where it is rounding, and has its unit on a table', async () => {
    const ledger = await counted(shuttle()), {trajectory} = ledger, energies = ledger.energies.bind(ledger);
    ledger.energies = time => ({...energies(time), total: time === 0 ? 9 : time < 5 ? 9 + 1e-14 : 4e-15});
    const {lines, y, text} = chart('energy', trajectory, {ledger});
    assert.equal(Math.min(...lines[1].points.map(point => point.y)), 0, 'no energy is won by rounding');
    assert.match(text, /^Of 9 at the start of the window nothing is left at its end\.$/);
    assert.equal(y, 'energy');
    trajectory.header.facts = {kinds: [], events: {}};
    const onTable = chart('energy', trajectory, {ledger});
    assert.deepEqual([onTable.y, onTable.text.slice(0, 8)], ['energy, J', 'Of 9 J a']);
});

test('without gravity the energy is constant between impacts', async () => {
    const ledger = await counted(shuttle());
    assert.deepEqual(ledger.energies(7), {total: 9, potential: 0, kinetic: 9});
});

test('the pressure of one ball is the momentum that it gives to the walls', async () => {
    const trajectory = shuttle(30), ledger = await counted(trajectory), {lines} = chart('pressure', trajectory, {ledger});
    const {width, count} = timeBins(trajectory), sum = lines[0].points.reduce((total, {y}) => total + y * width, 0);
    assert.equal(lines[0].points.length, count);
    near(sum, 10 * 2 * 2 * 3 / 40, 1e-9);  // ten impacts of 2 m v on walls 40 long
});

test('the pressure of a periodic box is that of the energy and the virial', async () => {
    const world = worldOf(2, {boundary: ['periodic', 'periodic']});
    const balls = [{at: [2, 5], velocity: [1, 0]}, {at: [5, 5], velocity: [-1, 0]}];
    const after = [{at: [3, 5], velocity: [-1, 0]}, {at: [4, 5], velocity: [1, 0]}];
    const trajectory = trajectoryOf({world, balls, events: [{time: 1, kind: kPair, ball: 0, other: 1, after}], length: 4});
    const {lines} = chart('pressure', trajectory, {ledger: await counted(trajectory)}), {width} = timeBins(trajectory);
    const mean = lines[0].points.reduce((total, {y}) => total + y * width, 0) / 4;
    near(mean, (2 * 1 + 2 * 1 / 4) / (2 * 100), 1e-12);  // (2 E + sum of r . impulse / time) / (n V)
});

test('charts say why they cannot be drawn', async () => {
    const balls = [{at: [1, 1]}], periodic = worldOf(2, {shear: shearOf(1, 10), boundary: ['periodic', 'periodic']});
    const sheared = trajectoryOf({world: periodic, balls});
    const open = trajectoryOf({world: worldOf(2, {boundary: ['open', 'wall']}), balls}), ledger = await counted(open);
    for (const kind of ['energy', 'pressure', 'distances']) assert.ok(chart(kind, sheared, {ledger}).why, kind);
    for (const kind of ['pressure', 'distances']) assert.match(chart(kind, open, {ledger}).why, /open world/);
    const still = trajectoryOf({world: worldOf(2), balls: [{at: [1, 1], mass: Infinity}]});
    assert.equal(chart('speeds', still).why, 'No ball moves.');
});

test('the chart of a ball has its speed just before and after each impact', () => {
    const {lines, text} = chart('ball', bouncing(0.5, 2.9), {ball: 0});
    const speeds = lines[0].points.filter(({x}) => x === 1).map(({y}) => y);
    near(speeds[0], Math.hypot(1, 10), 1e-12);
    near(speeds[1], Math.hypot(1, 5), 1e-12);
    assert.match(text, /5 impacts/);
});

test('bins of time hold every event once', () => {
    const trajectory = shuttle(), sums = sumsInBins(trajectory, () => 1);
    assert.equal(sums.reduce((a, b) => a + b), trajectory.eventCount);
    near(timeBins(trajectory).count * timeBins(trajectory).width, 30);
});

test('sizes of boxes', () => {
    assert.deepEqual(boxSizes(worldOf(3, {upper: [1, 2, 3]})), {volume: 6, walls: 22});
    assert.deepEqual(boxSizes(worldOf(2, {boundary: ['periodic', 'wall'], upper: [4, 5]})), {volume: 20, walls: 8});
    assert.equal(boxSizes(worldOf(2, {boundary: ['open', 'wall']})), undefined);
    assert.equal(boxSizes(worldOf(2, {walls: [{}]})), undefined);
});

test('Maxwell’s law is a density whose mean energy is n kT / 2', () => {
    for (const n of [2, 3]) {
        let all = 0, energy = 0;
        const step = 1e-3, mass = 2, kT = 0.7;
        for (let v = step / 2; v < 8; v += step) {
            all += maxwell(v, mass, kT, n) * step;
            energy += maxwell(v, mass, kT, n) * step * mass * v * v / 2;
        }
        near(all, 1, 1e-6);
        near(energy, n * kT / 2, 1e-6);
    }
});

test('a histogram of speeds is a density, with the law of the same energy', () => {
    const random = randomNumbers(2), number = () => random() - 0.5;
    const balls = Array.from({length: 500}, () => ({at: [5, 5], velocity: [number(), number()]}));
    balls.push({at: [5, 5], mass: Infinity});
    const trajectory = trajectoryOf({world: worldOf(2), balls}), {width, shares, kT} = speedHistogram(trajectory, 0);
    near(shares.reduce((sum, share) => sum + share * width, 0), 1, 1e-12);
    near(kT, balls.slice(0, 500).reduce((sum, {velocity: [u, v]}) => sum + (u * u + v * v) / 2, 0) / 500, 1e-12);
});

test('the radial distribution counts the neighbours of a square lattice', () => {
    const balls = Array.from({length: 400}, (_, k) => ({at: [k % 20 + 0.25, Math.floor(k / 20) + 0.75], radius: 0.45}));
    const world = worldOf(2, {boundary: ['periodic', 'periodic'], upper: [20, 20]});
    const {width, values, centres} = radialDistribution(trajectoryOf({world, balls}), 0);
    assert.equal(centres, 400);
    const around = new Map([[1, 4], [Math.SQRT2, 4], [2, 4], [Math.sqrt(5), 8], [Math.sqrt(8), 4], [3, 4]]);  // neighbours by distance
    const expected = new Float64Array(values.length), shell = k => Math.PI * width * width * (2 * k + 1);
    for (const [r, count] of around) expected[Math.floor(r / width)] += count / shell(Math.floor(r / width)) / (399 / 400);
    for (let k = 0; (k + 1) * width < 3.1; ++k) near(values[k], expected[k], 1e-9, `bin ${k}`);
});

test('potential energy counts from the ground, wherever that is', async () => {
    const world = worldOf(2, {gravity: [0, -10], lower: [0, -20], upper: [10, -10]});
    const ledger = await counted(trajectoryOf({world, balls: [{at: [5, -15], mass: 2}]}));
    near(ledger.energies(0).potential, 2 * 10 * 5, 1e-9);
    near(ledger.energies(0.5).total, 2 * 10 * 5, 1e-9);
});

test('between walls only balls far from them are counted around', () => {
    const random = randomNumbers(8);
    const balls = Array.from({length: 300}, () => ({at: [10 * random(), 10 * random()], radius: 0.1}));
    const reach = 0.8, inner = balls.filter(({at}) => at.every(x => x >= reach && x <= 10 - reach)).length;
    assert.equal(radialDistribution(trajectoryOf({world: worldOf(2), balls}), 0).centres, inner);
    assert.match(radialDistribution(trajectoryOf({world: worldOf(2), balls: balls.slice(0, 12)}), 0).why, /Too few.*30 are needed/);
});
