// Promise: numbers in messages are those of the native library: the shortest that read back.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../../build/npm/index.js";

const carom = await load();

function complaint(scene) {
    try {
        carom.simulation(scene);
    } catch (error) {
        return error.message;
    }
    assert.fail("nothing was thrown");
}

/** As std::to_chars writes it: the shorter of two forms, and whole numbers with all their digits. */
function shortest(x) {
    const [digits, exponent] = x.toExponential().split("e");
    const scientific = `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
    if (Math.abs(x) < 1e-6) return scientific;
    const fixed = Number.isInteger(x) ? BigInt(x).toString() : String(x);
    return fixed.length <= scientific.length ? fixed : scientific;
}

/** Doubles of all sizes: their bits are multiples of an odd number. */
function* numbersOfAllSizes() {
    const view = new DataView(new ArrayBuffer(8));
    for (let bits = 1n, k = 0; k < 2000; ++k, bits = BigInt.asUintN(63, bits * 6364136223846793005n + 1442695040888963407n)) {
        view.setBigUint64(0, bits);
        if (Number.isFinite(view.getFloat64(0))) yield view.getFloat64(0);
    }
    for (let k = -1074; k < 1024; ++k) yield 2 ** k;
    for (let k = -330; k < 309; ++k) yield Number(`1e${k}`);
    for (let k = 40; k < 75; ++k) yield* [2 ** k - 1, 2 ** k * 1.1, 3 ** k, 1 / 2 ** (k - 40) + 1, 1 / k];
}

test("the shortest numbers that read back", () => {
    for (const x of numbersOfAllSizes()) {
        const scene = `dimension = 2\n[[balls]]\nposition = [1, 1]\nradius = ${(-x).toExponential()}\n`;
        const end = x === 0 ? "0; it must be above 0" : `${shortest(-x)}; it must be above 0`;
        assert.ok(complaint(scene).endsWith(` ${end}`), `${x}: ${complaint(scene)}`);
    }
});

test("rounded numbers: half to even, with as many digits as are asked for", () => {
    const scene = "dimension = 2\n[[balls]]\nposition = [1e9, 1]\nradius = 1e-30\n";
    assert.ok(complaint(scene).includes("radius 1e-30 is below 0.007812, which is"), complaint(scene));
});
