// Fingerprints of what Carom computes: the same in C++ (tests/sim/golden_test.cpp, tests/c/golden_shots_test.cpp).
// Node, a page and a worker use this file.

import { SHOT_EVENTS } from "../../build/npm/index.js";

/** The rolling hash in the footer of a recording. */
export function trajectoryHash(carom, text) {
    const simulation = carom.simulation(text);
    simulation.record();
    simulation.advance({ until: 4, events: 3000 });
    const bytes = simulation.finishRecord();
    simulation.free();
    const hash = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 32, 8).getBigUint64(0, true);
    return hash.toString(16).padStart(16, "0");
}

/** FNV-1a of the events of all shots of a table scene, each from its start. */
export function shotsHash(carom, text) {
    const table = carom.table(text);
    const hash = new Hash();
    const strikes = table.planned.length > 0 ? table.planned : [null];
    for (const strike of strikes) addShot(hash, table.shot(strike));
    table.free();
    return hash.text;
}

function addShot(hash, shot) {
    for (const { time, kind, ball, ballAfter } of shot.events) {
        hash.double(time);
        hash.integer(SHOT_EVENTS.indexOf(kind));
        hash.integer(ball);
        for (const part of ["position", "velocity", "spin"]) ballAfter[part].forEach((x) => hash.double(x));
    }
}

class Hash {
    #value = 0xcbf29ce484222325n;
    #view = new DataView(new ArrayBuffer(8));

    double(value) {
        this.#view.setFloat64(0, value, true);
        this.#bytes(8);
    }

    integer(value) {
        this.#view.setInt32(0, value, true);
        this.#bytes(4);
    }

    #bytes(count) {
        for (let k = 0; k < count; ++k)
            this.#value = BigInt.asUintN(64, (this.#value ^ BigInt(this.#view.getUint8(k))) * 0x100000001b3n);
    }

    get text() {
        return this.#value.toString(16).padStart(16, "0");
    }
}

/** "NAME HASH" lines. */
export function parseHashes(text) {
    return text.trim().split("\n").map((line) => line.split(" "));
}
