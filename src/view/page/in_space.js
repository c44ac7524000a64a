// The shots of a table in space: the flat trajectory, and how high its balls are.

import {kStart} from './states.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Box, Flight, RailedLook, Rails} from './types.js' */

const kGone = ['pocketed', 'leaves the table'];      // events
const kOutOfPlay = ['pocketed', 'off_table'];        // phases

/** @param {Flight[]} list */
const byState = list => new Map(list.map(([state, height, rise]) => [state, {height, rise}]));

/** How far rails and pockets reach beyond the playing area. @param {Box} area @param {RailedLook} table */
export function railReach({lower, upper}, {rail, rails}) {
    const beyond = rails.pockets.flatMap(({center, radius}) => center.map((x, k) => Math.max(lower[k] - x, x - upper[k]) + radius));
    return Math.max(rail * Math.min(upper[0] - lower[0], upper[1] - lower[1]), ...beyond);
}

/** What surrounds a table in space, rails included: {lower, upper}. @param {Box} area @param {RailedLook} table */
export function spaceExtent({lower, upper}, table) {
    const wide = railReach({lower, upper}, table);
    return {lower: [...lower.map(x => x - wide), 0], upper: [...upper.map(x => x + wide), railHeight(table.rails)]};
}

/** Of the rails over the bed. @param {Rails} rails */
export function railHeight({straight, round}) {
    return Math.max(0, ...[...straight, ...round].map(({height}) => height));
}

/** The same recording with a third coordinate. It follows the flat trajectory from event to event.
 *  @param {Trajectory} flat @param {RailedLook} table @returns {Trajectory} */
export function inSpace(flat, {rails}) {
    const {header, columns: {radius}} = flat;
    if (!header.flights) throw new Error('this recording has no heights');
    const {phases} = header, {gravity, start, states} = header.flights, flights = {start: byState(start), states: byState(states)}, world = {...header.world};
    world.boundary = ['open', 'open', 'open'];  // the table is drawn instead of a box
    /** Does it lie in the tray? @param {number} ball @param {number} state */
    const isGone = (ball, state) => state === kStart ? phases !== null && kOutOfPlay.includes(phases.names[phases.start[ball]])
        : kGone.includes(flat.kind(flat.stateEvent[state]).name);
    /** Of a ball that does not fly. @param {number} ball @param {number} state */
    const level = (ball, state) => radius[ball] + (isGone(ball, state) ? railHeight(rails) : 0);
    /** @param {number} ball @param {number} state */
    const flightOf = (ball, state) => state === kStart ? flights.start.get(ball) : flights.states.get(state);
    return Object.assign(Object.create(flat), {
        dimension: 3, header: {...header, dimension: 3, world}, sides: [0, 0, 0], gravity: [0, 0, -gravity],
        /** @param {number} ball @param {number} state @param {number} time @param {number} k */
        coordinate(ball, state, time, k) {
            if (k < 2) return flat.coordinate(ball, state, time, k);
            const flight = flightOf(ball, state), elapsed = time - flat.stateTime(ball, state);
            return flight ? flight.height + elapsed * (flight.rise - gravity * elapsed / 2) : level(ball, state);
        },
        /** @param {number} ball @param {number} state @param {number} time @param {number} k */
        velocityCoordinate(ball, state, time, k) {
            if (k < 2) return flat.velocityCoordinate(ball, state, time, k);
            const flight = flightOf(ball, state);
            return flight ? flight.rise - gravity * (time - flat.stateTime(ball, state)) : 0;
        },
        /** @param {number} ball @param {number} state @param {number} k */
        acceleration(ball, state, k) {
            if (k < 2) return flat.acceleration(ball, state, k);
            return flightOf(ball, state) ? -gravity : 0;
        },
    });
}
