// Event-driven simulations of hard balls, and recordings. Layouts: carom/c/simulations.h and trajectories.h.

/** @import {EventKind, Named, OnProgress, States, StopReason} from "./index.js" */
/** @import {Instance} from "./instance.js" */

import { Scope, options, shown, text, time } from "./columns.js";
import { CaromError } from "./instance.js";
import { readVector } from "./pairs.js";
import { bytesOf, recordingName } from "./recordings.js";

/** @type {Record<number, EventKind>} */
export const EVENTS = { 1: "ball and ball", 2: "ball and wall", 3: "cluster", 4: "kick", 7: "rest", 8: "wake" };
/** @type {StopReason[]} */
export const STOP_REASONS = ["not stopped", "time reached", "no more events", "jammed", "nothing in sight"];

const EVENT = 128;
const SIMULATION_INFO = 88;
const TRAJECTORY_INFO = 24;
const COLUMNS = 36; // three columns of numbers
const FOR_EVER = 2n ** 64n - 1n;

/** Balls, a box and laws of impact. */
export class Scene {
    #instance;

    /** @param {Instance} instance @param {string} scene @param {Named | undefined} given */
    constructor(instance, scene, given) {
        const { name = "<text>" } = options("scene", given, ["name"]);
        this.#instance = instance;
        this.handle = instance.withText(text("name", name), (title) =>
            instance.withText(text("text", scene), (at, length) =>
                instance.handle(this, "carom_scene_free", (to) =>
                    instance.call("carom_scene_parse", at, length, title, to),
                ),
            ),
        );
        instance.with(24, (at) => {
            instance.call("carom_scene_describe", this.handle, at);
            this.dimension = instance.view.getInt32(at, true);
            this.ballCount = instance.view.getUint32(at + 4, true);
            this.until = instance.view.getFloat64(at + 8, true);
            const most = instance.view.getBigUint64(at + 16, true);
            this.mostEvents = most === FOR_EVER ? Infinity : Number(most);
        });
    }

    /** @param {Instance} instance */
    isOf(instance) {
        return this.#instance === instance;
    }

    free() {
        this.#instance.release(this, "carom_scene_free", this.handle);
    }

    /** Of each ball. */
    get radius() {
        return this.#balls().radius;
    }

    /** Of each ball; infinite where it is immovable. */
    get mass() {
        return this.#balls().mass;
    }

    #balls() {
        const count = this.ballCount;
        return Scope.run(this.#instance, (scope) => {
            const columns = scope.allocate(24);
            const radius = scope.write(columns, count, Float64Array);
            const mass = scope.write(columns + 12, count, Float64Array);
            this.#instance.call("carom_scene_balls", this.handle, columns, columns + 12);
            return { radius: radius(), mass: mass() };
        });
    }
}

/** A simulation of the scene that goes on from a checkpoint.
 *  @param {Instance} instance @param {Scene} scene @param {Uint8Array | ArrayBuffer} saved */
export function resumed(instance, scene, saved) {
    const bytes = bytesOf(saved, "a checkpoint");
    return instance.with(Math.max(bytes.length, 1), (at) => {
        new Uint8Array(instance.buffer, at, bytes.length).set(bytes);
        return new Simulation(instance, scene, (to) =>
            instance.call("carom_simulation_resume_bytes", scene.handle, at, bytes.length, to),
        );
    });
}

/** A simulation from impact to impact, without a time step. */
export class Simulation {
    #instance;
    #handle;
    /** Its name. @type {string | undefined} */ #recording;

    /** @param {Instance} instance @param {Scene} scene */
    constructor(instance, scene, create = (/** @type {number} */ to) => instance.call("carom_simulation_create", scene.handle, to)) {
        this.#instance = instance;
        this.scene = scene;
        this.#handle = instance.handle(this, "carom_simulation_free", create);
    }

    free() {
        this.#instance.release(this, "carom_simulation_free", this.#handle);
        if (this.#recording) this.#instance.files.remove(`${this.#recording}.partial`);
    }

    /** Another one that goes on from where this one is, with the same bits. */
    copy() {
        return new Simulation(this.#instance, this.scene, (to) =>
            this.#instance.call("carom_simulation_copy", this.#handle, to),
        );
    }

    /** Where it is, as the bytes of a checkpoint, from which `carom.resume` goes on with the same bits. A recording
     *  is no part of it.
     *  @returns {Uint8Array} */
    save() {
        return Scope.run(this.#instance, (scope) => {
            const size = scope.allocate(4);
            /** @param {number} capacity @param {number} to */
            const ask = (capacity, to) =>
                this.#instance.call("carom_simulation_save_bytes", this.#handle, capacity, to, size);
            ask(0, 0);
            const length = this.#instance.view.getUint32(size, true);
            const bytes = scope.allocate(length);
            ask(length, bytes);
            return new Uint8Array(this.#instance.buffer, bytes, length).slice();
        });
    }

    /** The next event up to and including `until`; undefined when there is none. */
    next(until = Infinity) {
        return this.#instance.with(EVENT, (at) =>
            this.#instance.call("carom_simulation_next", this.#handle, time("until", until), at)
                ? readEvent(this.#instance.view, at, this.scene.dimension)
                : undefined,
        );
    }

    /** The events up to and including `until`, one by one. */
    *events(until = Infinity) {
        for (let event = this.next(until); event; event = this.next(until)) yield event;
    }

    /** Goes on up to a time, or for so many events, whichever comes first. False when `onProgress` stopped it.
     *  @param {{until?: number, events?: number, onProgress?: OnProgress}} [given] */
    advance(given) {
        const { until = Infinity, events = Infinity, onProgress } = options("advance", given, ["until", "events", "onProgress"]);
        if (until === Infinity && events === Infinity)
            throw new CaromError("BAD_ARGUMENT", ["advance: say until when, or how many events"]);
        const most = events === Infinity ? FOR_EVER : count("events", events);
        return this.#instance.callLong("carom_simulation_advance", onProgress, (goOn) => [
            this.#handle, time("until", until), most, goOn, 0,
        ]);
    }

    /** Where it is. */
    get info() {
        return this.#instance.with(SIMULATION_INFO, (at) => {
            this.#instance.call("carom_simulation_describe", this.#handle, at);
            const view = this.#instance.view;
            return {
                now: view.getFloat64(at + 16, true),
                stopReason: STOP_REASONS[view.getInt32(at + 4, true)],
                kineticEnergy: view.getFloat64(at + 24, true),
                potentialEnergy: view.getFloat64(at + 32, true),
                momentum: readVector(view, at + 40, this.scene.dimension),
                ballBall: Number(view.getBigUint64(at + 64, true)),
                ballWall: Number(view.getBigUint64(at + 72, true)),
                clusters: Number(view.getBigUint64(at + 80, true)),
            };
        });
    }

    get now() {
        return this.info.now;
    }

    /** Where each ball is now, and how fast: a column for each coordinate. Periodic images are counted in.
     *  @returns {States} */
    states() {
        const states = Scope.run(this.#instance, (scope) =>
            readColumns(this.#instance, scope, this.scene, (position, velocity) =>
                this.#instance.call("carom_simulation_states", this.#handle, position, velocity),
            ),
        );
        return /** @type {States} */ (states); // a simulation has them at any time
    }

    /** Keeps all events from now on for a recording. Only at time 0. */
    record() {
        const name = recordingName();
        this.#instance.withText(name, (at) => this.#instance.call("carom_simulation_record", this.#handle, at));
        this.#recording = name;
    }

    /** Ends the recording at the present time: the bytes of a trajectory file. */
    finishRecord() {
        this.#instance.call("carom_simulation_finish_record", this.#handle);
        const name = this.#recording ?? "";
        const bytes = this.#instance.files.bytesOf(name);
        this.#instance.files.remove(name);
        this.#recording = undefined;
        return bytes;
    }
}

/** A recording that is played. */
export class Trajectory {
    #instance;
    #handle;
    #name = recordingName();

    /** @param {Instance} instance @param {Uint8Array | ArrayBuffer} bytes */
    constructor(instance, bytes) {
        this.#instance = instance;
        instance.files.write(this.#name, bytesOf(bytes));
        try {
            this.#handle = instance.withText(this.#name, (at) =>
                instance.handle(this, "carom_trajectory_free", (to) => instance.call("carom_trajectory_open", at, to)),
            );
        } catch (error) {
            instance.files.remove(this.#name);
            throw error;
        }
        instance.with(TRAJECTORY_INFO, (at) => {
            instance.call("carom_trajectory_describe", this.#handle, at);
            this.dimension = instance.view.getInt32(at, true);
            this.ballCount = instance.view.getUint32(at + 4, true);
            this.end = instance.view.getFloat64(at + 16, true);
        });
    }

    free() {
        this.#instance.release(this, "carom_trajectory_free", this.#handle);
        this.#instance.files.remove(this.#name);
    }

    /** The balls at a time, forwards or backwards; undefined beyond the end. @param {number} at */
    states(at) {
        const instant = time("time", at);
        return Scope.run(this.#instance, (scope) =>
            readColumns(this.#instance, scope, this, (position, velocity) =>
                this.#instance.call("carom_trajectory_states", this.#handle, instant, position, velocity),
            ),
        );
    }
}

/** @param {DataView} view @param {number} at @param {number} dimension */
function readEvent(view, at, dimension) {
    const kind = EVENTS[view.getInt32(at + 8, true)];
    return {
        time: view.getFloat64(at, true),
        kind,
        ball: view.getUint32(at + 12, true),
        other: view.getUint32(at + 16, true),
        restitution: view.getFloat64(at + 24, true),
        position: readVector(view, at + 32, dimension),
        velocity: readVector(view, at + 56, dimension),
        otherPosition: readVector(view, at + 80, dimension),
        otherVelocity: readVector(view, at + 104, dimension),
    };
}

/** @param {Instance} instance @param {Scope} scope @param {{dimension: number, ballCount: number}} of
 *  @param {(position: number, velocity: number) => boolean} ask */
function readColumns(instance, scope, { dimension, ballCount }, ask) {
    const [position, velocity] = [scope.allocate(COLUMNS), scope.allocate(COLUMNS)];
    /** @param {number} at */
    const columns = (at) =>
        Array.from({ length: dimension }, (_, k) => scope.write(at + 12 * k, ballCount, Float64Array));
    const taken = { position: columns(position), velocity: columns(velocity) };
    if (!ask(position, velocity)) return undefined;
    return { position: taken.position.map((take) => take()), velocity: taken.velocity.map((take) => take()) };
}

/** @param {string} name @param {number} given */
function count(name, given) {
    if (!Number.isSafeInteger(given) || given < 0)
        throw new CaromError("BAD_ARGUMENT", [`${name}: a whole number >= 0 is needed, not ${shown(given)}`]);
    return BigInt(given);
}
