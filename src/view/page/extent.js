// How much room the balls and the world take.

import {kStart} from './states.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Extent, Vector} from './types.js' */

/** What the balls need at the start, and the box on its axes: {lower, upper, round}, `round` being a sphere that holds all of it
 *  but corners.
 *  @param {Trajectory} trajectory @returns {Extent} */
export function extentOf(trajectory) {
    const {world} = trajectory.header, n = trajectory.dimension;
    const lower = Array(n).fill(Infinity), upper = Array(n).fill(-Infinity);
    /** @param {Vector} point @param {number} radius */
    const include = (point, radius) => {
        for (let k = 0; k < n; ++k) {
            lower[k] = Math.min(lower[k], point[k] - radius);
            upper[k] = Math.max(upper[k], point[k] + radius);
        }
    };
    for (let b = 0; b < trajectory.ballCount; ++b) {
        const radius = trajectory.columns.radius[b];
        include(trajectory.positionIn(b, kStart, 0), radius);
        if (world.boundary.includes('open')) includeFlights(trajectory, b, radius, include);
    }
    for (const vessel of world.containers) if (vessel.kind === 'sphere') include(vessel.center, vessel.radius);
    for (let k = 0; k < n; ++k) {
        if (world.boundary[k] !== 'open') [lower[k], upper[k]] = [world.lower[k], world.upper[k]];
    }
    const round = world.containers.find(({kind, center, radius}) => kind === 'sphere' &&
        center.every((x, k) => lower[k] >= x - radius && upper[k] <= x + radius));
    return {lower, upper, round};
}

/** Where an open world lets a ball go; of many states a few dozen. @param {Trajectory} trajectory
 *  @param {number} ball @param {number} radius @param {(point: Vector, radius: number) => void} include */
function includeFlights(trajectory, ball, radius, include) {
    const begin = trajectory.ballBegin[ball], end = trajectory.ballBegin[ball + 1];
    const step = Math.max(1, Math.floor((end - begin) / 32));
    for (let k = begin; k < end; k += step) {
        const state = trajectory.ofBall[k];
        include(trajectory.positionIn(ball, state, trajectory.stateTime(ball, state)), radius);
    }
    const last = begin === end ? kStart : trajectory.ofBall[end - 1];
    include(trajectory.positionIn(ball, last, trajectory.length), radius);
}
