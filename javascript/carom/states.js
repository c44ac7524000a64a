// States of balls on a table. Layout: carom_ball_state in carom/c/billiards.h.

/** @import {BallState, Phase} from "./index.js" */
/** @import {Scope} from "./columns.js" */
/** @import {Instance} from "./instance.js" */

import { mustBe, vector } from "./columns.js";
import { CaromError } from "./instance.js";
import { readVector, writeVector } from "./pairs.js";

/** @type {Phase[]} */
export const PHASES = ["resting", "spinning", "sliding", "rolling", "pocketed", "airborne", "off the table"];

/** Bytes of a state. */
export const STATE = 80;

/** @param {DataView} view @param {number} at @param {number} balls */
export function readStates(view, at, balls) {
    return Array.from({ length: balls }, (_, ball) => readState(view, at + ball * STATE));
}

/** @param {DataView} view @param {number} at @returns {BallState} */
export function readState(view, at) {
    return {
        phase: PHASES[view.getInt32(at, true)],
        position: readVector(view, at + 8, 3),
        velocity: readVector(view, at + 32, 3),
        spin: readVector(view, at + 56, 3),
    };
}

/** @param {Instance} instance @param {Scope} scope @param {BallState[]} start @param {number} balls */
export function writeStates(instance, scope, start, balls) {
    if (!Array.isArray(start) || start.length !== balls)
        throw new CaromError("BAD_ARGUMENT", [`start: a state for each of ${balls} balls is needed`]);
    const at = scope.allocate(balls * STATE);
    for (const [ball, state] of start.entries()) writeState(instance.view, at + ball * STATE, state, `start[${ball}]`);
    return at;
}

/** @param {DataView} view @param {number} at @param {BallState} state @param {string} name */
function writeState(view, at, state, name) {
    mustBe(name, state);
    const phase = PHASES.indexOf(state.phase);
    if (phase < 0) throw new CaromError("BAD_ARGUMENT", [`${name}.phase: one of ${PHASES.join(", ")} is needed`]);
    view.setInt32(at, phase, true);
    /** @type {const} */ (["position", "velocity", "spin"]).forEach((part, k) => {
        writeVector(view, at + 8 + 24 * k, vector(`${name}.${part}`, state[part], 3));
    });
}
