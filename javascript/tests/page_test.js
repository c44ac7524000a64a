// Promise: the bits are those of the native library in Chromium too, in a page and in a worker.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { reportOf } from "./chromium.js";
import { parseHashes } from "./golden.js";

const countOf = (list) => parseHashes(readFileSync(new URL(`../../tests/data/${list}.txt`, import.meta.url), "utf8")).length;

test("Chromium: simulations and shots have native's hashes, in a page and in a worker", async () => {
    const report = await reportOf("/javascript/tests/page/index.html");
    for (const where of ["page", "worker"]) {
        for (const module of ["carom", "carom_plain"]) {
            assert.ok(report.includes(`${where}, ${module}: ${countOf("golden_hashes")} simulations`), report);
            assert.ok(report.includes(`${where}, ${module}: ${countOf("golden_shots")} shots`), report);
        }
    }
});
