// Points by three cushions: the strike that may err most is what the page finds for a visitor, and what its own player takes.

/** @import {Shot, Strike} from '../../../../javascript/carom/index.js' */
/** @import {Session} from './session.js' */

const kSpeeds = [3, 4.5], kSides = [-0.35, 0, 0.35], kUp = 0.1;
// Degrees between two directions that it tries, and between two aims at the limit of a window. Points of opening shots have narrow windows.
const kUsual = {step: 3, narrow: 0.08}, kOpening = {step: 0.02, narrow: 0.004};
const kReach = 1.5;      // degrees of windows that it cares about
const kCushions = 3;

/** Does the cue ball meet three cushions, and both other balls, the second of them after the cushions? `first`: the ball that it has to meet
 *  before any cushion. @param {Pick<Shot, 'events'>} shot @param {number} cueBall @param {number} [first] */
export function scores({events}, cueBall, first) {
    const met = new Set();
    let cushions = 0;
    for (const {kind, ball, other} of events) {
        if (ball === cueBall && (kind === 'straight cushion' || kind === 'round cushion')) ++cushions;
        if (kind !== 'ball and ball' || other === undefined || ball !== cueBall && other !== cueBall) continue;
        if (met.size === 0 && first !== undefined && (cushions > 0 || ball !== first && other !== first)) return false;
        met.add(ball === cueBall ? other : ball);
        if (met.size === 2) return cushions >= kCushions;
    }
    return false;
}

/** The directions from one to another that it tries: all round, or those in which it meets the ball `first` directly.
 *  @param {Session} session @param {number} [first] @returns {[number, number]} */
function sector({aim, states}, first) {
    if (first === undefined) return [0, 360];
    const [from, to] = [aim.cueBall, first].map(ball => states[ball].position), away = [to[0] - from[0], to[1] - from[1]];
    const middle = Math.atan2(away[1], away[0]) * 180 / Math.PI, reach = 2 * states[first].position[2];
    const half = Math.asin(Math.min(1, reach / Math.hypot(away[0], away[1]))) * 180 / Math.PI;
    return [middle - half, middle + half];
}

/** The strike with the widest window that makes a point, with that width in degrees; undefined where it sees none. It calls no ball and no
 *  pocket, which are -1. `first` as in scores. @param {Session} session @param {number} [first] */
export function bestCarom(session, first) {
    const {aim} = session, {step, narrow} = first === undefined ? kUsual : kOpening, [from, to] = sector(session, first);
    /** @param {Required<Strike>} strike */
    const isPoint = strike => {
        const shot = session.outcome(strike);
        return shot !== undefined && scores(shot, aim.cueBall, first);
    };
    /** How far the aim may err to one side. @param {Required<Strike>} strike @param {number} sign */
    const mayErr = (strike, sign) => {
        let far = 0;
        while (far < kReach && isPoint({...strike, direction: strike.direction + sign * (far + narrow)})) far += narrow;
        return far;
    };
    let best, widest = 0;
    for (const speed of kSpeeds) for (const left of kSides) for (let direction = from; direction < to; direction += step) {
        const strike = {...aim, speed, left, direction, up: kUp, elevation: 0};
        if (!isPoint(strike)) continue;
        const [less, more] = [mayErr(strike, -1), mayErr(strike, 1)], wide = less + more;
        const middle = {...strike, direction: (direction + (more - less) / 2 + 360) % 360};
        if (wide <= widest || !isPoint(middle)) continue;
        widest = wide;
        best = {strike: middle, wide, ball: -1, pocket: -1};
    }
    return best;
}
