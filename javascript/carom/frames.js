// All contacts of many balls in a frame, and the step of a game. Layouts: carom/c/frames.h.

/** @import {BallColumns, BodyColumns, Obstacle, ObstacleColumns, PairFilter, StepOptions} from "./index.js" */
/** @import {Instance} from "./instance.js" */

import { Scope, isNumbers, number, options, whole } from "./columns.js";
import { CaromError } from "./instance.js";
import { CONTACT_STATES, ballColumns, lengthOf, lengthOfColumn, readVector, vectorOfColumns } from "./pairs.js";

const BALL_COLUMNS = 84;
const BODY_COLUMNS = 96;
const OBSTACLE_COLUMNS = 216;
const FILTER = 32;
const CONTACT = 32;
const OBSTACLE_CONTACT = 40;
const BOUNCE = 16;
const OBSTACLE = 8;
const LOST_MOVE = 32;
/** @type {Record<number, Obstacle["kind"]>} */
const OBSTACLE_KINDS = { 0: "ball", 2: "half-space", 3: "plane", 4: "box" };

/** Working memory for frames of one dimension. */
export class Frame {
    #instance;
    #handle;

    /** @param {Instance} instance @param {{dimension: 2 | 3}} given */
    constructor(instance, given) {
        const { dimension } = options("frame", given, ["dimension"]);
        this.#instance = instance;
        this.dimension = whole("dimension", dimension, 2, 3);
        this.#handle = instance.handle(this, "carom_frame_free", (to) =>
            instance.call("carom_frame_create", this.dimension, 1, to),
        );
    }

    free() {
        this.#instance.release(this, "carom_frame_free", this.#handle);
    }

    /** What rests, for all calls from now on, until others.
     *  @param {ObstacleColumns | undefined} obstacles @param {{restitution?: number} | undefined} given */
    setObstacles(obstacles, given) {
        const { restitution = 1 } = options("setObstacles", given, ["restitution"]);
        number("restitution", restitution);
        const { balls, halfSpaces, planes, boxes } = options("obstacles", obstacles, ["balls", "halfSpaces", "planes", "boxes"]);
        Scope.run(this.#instance, (scope) => {
            const columns = scope.allocate(OBSTACLE_COLUMNS);
            this.#obstacles(scope, columns, "balls", balls, "center", "radius");
            this.#obstacles(scope, columns + 48, "halfSpaces", halfSpaces, "normal", "offset");
            this.#obstacles(scope, columns + 96, "planes", planes, "normal", "offset");
            this.#obstacles(scope, columns + 144, "boxes", boxes, "lower", "upper");
            this.#instance.call("carom_frame_set_obstacles", this.#handle, columns, restitution);
        });
    }

    /** Which balls may touch, for all calls from now on, until another filter.
     *  @param {PairFilter | undefined} filter */
    setFilter(filter) {
        const { group, mask, ignored = [] } = options("filter", filter, ["group", "mask", "ignored"]);
        if (!Array.isArray(ignored)) throw bad("filter.ignored: pairs of numbers of balls are needed");
        Scope.run(this.#instance, (scope) => {
            const at = scope.allocate(FILTER);
            for (const [name, column] of Object.entries({ group, mask })) {
                if (column === undefined) continue;
                const to = name === "group" ? at : at + 12;
                const count = lengthOfColumn(`filter.${name}`, column);
                scope.read(to, `filter.${name}`, column, count, Int32Array);
            }
            const pairs = scope.allocate(8 * ignored.length);
            const view = this.#instance.view;
            ignored.forEach((pair, k) => {
                if (!isNumbers(pair) || pair.length !== 2) throw bad(`filter.ignored[${k}]: two numbers of balls are needed`);
                for (const side of [0, 1])
                    view.setUint32(pairs + 8 * k + 4 * side, whole(`filter.ignored[${k}][${side}]`, pair[side], 0, 2 ** 32 - 1), true);
            });
            view.setUint32(at + 24, pairs, true);
            view.setUint32(at + 28, ignored.length, true);
            this.#instance.call("carom_frame_set_filter", this.#handle, at);
        });
    }

    /** All contacts of the frame, in the order of (first, a, b). @param {BallColumns} balls */
    contacts(balls) {
        return Scope.run(this.#instance, (scope) => {
            const columns = scope.allocate(BALL_COLUMNS);
            ballColumns(scope, columns, "balls", balls, this.dimension);
            const found = scope.allocate(4);
            this.#instance.call("carom_frame_find", this.#handle, columns, found);
            const count = this.#instance.view.getUint32(found, true);
            const at = scope.allocate(count * CONTACT);
            this.#instance.call("carom_frame_contacts", this.#handle, 0, count, at);
            const view = this.#instance.view;
            return {
                count,
                a: Uint32Array.from({ length: count }, (_, k) => view.getUint32(at + k * CONTACT, true)),
                b: Uint32Array.from({ length: count }, (_, k) => view.getUint32(at + k * CONTACT + 4, true)),
                first: Float64Array.from({ length: count }, (_, k) => view.getFloat64(at + k * CONTACT + 8, true)),
                last: Float64Array.from({ length: count }, (_, k) => view.getFloat64(at + k * CONTACT + 16, true)),
                state: Int32Array.from({ length: count }, (_, k) => view.getInt32(at + k * CONTACT + 24, true)),
            };
        });
    }

    /** A picture of the last contacts in two dimensions, for small frames: the text of an SVG file. */
    svg() {
        return this.#instance.with(4, (length) => {
            this.#instance.call("carom_frame_svg", this.#handle, 0, 0, length);
            const capacity = this.#instance.view.getUint32(length, true);
            return this.#instance.with(capacity + 1, (to) => {
                this.#instance.call("carom_frame_svg", this.#handle, capacity + 1, to, length);
                return this.#instance.text(to);
            });
        });
    }

    /** All contacts of balls with obstacles, in the order of (first, ball, kind, index). @param {BallColumns} balls */
    obstacleContacts(balls) {
        return Scope.run(this.#instance, (scope) => {
            const columns = scope.allocate(BALL_COLUMNS);
            ballColumns(scope, columns, "balls", balls, this.dimension);
            const found = scope.allocate(4);
            this.#instance.call("carom_frame_find_obstacles", this.#handle, columns, found);
            const count = this.#instance.view.getUint32(found, true);
            const at = scope.allocate(count * OBSTACLE_CONTACT);
            this.#instance.call("carom_frame_obstacle_contacts", this.#handle, 0, count, at);
            const view = this.#instance.view;
            return Array.from({ length: count }, (_, k) => at + k * OBSTACLE_CONTACT).map((each) => ({
                ball: view.getUint32(each, true),
                obstacle: obstacleAt(view, each + 4),
                first: view.getFloat64(each + 16, true),
                last: view.getFloat64(each + 24, true),
                state: CONTACT_STATES[view.getInt32(each + 32, true)],
            }));
        });
    }

    /** Moves the balls through one frame, with all impacts in the order of time.
     *  @param {BodyColumns} bodies @param {StepOptions} given */
    step(bodies, given) {
        /** @type {(keyof StepOptions)[]} */
        const known = ["restitution", "threshold", "acceleration", "mostBounces"];
        const { restitution, threshold = 0, acceleration, mostBounces = 64 } = options("step", given, known);
        whole("mostBounces", mostBounces, 1, 2 ** 31 - 1);
        const { dimension } = this;
        return Scope.run(this.#instance, (scope) => {
            const columns = scope.allocate(BODY_COLUMNS);
            const count = ballColumns(scope, columns, "bodies", bodies, dimension);
            vectorOfColumns("bodies.displacement", bodies.displacement, dimension);
            const view = this.#instance.view;
            // The module moves the balls in its own memory.
            const moved = [0, 1, 2].map((k) => (k < dimension ? view.getUint32(columns + 12 * k, true) : 0));
            const moves = [0, 1, 2].map((k) => (k < dimension ? view.getUint32(columns + 48 + 12 * k, true) : 0));
            if (bodies.inverseMass !== undefined)
                scope.read(columns + 84, "bodies.inverseMass", bodies.inverseMass, count);
            this.#instance.call("carom_frame_set_acceleration", this.#handle, this.#acceleration(scope, acceleration, count));
            this.#instance.call("carom_frame_set_most_bounces", this.#handle, mostBounces);
            const bounced = scope.allocate(4);
            this.#instance.call("carom_frame_step", this.#handle, columns, number("restitution", restitution),
                number("threshold", threshold), bounced);
            return this.#stepped(scope, { dimension, count, moved, moves, bounces: bounced });
        });
    }

    /** Obstacles of one kind: a vector and a number each, or, of boxes, two vectors.
     *  @param {Scope} scope @param {number} to @param {keyof ObstacleColumns} kind
     *  @param {Record<string, unknown> | undefined} given @param {string} first @param {string} second */
    #obstacles(scope, to, kind, given, first, second) {
        if (given === undefined) return;
        const name = `obstacles.${kind}`;
        const { [first]: vectors, [second]: others } = options(name, given, [first, second]);
        const count = lengthOf(`${name}.${first}`, vectors, this.dimension);
        this.#columns(scope, to, `${name}.${first}`, vectors, count);
        if (kind === "boxes") this.#columns(scope, to + 36, `${name}.${second}`, others, count);
        else scope.read(to + 36, `${name}.${second}`, others, count);
    }

    /** @param {Scope} scope @param {number} to @param {string} name @param {unknown} columns @param {number} count */
    #columns(scope, to, name, columns, count) {
        vectorOfColumns(name, columns, this.dimension);
        columns.forEach((column, k) => scope.read(to + 12 * k, `${name}[${k}]`, column, count));
    }

    /** Where the columns are: one entry for all balls where only numbers are given; 0 for none.
     *  @param {Scope} scope @param {unknown} given @param {number} count */
    #acceleration(scope, given, count) {
        if (given === undefined) return 0;
        const at = scope.allocate(12 * this.dimension);
        const isForAll = Array.isArray(given) && given.every((each) => typeof each === "number");
        this.#columns(scope, at, "acceleration", given, isForAll ? 1 : count);
        return at;
    }

    /** @param {Scope} scope @param {{dimension: number, count: number, moved: number[], moves: number[], bounces: number}} step */
    #stepped(scope, { dimension, count, moved, moves, bounces }) {
        const bounced = this.#bounces(scope, this.#instance.view.getUint32(bounces, true));
        const lost = this.#lost(scope);
        /** @param {number} address */
        const column = (address) => new Float64Array(this.#instance.buffer, address, count).slice();
        return {
            center: moved.slice(0, dimension).map(column),
            displacement: moves.slice(0, dimension).map(column),
            bounces: bounced,
            lost,
        };
    }

    /** @param {Scope} scope @param {number} count */
    #bounces(scope, count) {
        const [at, obstacles] = [scope.allocate(count * BOUNCE), scope.allocate(count * OBSTACLE)];
        this.#instance.call("carom_frame_bounces", this.#handle, 0, count, at);
        this.#instance.call("carom_frame_bounce_obstacles", this.#handle, 0, count, obstacles);
        const view = this.#instance.view;
        return Array.from({ length: count }, (_, k) => {
            const [fraction, a] = [view.getFloat64(at + k * BOUNCE, true), view.getUint32(at + k * BOUNCE + 8, true)];
            const obstacle = obstacleAt(view, obstacles + k * OBSTACLE);
            return obstacle === undefined ? { fraction, a, b: view.getUint32(at + k * BOUNCE + 12, true) } : { fraction, a, obstacle };
        });
    }

    /** @param {Scope} scope */
    #lost(scope) {
        const told = scope.allocate(4);
        this.#instance.call("carom_frame_lost_count", this.#handle, told);
        const count = this.#instance.view.getUint32(told, true);
        const at = scope.allocate(count * LOST_MOVE);
        this.#instance.call("carom_frame_lost_moves", this.#handle, 0, count, at);
        const view = this.#instance.view;
        return Array.from({ length: count }, (_, k) => ({
            ball: view.getUint32(at + k * LOST_MOVE, true),
            displacement: readVector(view, at + k * LOST_MOVE + 8, this.dimension),
        }));
    }
}

/** Undefined where two balls met. @param {DataView} view @param {number} at */
function obstacleAt(view, at) {
    const kind = OBSTACLE_KINDS[view.getInt32(at, true)];
    return kind === undefined ? undefined : { kind, index: view.getUint32(at + 4, true) };
}

/** @param {string} what */
function bad(what) {
    return new CaromError("BAD_ARGUMENT", [what]);
}
