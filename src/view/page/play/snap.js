// Balls that are moved by hand: near enough to touch, they touch, also two things at once.

/** @import {BallState} from '../../../../javascript/carom/index.js' */
/** @import {Trajectory} from '../trajectory.js' */

const kNear = 0.35;  // ball radii

/** @param {BallState} state */
const isOut = ({phase}) => phase === 'pocketed' || phase === 'off the table';

/** What the middle of the ball may lie on to touch something: a circle about a ball, or a line `x[axis] = at` along a cushion.
 *  @typedef {{gap: number, centre: number[], reach: number} | {gap: number, axis: number, at: number}} Touch */

/** What it nearly touches at this place, the nearest first: balls, and the straight cushions of a rectangle.
 *  @param {number[]} place @param {number} ball @param {BallState[]} states @param {Trajectory} trajectory */
function touches([x, y], ball, states, trajectory) {
    const {radius} = trajectory.columns, {lower, upper} = trajectory.header.world;
    /** @type {Touch[]} */
    const found = [];
    states.forEach((state, other) => {
        const centre = Array.from(state.position).slice(0, 2), away = Math.hypot(x - centre[0], y - centre[1]);
        const reach = 2 * Math.sqrt(radius[ball] * radius[other]);
        if (other !== ball && !isOut(state) && away > 0) found.push({gap: Math.abs(away - reach), centre, reach});
    });
    [x, y].forEach((here, axis) => {
        for (const at of [lower[axis] + radius[ball], upper[axis] - radius[ball]]) found.push({gap: Math.abs(here - at), axis, at});
    });
    return found.filter(({gap}) => gap < kNear * radius[ball]).sort((a, b) => a.gap - b.gap);
}

/** The nearest place that touches one of them. @param {number[]} place @param {Touch} touch */
function onto([x, y], touch) {
    if ('axis' in touch) return touch.axis === 0 ? [touch.at, y] : [x, touch.at];
    const {centre: [u, v], reach} = touch, away = Math.hypot(x - u, y - v);
    return [u + (x - u) / away * reach, v + (y - v) / away * reach];
}

/** The places that touch both; none where there is no such place. @param {Touch} a @param {Touch} b @returns {number[][]} */
function meeting(a, b) {
    if ('axis' in a && 'axis' in b) return a.axis === b.axis ? [] : [a.axis === 0 ? [a.at, b.at] : [b.at, a.at]];
    if ('axis' in a) return meeting(b, a);
    if ('axis' in b) {
        const beside = a.reach ** 2 - (b.at - a.centre[b.axis]) ** 2, middle = a.centre[1 - b.axis];
        return beside < 0 ? [] : [1, -1].map(way => middle + way * Math.sqrt(beside)).map(along => b.axis === 0 ? [b.at, along] : [along, b.at]);
    }
    const [dx, dy] = [b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]], away = Math.hypot(dx, dy);
    const along = (away ** 2 + a.reach ** 2 - b.reach ** 2) / (2 * away), beside = a.reach ** 2 - along ** 2;
    if (!(beside >= 0)) return [];
    return [1, -1].map(way => way * Math.sqrt(beside)).map(far =>
        [a.centre[0] + (along * dx - far * dy) / away, a.centre[1] + (along * dy + far * dx) / away]);
}

/** The place, moved so that the ball touches what it nearly touches: two things where it can, else the nearest.
 *  @param {number[]} place @param {number} ball @param {BallState[]} states @param {Trajectory} trajectory */
export function nearTouch(place, ball, states, trajectory) {
    const [first, ...others] = touches(place, ball, states, trajectory);
    if (!first) return place;
    /** @param {number[]} at */
    const away = at => Math.hypot(at[0] - place[0], at[1] - place[1]);
    const both = others.flatMap(other => meeting(first, other)).sort((a, b) => away(a) - away(b)).find(at => away(at) < 2 * kNear * trajectory.columns.radius[ball]);
    return both ?? onto(place, first);
}
