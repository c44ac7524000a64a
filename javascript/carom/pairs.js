// Two things: when do they touch, do they overlap, how do they bounce? Layouts: carom/c/pairs.h.

/** @import {Ball, BallColumns, Body, ContactState, SweepInto, Vector} from "./index.js" */
/** @import {Instance} from "./instance.js" */

import { Column, Scope, isNumbers, mustBe, number, options, shown, vector } from "./columns.js";
import { CaromError } from "./instance.js";

/** @type {ContactState[]} */
export const CONTACT_STATES = [
    "apart",
    "will touch",
    "touching, closing",
    "touching, parting",
    "touching, at rest",
    "overlapping",
];

const BALL = 56;
const ANSWER = 120;
const BODY = 56;
const BALL_COLUMNS = 84;
const SWEEP_COLUMNS = 36;

export class Pairs {
    #instance;

    /** @param {Instance} instance */
    constructor(instance) {
        this.#instance = instance;
    }

    /** @param {Ball} a @param {Ball} b */
    sweep(a, b) {
        const dimension = dimensionOf("a", a);
        return this.#answer((scope, answer) =>
            this.#instance.call("carom_sweep", dimension, this.#ball(scope, "a", a, dimension),
                this.#ball(scope, "b", b, dimension), answer), dimension);
    }

    /** @param {Ball} ball @param {{normal: Vector, offset: number}} halfSpace */
    sweepHalfSpace(ball, halfSpace) {
        const dimension = dimensionOf("ball", ball);
        mustBe("halfSpace", halfSpace);
        return this.#answer((scope, answer) =>
            this.#instance.call("carom_sweep_half_space", dimension, this.#ball(scope, "ball", ball, dimension),
                this.#vector(scope, "normal", halfSpace.normal, dimension), number("offset", halfSpace.offset),
                answer), dimension);
    }

    /** @param {Ball} ball @param {{lower: Vector, upper: Vector}} box */
    sweepBox(ball, box) {
        const dimension = dimensionOf("ball", ball);
        mustBe("box", box);
        return this.#answer((scope, answer) =>
            this.#instance.call("carom_sweep_box", dimension, this.#ball(scope, "ball", ball, dimension),
                this.#vector(scope, "lower", box.lower, dimension),
                this.#vector(scope, "upper", box.upper, dimension), answer), dimension);
    }

    /** @param {Ball} a @param {Ball} b */
    overlaps(a, b) {
        return this.#numbers("carom_overlaps", a, b, 1, (view, at) => view.getInt32(at, true) !== 0);
    }

    /** @param {Ball} a @param {Ball} b */
    gap(a, b) {
        return this.#numbers("carom_gap", a, b, 1, (view, at) => view.getFloat64(at, true));
    }

    /** @param {Ball} a @param {Ball} b */
    closestApproach(a, b) {
        return this.#numbers("carom_closest_approach", a, b, 2, (view, at) => ({
            when: view.getFloat64(at, true),
            gap: view.getFloat64(at + 8, true),
        }));
    }

    /** @param {Body} a @param {Body} b @param {number} restitution */
    bounce(a, b, restitution) {
        const dimension = dimensionOf("a", a);
        return Scope.run(this.#instance, (scope) => {
            const velocities = scope.allocate(48);
            this.#instance.call("carom_bounce", dimension, this.#body(scope, "a", a, dimension),
                this.#body(scope, "b", b, dimension), number("restitution", restitution), velocities, velocities + 24);
            return {
                velocityA: readVector(this.#instance.view, velocities, dimension),
                velocityB: readVector(this.#instance.view, velocities + 24, dimension),
            };
        });
    }

    /** @param {BallColumns} a @param {BallColumns} b @param {SweepInto | undefined} into */
    sweepEach(a, b, into) {
        return this.#columns("carom_sweep_each", a, b, (count) => count, into);
    }

    /** @param {BallColumns} a @param {BallColumns} b @param {SweepInto | undefined} into */
    sweepAll(a, b, into) {
        return this.#columns("carom_sweep_all", a, b, (countA, countB) => countA * countB, into);
    }

    /** @param {string} name @param {BallColumns} a @param {BallColumns} b @param {(countA: number, countB: number) => number} pairs
     *  @param {SweepInto | undefined} given */
    #columns(name, a, b, pairs, given) {
        const into = options("into", given, ["state", "first", "last"]);
        const dimension = dimensionOf("a", a);
        return Scope.run(this.#instance, (scope) => {
            const [first, second] = [scope.allocate(BALL_COLUMNS), scope.allocate(BALL_COLUMNS)];
            const count = pairs(ballColumns(scope, first, "a", a, dimension), ballColumns(scope, second, "b", b, dimension));
            const answers = scope.allocate(SWEEP_COLUMNS);
            const take = {
                state: scope.writeInto(answers, "state", count, Int32Array, into.state),
                first: scope.writeInto(answers + 12, "first", count, Float64Array, into.first),
                last: scope.writeInto(answers + 24, "last", count, Float64Array, into.last),
            };
            const contacts = scope.allocate(4);
            this.#instance.call(name, dimension, first, second, answers, contacts);
            return {
                contacts: this.#instance.view.getUint32(contacts, true),
                state: take.state(),
                first: take.first(),
                last: take.last(),
            };
        });
    }

    /** @param {(scope: Scope, answer: number) => void} ask @param {number} dimension */
    #answer(ask, dimension) {
        return Scope.run(this.#instance, (scope) => {
            const at = scope.allocate(ANSWER);
            ask(scope, at);
            const view = this.#instance.view;
            /** @param {number} offset */
            const place = (offset) => readVector(view, at + offset, dimension);
            return {
                state: CONTACT_STATES[view.getInt32(at, true)],
                first: view.getFloat64(at + 8, true),
                last: view.getFloat64(at + 16, true),
                centerA: place(24),
                centerB: place(48),
                normal: place(72),
                point: place(96),
            };
        });
    }

    /** @template Result @param {string} name @param {Ball} a @param {Ball} b @param {number} count
     *  @param {(view: DataView, at: number) => Result} read */
    #numbers(name, a, b, count, read) {
        const dimension = dimensionOf("a", a);
        return Scope.run(this.#instance, (scope) => {
            const at = scope.allocate(8 * count);
            const places = Array.from({ length: count }, (_, k) => at + 8 * k);
            this.#instance.call(name, dimension, this.#ball(scope, "a", a, dimension),
                this.#ball(scope, "b", b, dimension), ...places);
            return read(this.#instance.view, at);
        });
    }

    /** @param {Scope} scope @param {string} name @param {Ball} ball @param {number} dimension */
    #ball(scope, name, ball, dimension) {
        const at = scope.allocate(BALL);
        const view = this.#instance.view;
        mustBe(name, ball);
        writeVector(view, at, vector(`${name}.center`, ball.center, dimension));
        view.setFloat64(at + 24, number(`${name}.radius`, ball.radius), true);
        if (ball.displacement !== undefined)
            writeVector(view, at + 32, vector(`${name}.displacement`, ball.displacement, dimension));
        return at;
    }

    /** @param {Scope} scope @param {string} name @param {Body} body @param {number} dimension */
    #body(scope, name, body, dimension) {
        const at = scope.allocate(BODY);
        const view = this.#instance.view;
        mustBe(name, body);
        writeVector(view, at, vector(`${name}.center`, body.center, dimension));
        writeVector(view, at + 24, vector(`${name}.velocity`, body.velocity, dimension));
        view.setFloat64(at + 48, 1 / number(`${name}.mass`, body.mass), true);
        return at;
    }

    /** @param {Scope} scope @param {string} name @param {Vector} given @param {number} dimension */
    #vector(scope, name, given, dimension) {
        const numbers = vector(name, given, dimension);
        const at = scope.allocate(24);
        writeVector(this.#instance.view, at, numbers);
        return at;
    }
}

/** Writes carom_ball_columns, and says how many balls there are.
 *  @param {Scope} scope @param {number} to @param {string} name @param {BallColumns} balls @param {number} dimension */
export function ballColumns(scope, to, name, balls, dimension) {
    const count = countOf(name, balls, dimension);
    for (let k = 0; k < dimension; ++k) scope.read(to + 12 * k, `${name}.center[${k}]`, balls.center[k], count);
    scope.read(to + 36, `${name}.radius`, balls.radius, count);
    if (balls.displacement === undefined) return count;
    vectorOfColumns(`${name}.displacement`, balls.displacement, dimension);
    for (let k = 0; k < dimension; ++k)
        scope.read(to + 48 + 12 * k, `${name}.displacement[${k}]`, balls.displacement[k], count);
    return count;
}

/** @param {string} name @param {BallColumns} balls @param {number} dimension */
function countOf(name, balls, dimension) {
    mustBe(name, balls);
    return lengthOf(`${name}.center`, balls.center, dimension);
}

/** How long columns are: as long as the first one.
 *  @param {string} name @param {unknown} columns @param {number} dimension */
export function lengthOf(name, columns, dimension) {
    vectorOfColumns(name, columns, dimension);
    return lengthOfColumn(`${name}[0]`, columns[0]);
}

/** @param {string} name @param {unknown} column */
export function lengthOfColumn(name, column) {
    if (!(column instanceof Column) && !isNumbers(column)) throw bad(`${name}: a column of numbers is needed`);
    return column.length;
}

/** @param {string} name @param {unknown} columns @param {number} dimension @returns {asserts columns is unknown[]} */
export function vectorOfColumns(name, columns, dimension) {
    if (!Array.isArray(columns) || columns.length !== dimension)
        throw bad(`${name}: ${dimension} columns are needed, not ${shown(columns)}`);
}

/** 2 or 3: of the first ball. @param {string} name @param {{center: unknown}} ball */
export function dimensionOf(name, ball) {
    mustBe(name, ball);
    const dimension = isNumbers(ball.center) ? ball.center.length : 0;
    if (dimension !== 2 && dimension !== 3) throw bad(`${name}.center: 2 or 3 numbers or columns are needed`);
    return dimension;
}

/** @param {DataView} view @param {number} at @param {number} dimension */
export function readVector(view, at, dimension) {
    return Array.from({ length: dimension }, (_, k) => view.getFloat64(at + 8 * k, true));
}

/** @param {DataView} view @param {number} at @param {ArrayLike<number>} numbers */
export function writeVector(view, at, numbers) {
    for (let k = 0; k < numbers.length; ++k) view.setFloat64(at + 8 * k, numbers[k], true);
}

/** @param {string} what */
function bad(what) {
    return new CaromError("BAD_ARGUMENT", [what]);
}
