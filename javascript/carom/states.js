// States of balls on a table. Layout: carom_ball_state in carom/c/billiards.h.

import { mustBe, vector } from "./columns.js";
import { CaromError } from "./instance.js";
import { readVector, writeVector } from "./pairs.js";

export const PHASES = ["resting", "spinning", "sliding", "rolling", "pocketed", "airborne", "off the table"];

/** Bytes of a state. */
export const STATE = 80;

export function readStates(view, at, balls) {
    return Array.from({ length: balls }, (_, ball) => readState(view, at + ball * STATE));
}

export function readState(view, at) {
    return {
        phase: PHASES[view.getInt32(at, true)],
        position: readVector(view, at + 8, 3),
        velocity: readVector(view, at + 32, 3),
        spin: readVector(view, at + 56, 3),
    };
}

export function writeStates(instance, scope, start, balls) {
    if (!Array.isArray(start) || start.length !== balls)
        throw new CaromError("BAD_ARGUMENT", [`start: a state for each of ${balls} balls is needed`]);
    const at = scope.allocate(balls * STATE);
    for (const [ball, state] of start.entries()) writeState(instance.view, at + ball * STATE, state, `start[${ball}]`);
    return at;
}

function writeState(view, at, state, name) {
    mustBe(name, state);
    const phase = PHASES.indexOf(state.phase);
    if (phase < 0) throw new CaromError("BAD_ARGUMENT", [`${name}.phase: one of ${PHASES.join(", ")} is needed`]);
    view.setInt32(at, phase, true);
    ["position", "velocity", "spin"].forEach((part, k) => {
        writeVector(view, at + 8 + 24 * k, vector(`${name}.${part}`, state[part], 3));
    });
}
