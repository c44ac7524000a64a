// Promise: the bits are those of the native library, with and without vectors, in Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";

import { load } from "../../build/npm/index.js";
import { parseHashes, shotsHash, trajectoryHash } from "./golden.js";

const project = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, project), "utf8");
const scene = (name) => read(`scenes/${name}.toml`);
const loadModule = (name) => load({ wasm: new URL(`build/npm/${name}.wasm`, project) });

for (const module of ["carom", "carom_plain"]) {
    test(`${module}.wasm: simulations have native's hashes`, async () => {
        const carom = await loadModule(module);
        const hashes = parseHashes(read("tests/data/golden_hashes.txt"));
        assert.ok(hashes.length >= 17);
        for (const [name, hash] of hashes) assert.equal(trajectoryHash(carom, scene(name)), hash, name);
    });
}

for (const module of ["carom", "carom_play", "carom_plain"]) {
    test(`${module}.wasm: shots have native's hashes`, async () => {
        const carom = await loadModule(module);
        const hashes = parseHashes(read("tests/data/golden_shots.txt"));
        assert.ok(hashes.length >= 13);
        for (const [name, hash] of hashes) assert.equal(shotsHash(carom, scene(name)), hash, name);
    });
}

test("the modules are as small as a page needs", () => {
    const size = (name, quality) =>
        brotliCompressSync(readFileSync(new URL(`build/npm/${name}.wasm`, project)), {
            params: { [constants.BROTLI_PARAM_QUALITY]: quality },
        }).length;
    // The best quality takes 4 s, and the larger module has room.
    assert.ok(size("carom_play", 11) <= 450_000, `carom_play.wasm: ${size("carom_play", 11)} bytes`);
    assert.ok(size("carom", 9) <= 1_000_000, `carom.wasm: ${size("carom", 9)} bytes`);
});
