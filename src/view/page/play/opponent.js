// Ghost-ball aims at every pocket: the one that may err most is what the page finds for a visitor, and what its own player takes.

import {bestCarom} from './opponent_carom.js';
import {fallen, windowOf} from './session.js';

/** @import {Strike} from '../../../../javascript/carom/index.js' */
/** @import {Session} from './session.js' */
/** @import {Sphere} from '../types.js' */

const kSpeeds = [1.2, 2, 3, 4.5];
const kHand = 0.15;      // degrees that its hand may err
const kReach = 1.5;      // degrees of windows that it cares about

/** @param {ArrayLike<number>} from @param {ArrayLike<number>} to */
const degrees = (from, to) => Math.atan2(to[1] - from[1], to[0] - from[0]) * 180 / Math.PI;

/** Aims at the ghost ball: where the cue ball is when the target leaves for the pocket; empty where the cut is too thin.
 *  @param {ArrayLike<number>} cue @param {ArrayLike<number>} target @param {ArrayLike<number>} pocket @param {number} touch */
function ghostAim(cue, target, pocket, touch) {
    const way = [pocket[0] - target[0], pocket[1] - target[1]], length = Math.hypot(...way);
    const ghost = [target[0] - way[0] / length * touch, target[1] - way[1] / length * touch];
    const cut = (ghost[0] - cue[0]) * way[0] + (ghost[1] - cue[1]) * way[1];
    return cut > 0 ? [degrees(cue, ghost)] : [];
}

/** What it can think of: a strike with the width of its window, best first. @param {{session: Session, targets: number[], pockets: Sphere[]}} seen */
function shots({session, targets, pockets}) {
    const {aim, states} = session, cue = states[aim.cueBall].position, touch = 2 * session.heightOf(aim.cueBall), found = [];
    for (const ball of targets) {
        for (const [pocket, {center}] of pockets.entries()) {
            for (const direction of ghostAim(cue, states[ball].position, center, touch)) {
                for (const speed of kSpeeds) found.push({ball, pocket, strike: {...aim, direction, speed, elevation: 0, left: 0, up: 0}});
            }
        }
    }
    return found;
}

/** How far its hand errs, in degrees. @param {() => number} random */
const errorOf = random => kHand * (random() + random() + random() - 1.5);

/** Its break: as hard as the first aim of the table, at the nearest ball. @param {Session} session @param {number[]} targets */
export function opponentsBreak({first, aim, states}, targets, random = Math.random) {
    const placeOf = (/** @type {number} */ ball) => states[ball].position, cue = placeOf(aim.cueBall);
    /** @param {number} ball */
    const away = ball => Math.hypot(placeOf(ball)[0] - cue[0], placeOf(ball)[1] - cue[1]);
    const nearest = targets.reduce((best, ball) => away(ball) < away(best) ? ball : best);
    return {ball: -1, pocket: -1, strike: {...first, direction: (degrees(cue, placeOf(nearest)) + errorOf(random) + 360) % 360}};
}

/** Does this ball fall, and the cue ball not? A window may have a hole: its limits are looked for in steps. The strike is the aim
 *  then. @param {Session} session @param {number} ball @param {Required<Strike>} strike */
function sinks(session, ball, strike) {
    session.aim = strike;
    const shot = session.outcome(), falls = shot ? fallen(session.states, shot.end) : [];
    return falls.includes(ball) && !falls.includes(strike.cueBall);
}

/** The strike with the widest window that sinks one of these balls: {strike, ball, pocket, wide}, `wide` in degrees. Undefined where
 *  none goes straight into a pocket.
 *  @param {Session} session @param {number[]} targets @param {Sphere[]} pockets */
export function bestStrike(session, targets, pockets) {
    const {aim} = session;
    let best, widest = 0;
    for (const {ball, pocket, strike} of shots({session, targets, pockets})) {
        if (!sinks(session, ball, strike)) continue;
        const window = windowOf(session, kReach);
        if (!window) continue;
        const {from, to} = window, middle = {...strike, direction: (from + to) / 2}, {direction} = strike;
        const isMiddle = sinks(session, ball, middle), wide = isMiddle ? to - from : 2 * Math.min(direction - from, to - direction);
        if (wide <= widest) continue;
        widest = wide;
        best = {ball, pocket, wide, strike: isMiddle ? middle : strike};
    }
    session.aim = aim;
    return best;
}

/** A soft shot at the first of these balls, where nothing better is seen. @param {Session} session @param {number[]} targets */
function fallbackOf({aim, states}, [first]) {
    const direction = first === undefined ? 0 : degrees(states[aim.cueBall].position, states[first].position);
    return {ball: -1, pocket: -1, strike: {...aim, speed: 2, elevation: 0, left: 0, up: 0, direction}};
}

/** A strike whose direction errs by `random()` in [0, 1). @param {Required<Strike>} strike @param {() => number} random */
const byHand = (strike, random) => ({...strike, direction: (strike.direction + errorOf(random) + 360) % 360});

/** {strike, ball, pocket} of the opponent, whose hand errs by `random()` in [0, 1); without a ball and a pocket, which are -1 then,
 *  where it sees no way to sink one.
 *  @param {Session} session @param {number[]} targets @param {Sphere[]} pockets */
export function opponentsStrike(session, targets, pockets, random = Math.random) {
    const {strike, ball, pocket} = bestStrike(session, targets, pockets) ?? fallbackOf(session, targets);
    return {ball, pocket, strike: byHand(strike, random)};
}

/** The same for a point by three cushions; at these balls where it sees none. `first` has to be met first, where it is there.
 *  @param {Session} session @param {number[]} targets @param {number} [first] */
export function opponentsCarom(session, targets, first, random = Math.random) {
    const {strike, ball, pocket} = bestCarom(session, first) ?? fallbackOf(session, targets);
    return {ball, pocket, strike: byHand(strike, random)};
}
