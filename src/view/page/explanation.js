// What happened in an event: labels with numbers, and sentences.

import {shortNumber} from './numbers.js';
import {dot, length, times, unit} from './vectors.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Header, Vector} from './types.js' */

const kLeast = 1e-6;         // less is rounding
const kLeastEnglish = 0.02;  // of the approach to a cushion: less is not worth a word

/** @param {Vector} vector */
export const vectorText = vector => vector.map(x => shortNumber(x, 5)).join('  ');
/** @param {number} value */
const speedText = value => `${shortNumber(value, 4)} m/s`;
/** @param {number} value */
const degreesText = value => `${Math.abs(value).toFixed(Math.abs(value) < 10 ? 2 : 1)}°`;
/** @param {number} value */
const sideText = value => Math.abs(value) < 0.005 ? 'none' : `${degreesText(value)} ${value < 0 ? 'right' : 'left'}`;

/** Words for a gap, which is rounding where balls touch. @param {number} gap */
export function gapText(gap) {
    return gap === 0 ? '0' : Number.isFinite(gap) ? gap.toExponential(1).replace('-', '−') : 'not known here';
}

/** The velocities of each ball of an impact right before and after it: [{ball, before, after}].
 *  @param {Trajectory} trajectory @param {number} event */
function changesOf(trajectory, event) {
    const {first, last} = trajectory.impactOf(event), time = trajectory.eventTime(event), changes = [];
    for (let state = trajectory.firstState[first]; state < trajectory.firstState[last + 1]; ++state) {
        const ball = trajectory.stateBall[state];
        changes.push({
            ball, before: trajectory.velocityIn(ball, trajectory.before[state], time), after: trajectory.velocityIn(ball, state, time),
        });
    }
    return changes;
}

/** From the first ball to what it meets, a unit vector; undefined where neither a ball nor a wall is met.
 *  @param {Trajectory} trajectory @param {number} event */
function normalOf(trajectory, event) {
    const {ball, other} = trajectory.columns, state = trajectory.firstState[event], time = trajectory.eventTime(event);
    if (trajectory.isPair(event)) return unit(trajectory.separationIn(ball[event], state, other[event], state + 1, time));
    return trajectory.isWall(event) ? unit(times(-1, trajectory.impulse(event))) : undefined;
}

/** The energy of motion that the balls of an impact have lost, and what they had before.
 *  @param {Trajectory} trajectory @param {ReturnType<typeof changesOf>} changes */
function energyOf(trajectory, changes) {
    const {mass} = trajectory.columns, sum = {energy: 0, lost: 0};
    for (const {ball, before, after} of changes.filter(change => trajectory.moves[change.ball])) {
        sum.energy += mass[ball] / 2 * dot(before, before);
        sum.lost += mass[ball] / 2 * (dot(before, before) - dot(after, after));
    }
    return sum;
}

/** @param {Record<string, number>} told @param {string} [unitText] */
function energyFacts({energy, lost}, unitText = '') {
    if (Math.abs(lost) <= 1e-9 * energy) return [['energy lost', 'none']];
    const share = energy > 0 ? `, ${shortNumber(100 * Math.abs(lost) / energy, 3)} %` : '';
    return [[lost < 0 ? 'energy gained' : 'energy lost', `${shortNumber(Math.abs(lost), 4)}${unitText}${share}`]];
}

/** Of an impact that is none of a table. @param {Trajectory} trajectory @param {number} event */
function impactExplanation(trajectory, event) {
    const {restitution} = trajectory.columns, changes = changesOf(trajectory, event), normal = normalOf(trajectory, event), facts = [];
    const isPart = trajectory.isPart(event);
    if (trajectory.kind(event).other !== 'none') facts.push(['gap', gapText(trajectory.gapAtEvent(event))]);
    if (isPart) facts.push(['balls at once', String(changes.length)]);
    else facts.push(['impulse', shortNumber(length(trajectory.impulse(event)), 4)]);
    if (trajectory.kind(event).other !== 'none') facts.push(['restitution', shortNumber(restitution[event], 4)]);
    if (normal) facts.push(['normal', vectorText(normal)]);
    for (const {ball, before, after} of isPart ? [] : changes)
        facts.push([`${trajectory.name(ball)} before`, vectorText(before)], ['after', vectorText(after)]);
    if (trajectory.shear) return {facts, words: ''};  // whose flow gives energy, and moves images
    facts.push(...energyFacts(energyOf(trajectory, changes)));
    if (!normal || !trajectory.isPair(event)) return {facts, words: ''};
    /** @param {Vector} vector */
    const along = vector => dot(vector, normal);
    const [a, b] = changes, speeds = [along(a.before) - along(b.before), along(b.after) - along(a.after)];
    const [approach, parting] = speeds.map(speed => shortNumber(speed, 4));
    return {facts, words: `Along the line of centres the balls meet at ${approach} and part at ${parting}. Across it nothing changes.`};
}

/** @param {number} cut */
const hitName = cut => cut < 5 ? 'A full hit' : cut < 27 ? 'A thick hit' : cut < 33 ? 'A half-ball hit' : cut < 70 ? 'A thin hit' : 'A graze';

/** What friction between two balls did. @param {Record<string, number>} told @param {string} target */
function frictionWords({slip_before: before, grips, thrown, side_spin: spin}, target) {
    if (before === undefined) return 'More balls meet at the same instant, so friction and losses of each cannot be told apart.';
    if (before < kLeast) return 'Nothing slips between the balls.';
    const way = grips ? 'The balls grip: friction stops their slip.' : 'The balls slip to the end.';
    const side = thrown < 0 ? 'right' : 'left', turns = Math.abs(spin) < 0.01 ? '' : ` It gives side spin to ${target}.`;
    return `${way}${Math.abs(thrown) < 0.005 ? '' : ` Friction throws ${target} to the ${side}.`}${turns}`;
}

/** @param {Record<string, number>} told @param {string} target */
function ballsOnTable(told, target) {
    const facts = [['cut', degreesText(told.cut)], ['part of the ball hit', `${shortNumber(100 * told.part, 3)} %`],
        ['approach', speedText(told.approach)], ['parting', speedText(told.parting)], ['impulse', `${shortNumber(told.impulse, 4)} N s`]];
    if (told.slip_before !== undefined) {
        facts.push(['slip before', speedText(told.slip_before)], ['after', speedText(told.slip_after)], ['throw', sideText(told.thrown)],
            ['spin given', `${shortNumber(told.spin, 4)} rad/s`], ['of it side spin', `${shortNumber(told.side_spin, 4)} rad/s`]);
    }
    return {facts, words: `${hitName(told.cut)}. ${frictionWords(told, target)}`};
}

/** @param {Record<string, number>} told */
function cushionOnTable({incoming, outgoing, approach, parting, running_english: english}) {
    const running = english > 0 ? 'The english is running: it widens the angle.' : 'The english is reverse: it narrows the angle.';
    return {
        facts: [['angle in', degreesText(incoming)], ['out', degreesText(outgoing)], ['approach', speedText(approach)],
            ['parting', speedText(parting)], ['english before', speedText(Math.abs(english))]],
        words: `A mirror would send it out at ${degreesText(incoming)}.${Math.abs(english) < kLeastEnglish * approach ? '' : ` ${running}`}`,
    };
}

/** @param {Record<string, number>} told */
function strikeOnTable({cue_speed: cue, speed, squirt}) {
    const turns = Math.abs(squirt) < 0.005 ? '' : 'Squirt: the end of the shaft pushes the ball away from the side that the tip meets.';
    return {facts: [['cue', speedText(cue)], ['ball', speedText(speed)], ['squirt', sideText(squirt)]], words: turns};
}

/** The numbers of the engine by their names; undefined for what is neither a strike nor an impact.
 *  @param {NonNullable<Header['facts']>} told @param {number} event @returns {Record<string, number> | undefined} */
function factsOf({kinds, events}, event) {
    const told = events[event];
    return told && Object.fromEntries(kinds[told[0]].map((name, k) => [name, told[k + 1]]));
}

/** On a table, from the numbers of the engine; those that other changes have are none.
 *  @param {Trajectory} trajectory @param {number} event @param {Record<string, number>} told */
function tableExplanation(trajectory, event, told = {}) {
    const {facts, words} = told.cut !== undefined ? ballsOnTable(told, trajectory.otherName(event))
        : told.incoming !== undefined ? cushionOnTable(told) : told.squirt !== undefined ? strikeOnTable(told) : {facts: [], words: ''};
    if (trajectory.isPair(event)) facts.push(['gap', gapText(trajectory.gapAtEvent(event))]);
    if (told.lost !== undefined) facts.push(...energyFacts(told, ' J'));
    return {facts, words};
}

/** {facts: [[label, text]], words} of the impact or the other change that an event belongs to.
 *  @param {Trajectory} trajectory @param {number} event @returns {{facts: string[][], words: string}} */
export function explanationOf(trajectory, event) {
    const {facts} = trajectory.header;
    return facts ? tableExplanation(trajectory, event, factsOf(facts, event)) : impactExplanation(trajectory, event);
}
