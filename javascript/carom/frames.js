// All contacts of many balls in a frame, and the step of a game. Layouts: carom/c/frames.h.

import { Scope, number, options, whole } from "./columns.js";
import { ballColumns, vectorOfColumns } from "./pairs.js";

const BALL_COLUMNS = 84;
const BODY_COLUMNS = 96;
const CONTACT = 32;
const BOUNCE = 16;

/** Working memory for frames of one dimension. */
export class Frame {
    #instance;
    #handle;

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

    /** All contacts of the frame, in the order of (first, a, b). */
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

    /** Moves the balls through one frame, with all impacts in the order of time. */
    step(bodies, given) {
        const { restitution, threshold = 0 } = options("step", given, ["restitution", "threshold"]);
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
            const bounced = scope.allocate(4);
            this.#instance.call("carom_frame_step", this.#handle, columns, number("restitution", restitution),
                number("threshold", threshold), bounced);
            return this.#stepped(scope, { dimension, count, moved, moves, bounces: bounced });
        });
    }

    #stepped(scope, { dimension, count, moved, moves, bounces }) {
        const number = this.#instance.view.getUint32(bounces, true);
        const at = scope.allocate(number * BOUNCE);
        this.#instance.call("carom_frame_bounces", this.#handle, 0, number, at);
        const view = this.#instance.view;
        const column = (address) => new Float64Array(this.#instance.buffer, address, count).slice();
        return {
            center: moved.slice(0, dimension).map(column),
            displacement: moves.slice(0, dimension).map(column),
            bounces: Array.from({ length: number }, (_, k) => ({
                fraction: view.getFloat64(at + k * BOUNCE, true),
                a: view.getUint32(at + k * BOUNCE + 8, true),
                b: view.getUint32(at + k * BOUNCE + 12, true),
            })),
        };
    }
}
