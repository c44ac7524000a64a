// The charts of the page: what each shows and says. A kind gives {lines, x, y, text}; a line is
// {label, points: [{x, y}], bars?, steps?}. `live` kinds show the present instant.

import {boxSizes, kMostBins, radialDistribution, speedHistogram, sumsInBins, timeBins} from './measures.js';
import {counted, shortNumber} from './numbers.js';
import {kStart} from './states.js';
import {length} from './vectors.js';

/** @import {Ledger} from './measures.js' */
/** @import {Trajectory} from './trajectory.js' */
/** @import {ChartContent, ChartLine, Place} from './types.js' */

const kLiveLimit = 200000;  // balls
const kRounding = 1e-12;    // of the energy at the start: less is none

/** @typedef {{trajectory: Trajectory, ledger: Ledger, time: number, ball: number}} Asked */

/** @type {Record<string, {name: string, make: (asked: Asked) => ChartContent, live?: boolean, slow?: boolean, perBall?: boolean}>} */
export const kChartKinds = {
    energy: {name: 'Energy by part', make: energyChart},
    impacts: {name: 'Impacts per unit of time', make: impactsChart},
    pressure: {name: 'Pressure', make: pressureChart},
    speeds: {name: 'Speeds now, and Maxwell’s law', live: true, make: speedsChart},
    ball: {name: 'Speed of the chosen ball', perBall: true, make: ballChart},
    distances: {name: 'Radial distribution now', live: true, slow: true, make: distancesChart},
};

/** Points (x, f(x)) at equal steps from 0 to `end`. @param {number} end @param {number} count @param {(x: number) => number} f @returns {Place[]} */
function sampled(end, count, f) {
    return Array.from({length: count + 1}, (_, k) => ({x: end * k / count, y: f(end * k / count)}));
}

/** The bins of time as points at their middles; a bin's value is divided by its length.
 *  @param {Trajectory} trajectory @param {(event: number) => number} value @returns {Place[]} */
function rates(trajectory, value) {
    const {width} = timeBins(trajectory), {from} = trajectory.header;
    return Array.from(sumsInBins(trajectory, value), (sum, k) => ({x: from + (k + 0.5) * width, y: sum / width}));
}

/** @param {Asked} asked @returns {ChartContent} */
function energyChart({trajectory, ledger}) {
    if (trajectory.shear) return {why: 'The flow of a sheared box gives balls energy all the time.'};
    const {from} = trajectory.header;
    /** @type {number[]} */
    const moments = [];
    for (let k = 0; k <= kMostBins; ++k) moments.push(trajectory.length * k / kMostBins);
    if (trajectory.eventCount <= 2000)
        for (let event = 0; event < trajectory.eventCount; ++event) moments.push(trajectory.eventTime(event));
    moments.sort((a, b) => a - b);
    const start = ledger.energies(0).total, unit = trajectory.header.facts ? ' J' : '';
    /** @param {number} energy */
    const sizable = energy => Math.abs(energy) > kRounding * start ? energy : 0;
    /** @param {string} label @param {(energies: ReturnType<Ledger['energies']>) => number} value */
    const line = (label, value) => ({
        label, steps: !ledger.fallen && !ledger.slowed, points: moments.map(t => ({x: from + t, y: sizable(value(ledger.energies(t)))})),
    });
    const lost = line(ledger.slowed ? 'lost in impacts and on the cloth' : 'lost in impacts', e => start - e.total);
    const lines = ledger.fallen
        ? [line('kinetic', e => e.kinetic), line('potential', e => e.potential), line('together', e => e.total), lost]
        : [line('kinetic', e => e.kinetic), lost];
    const end = sizable(ledger.energies(trajectory.length).total);
    return {lines, x: 'time', y: unit ? `energy,${unit}` : 'energy', text: `Of ${shortNumber(start, 6)}${unit} at the start of the window ` +
        `${end === 0 ? 'nothing' : `${shortNumber(end, 6)}${unit}`} is left at its end.`};
}

/** @param {Asked} asked @returns {ChartContent} */
function impactsChart({trajectory}) {
    const pairs = rates(trajectory, event => trajectory.isPair(event) ? 1 : 0);
    const walls = rates(trajectory, event => trajectory.isWall(event) ? 1 : 0);
    const clusters = rates(trajectory, event => trajectory.isPart(event) && trajectory.endsEntry(event) ? 1 : 0);
    const others = rates(trajectory, event => trajectory.kind(event).other === 'none' ? 1 : 0);
    const {width} = timeBins(trajectory);
    const lines = [{label: 'of two balls', points: pairs, steps: true}, {label: 'with walls', points: walls, steps: true},
        {label: 'of several contacts', points: clusters, steps: true}, {label: 'other changes', points: others, steps: true}];
    return {lines: lines.filter((line, k) => k < 2 || line.points.some(p => p.y > 0)),
        x: 'time', y: 'impacts per unit of time', text: `Counted in steps of ${shortNumber(width, 3)}.`};
}

/** @param {Asked} asked @returns {ChartContent} */
function pressureChart({trajectory, ledger}) {
    const sizes = boxSizes(trajectory.header.world), n = trajectory.dimension;
    if (!sizes) return {why: 'An open world, or one with further walls, has no volume.'};
    if (trajectory.shear) return {why: 'This chart does not follow the sliding images of a sheared box.'};
    if (sizes.walls === 0 && trajectory.moves.includes(0))
        return {why: 'Balls that never move hold a periodic box in place, so impacts alone do not give its pressure.'};
    /** @param {number} event */
    const value = event => sizes.walls > 0 ? ledger.push[event] / sizes.walls
        : ledger.virial[event] / (n * sizes.volume);
    const points = rates(trajectory, value);
    if (sizes.walls === 0)
        for (const p of points) p.y += 2 * ledger.energies(p.x - trajectory.header.from).kinetic / (n * sizes.volume);
    const mean = points.reduce((sum, p) => sum + p.y, 0) / points.length;
    const ideal = 2 * ledger.energies(trajectory.length / 2).kinetic / (n * sizes.volume);
    return {lines: [{label: 'pressure', points, steps: true}], x: 'time', y: 'pressure',
        text: `From the momentum given to ${sizes.walls > 0 ? 'the walls of the box' : 'each other (virial)'}. ` +
            `Mean ${shortNumber(mean, 5)}; point-like balls of the same energy: ${shortNumber(ideal, 5)}.` +
            (trajectory.lastEvents ? ' Impacts of several contacts are left out.' : '')};
}

/** @param {Asked} asked @returns {ChartContent} */
function speedsChart({trajectory, time}) {
    const histogram = speedHistogram(trajectory, time);
    if (!histogram) return {why: 'No ball moves.'};
    const bars = Array.from(histogram.shares, (y, k) => ({x: (k + 0.5) * histogram.width, y}));
    /** @type {ChartLine[]} */
    const lines = [{label: 'balls', points: bars, bars: true}];
    if (histogram.kT > 0)
        lines.push({label: 'Maxwell', points: sampled(histogram.top, 120, histogram.law)});
    return {lines, x: 'speed', y: 'density', text: `The law of a gas in equilibrium with the same energy, ` +
        `kT = ${shortNumber(histogram.kT, 5)}.` + (trajectory.shear ? ' Speeds are relative to the flow.' : '')};
}

/** @param {Asked} asked @returns {ChartContent} */
function ballChart({trajectory, ball}) {
    const b = ball >= 0 ? ball : 0, {from} = trajectory.header;
    /** @type {Place[]} */
    const points = [];
    const begin = trajectory.ballBegin[b], end = trajectory.ballBegin[b + 1];
    /** @param {number} state @param {number} t */
    const add = (state, t) => points.push({x: from + t, y: length(trajectory.velocityIn(b, state, t))});
    let state = kStart, since = 0;
    for (let k = begin; k <= end; ++k) {
        const until = k < end ? trajectory.stateTime(b, trajectory.ofBall[k]) : trajectory.length;
        const pieces = trajectory.bends ? 8 : 1;
        for (let piece = 0; piece < pieces; ++piece) add(state, since + (until - since) * piece / pieces);
        add(state, until);
        state = trajectory.ofBall[k];
        since = until;
    }
    return {lines: [{label: trajectory.name(b), points}], x: 'time', y: 'speed',
        text: `${trajectory.name(b)} has ${counted(end - begin, 'impact')} in this window. Choose a ball by a click on it.`};
}

/** @param {Asked} asked @returns {ChartContent} */
function distancesChart({trajectory, time}) {
    if (trajectory.ballCount > kLiveLimit) return {why: 'Too many balls to count pairs here.'};
    if (trajectory.shear) return {why: 'This chart does not follow the sliding images of a sheared box.'};
    const result = radialDistribution(trajectory, time);
    if (!result.values) return result;
    const points = Array.from(result.values, (y, k) => ({x: (k + 0.5) * result.width, y}));
    return {lines: [{label: 'g(r)', points}], x: 'distance of centres', y: 'g(r)',
        text: `Counted around ${counted(result.centres, 'ball')}; 1 is no order at all.`};
}
