// How fast pages are in Chromium without graphics hardware: docs/viewer.md, "Measured".
//
//     node javascript/bench/pages.js [NAME...] [--quick]
//
// build/release/carom makes the pages. Each line of output is JSON. It fails where the first ball is elsewhere when the
// page comes to the same time again.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { withBrowser } from "../tests/debugged.js";

const command = fileURLToPath(new URL("../../build/release/carom", import.meta.url));
const scenes = fileURLToPath(new URL("../../scenes/", import.meta.url));
const quick = process.argv.includes("--quick");
const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));

/** A gas that never comes to rest, without contacts that last. */
function gas(dimension, count, packing) {
    const volume = dimension === 3 ? Math.PI / 6 : Math.PI / 4;
    const side = ((count * volume) / packing) ** (1 / dimension);
    const corner = (x) => `[${Array(dimension).fill(x.toFixed(6)).join(", ")}]`;
    return `dimension = ${dimension}
[world]
lower = ${corner(0)}
upper = ${corner(side)}
boundary = "periodic"
[[generate]]
kind = "random_gas"
count = ${count}
radius = 0.5
mass = 1
temperature = 1
seed = 1
`;
}

const PAGES = [
    { name: "1,000 balls in 3D", scene: gas(3, 1000, 0.25), impacts: 1_000_000 },
    { name: "10,000 balls in 3D", scene: gas(3, 10_000, 0.25), impacts: 1_000_000 },
    { name: "50 marbles in 3D, short trails", file: "marbles_in_a_bowl", impacts: 150_000, trails: "short" },
    { name: "50 marbles in 3D, long trails", file: "marbles_in_a_bowl", impacts: 150_000, trails: "long" },
    { name: "20,000 disks", scene: gas(2, 20_000, 0.3), impacts: 150_000 },
    { name: "nine-ball break", file: "nine_ball_shot" },
];

/** What Chromium says of a script that reads pixels. */
const OF_READING = /willReadFrequently/;

const SECONDS = quick ? 1 : 5;
const JUMPS = quick ? 10 : 60;

const MEASURE = ({ trails, seconds, jumps }) => `(async () => {
    for (let k = 0; k < 2000 && !window.carom?.ready; ++k) await new Promise((resolve) => setTimeout(resolve, 25));
    const usable = performance.now();
    const { player, trajectory, view } = carom;
    const stage = document.getElementById("stage");
    if (${JSON.stringify(trails)}) view.setTrails(${JSON.stringify(trails)});
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Reading a pixel waits for what draws.
    const canvases = [...stage.querySelectorAll("canvas")];
    const readBack = () => {
        for (const canvas of canvases) {
            const gl = canvas.getContext("webgl2");
            if (gl) gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
            else canvas.getContext("2d")?.getImageData(0, 0, 1, 1);
        }
    };
    const place = () => trajectory.position(0, player.time).join();
    const waits = [], slider = document.getElementById("scrubber"), places = [];
    const jumpTo = async (share) => {
        const began = performance.now();
        slider.value = Number(slider.min) + share * (Number(slider.max) - Number(slider.min));
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await drawn();
        readBack();
        return performance.now() - began;
    };
    let x = 1;
    for (let k = 0; k < ${jumps}; ++k) {
        x = (x * 48271) % 2147483647;
        waits.push(await jumpTo(x / 2147483647));
        if (k === 0) places.push(slider.value, place());
    }
    slider.value = places[0];
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    places.push(place());
    player.seek(0.02 * trajectory.length);
    player.toggle();
    await drawn();
    let frames = 0;
    const from = performance.now();
    while (performance.now() - from < 1000 * ${seconds} && player.playing) {
        await drawn();
        ++frames;
    }
    const took = performance.now() - from;
    player.pause();
    const first = waits.shift();
    waits.sort((a, b) => a - b);
    return { usable, frames: 1000 * frames / took, first, typical: waits[waits.length >> 1], worst: waits.at(-1),
             width: stage.clientWidth, height: stage.clientHeight, impacts: trajectory.impactCount, equal: places[1] === places[2],
             memory: performance.memory?.usedJSHeapSize };
})()`;

/** A page of a scene, and its size in bytes. */
async function pageOf(folder, { scene, file, impacts }) {
    const path = file ? join(scenes, `${file}.toml`) : join(folder, "scene.toml");
    if (scene) await writeFile(path, scene);
    const out = join(folder, "out");
    const limits = scene ? ["--events", String(quick ? impacts / 10 : impacts)] : [];
    const run = spawnSync(command, ["run", path, "-o", out, "--quiet", "--no-proof", ...limits], { encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr);
    const page = join(folder, "page.html");
    const view = spawnSync(command, ["view", out, "-o", page, ...(impacts ? ["--most-records", String(3 * impacts)] : [])], { encoding: "utf8" });
    assert.equal(view.status, 0, view.stderr);
    return { address: pathToFileURL(page).href, size: (await stat(page)).size };
}

for (const each of PAGES) {
    if (names.length > 0 && !names.some((name) => each.name.includes(name))) continue;
    const folder = await mkdtemp(join(tmpdir(), "carom-pages-"));
    try {
        const { address, size } = await pageOf(folder, each);
        await withBrowser(async (browser) => {
            await browser.ask("Emulation.setDeviceMetricsOverride", { width: 1724, height: 890, deviceScaleFactor: 1, mobile: false });
            const script = MEASURE({ trails: each.trails ?? "", seconds: SECONDS, jumps: JUMPS });
            const { value, faults } = await browser.visit(address, script);
            assert.deepEqual(faults.filter((fault) => !OF_READING.test(fault)), [], each.name);
            assert.ok(value.equal, `${each.name}: the same time shows other places`);
            const round = (number) => Number(number.toPrecision(3));
            console.log(JSON.stringify({
                name: each.name, stage: `${value.width}x${value.height}`, impacts: value.impacts, page_mb: round(size / 1e6),
                usable_s: round(value.usable / 1000), first_jump_ms: round(value.first), jump_ms: round(value.typical), worst_jump_ms: round(value.worst),
                frames_per_second: round(value.frames), heap_mb: round((value.memory ?? 0) / 1e6),
            }));
        });
    } finally {
        await rm(folder, { recursive: true });
    }
}
