// All questions that one instance of the module answers, however it was loaded.

import { Table } from "./billiards.js";
import { Column } from "./columns.js";
import { Frame } from "./frames.js";
import { CaromError } from "./instance.js";
import { pageData } from "./pages.js";
import { Pairs } from "./pairs.js";
import { Scene, Simulation, Trajectory, check, measure, resumed } from "./simulations.js";

export class Engine extends Pairs {
    #instance;

    constructor(instance) {
        super(instance);
        this.#instance = instance;
    }

    get version() {
        return this.#instance.text(this.#instance.ask("carom_version"));
    }

    column(type, length) {
        return new Column(this.#instance, type, length);
    }

    frame(options) {
        return new Frame(this.#instance, options);
    }

    table(text, options) {
        return new Table(this.#instance, text, options);
    }

    scene(text, options) {
        return new Scene(this.#instance, text, options);
    }

    simulation(scene, options) {
        return new Simulation(this.#instance, this.#ownScene(scene, options));
    }

    resume(scene, saved, options) {
        return resumed(this.#instance, this.#ownScene(scene, options), saved);
    }

    #ownScene(scene, options) {
        if (!(scene instanceof Scene)) return this.scene(scene, options);
        if (!scene.isOf(this.#instance))
            throw new CaromError("BAD_ARGUMENT", ["scene: it is of another instance of Carom"]);
        return scene;
    }

    trajectory(bytes) {
        return new Trajectory(this.#instance, bytes);
    }

    check(bytes, options) {
        return check(this.#instance, bytes, options);
    }

    measure(bytes, options) {
        return measure(this.#instance, bytes, options);
    }

    /** What a page knows of a recording. */
    pageData(bytes, options) {
        return pageData(this.#instance, bytes, options);
    }
}
