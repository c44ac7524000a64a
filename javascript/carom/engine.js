// All questions that one instance of the module answers, however it was loaded.

/** @import {Named, OnProgress} from "./index.js" */
/** @import {NumbersType} from "./columns.js" */
/** @import {Instance} from "./instance.js" */
/** @import {Span} from "./measurements.js" */

import { Table } from "./billiards.js";
import { Column } from "./columns.js";
import { Frame } from "./frames.js";
import { CaromError } from "./instance.js";
import { check, measure, measureCurves } from "./measurements.js";
import { pageData } from "./pages.js";
import { Pairs } from "./pairs.js";
import { Scene, Simulation, Trajectory, resumed } from "./simulations.js";

export class Engine extends Pairs {
    #instance;

    /** @param {Instance} instance */
    constructor(instance) {
        super(instance);
        this.#instance = instance;
    }

    get version() {
        return this.#instance.text(this.#instance.ask("carom_version"));
    }

    /** @param {NumbersType} type @param {number} length */
    column(type, length) {
        return new Column(this.#instance, type, length);
    }

    /** @param {{dimension: 2 | 3}} options */
    frame(options) {
        return new Frame(this.#instance, options);
    }

    /** @param {string} text @param {Named | undefined} options */
    table(text, options) {
        return new Table(this.#instance, text, options);
    }

    /** @param {string} text @param {Named | undefined} options */
    scene(text, options) {
        return new Scene(this.#instance, text, options);
    }

    /** @param {Scene | string} scene @param {Named | undefined} options */
    simulation(scene, options) {
        return new Simulation(this.#instance, this.#ownScene(scene, options));
    }

    /** @param {Scene | string} scene @param {Uint8Array | ArrayBuffer} saved @param {Named | undefined} options */
    resume(scene, saved, options) {
        return resumed(this.#instance, this.#ownScene(scene, options), saved);
    }

    /** @param {Scene | string} scene @param {Named | undefined} options */
    #ownScene(scene, options) {
        if (!(scene instanceof Scene)) return this.scene(scene, options);
        if (!scene.isOf(this.#instance))
            throw new CaromError("BAD_ARGUMENT", ["scene: it is of another instance of Carom"]);
        return scene;
    }

    /** @param {Uint8Array | ArrayBuffer} bytes */
    trajectory(bytes) {
        return new Trajectory(this.#instance, bytes);
    }

    /** @param {Uint8Array | ArrayBuffer} bytes @param {{onProgress?: OnProgress} | undefined} options */
    check(bytes, options) {
        return check(this.#instance, bytes, options);
    }

    /** @param {Uint8Array | ArrayBuffer} bytes @param {Span | undefined} options */
    measure(bytes, options) {
        return measure(this.#instance, bytes, options);
    }

    /** @param {Uint8Array | ArrayBuffer} bytes @param {Span | undefined} options */
    measureCurves(bytes, options) {
        return measureCurves(this.#instance, bytes, options);
    }

    /** What a page knows of a recording.
     *  @param {Uint8Array | ArrayBuffer} bytes @param {{mostRecords?: number} | undefined} options */
    pageData(bytes, options) {
        return pageData(this.#instance, bytes, options);
    }
}
