// Promise: the bits are those of the native library in Chromium too, in a page and in a worker.
import assert from "node:assert/strict";
import { test } from "node:test";

import { reportOf } from "./chromium.js";

test("Chromium: simulations and shots have native's hashes, in a page and in a worker", async () => {
    const report = await reportOf("/javascript/tests/page/index.html");
    for (const where of ["page", "worker"]) {
        for (const module of ["carom", "carom_plain"]) {
            assert.ok(report.includes(`${where}, ${module}: 17 simulations`), report);
            assert.ok(report.includes(`${where}, ${module}: 12 shots`), report);
        }
    }
});
