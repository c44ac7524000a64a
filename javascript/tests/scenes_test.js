// Promise: the page of every bundled scene opens from the disk, all its tabs with it, and so does the gallery: without an
// error, a message in the console or a request. The page of a shot is smaller than 1.5 MB.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { withBrowser } from "./debugged.js";

const root = new URL("../../", import.meta.url);
const command = fileURLToPath(new URL("build/release/carom", root));
const withoutCommand = existsSync(command) ? false : "build/release/carom is not built";
const MOST_EVENTS = "5000";

/** Waits for the page, opens its tabs, steps, plays for a moment, and tells what it shows. */
const LOOK = `(async () => {
    const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const notice = () => document.getElementById("notice");
    for (let k = 0; k < 400 && !window.carom?.ready && notice()?.hidden !== false; ++k) await rest(25);
    if (!window.carom?.ready) return { ready: false, notice: notice()?.textContent };
    const tabs = [...document.querySelectorAll('[role="tab"]:not([hidden])')];
    for (const tab of tabs) {
        tab.click();
        await rest(30);
    }
    const { player, trajectory } = window.carom;
    player.seekEvent(0);
    player.seek(0);
    player.toggle();
    for (let k = 0; k < 400 && player.time === 0 && player.playing; ++k) await rest(25);
    const played = player.time > 0 || trajectory.length === 0;
    player.pause();
    return { ready: true, tabs: tabs.map((tab) => tab.textContent), balls: trajectory.ballCount, played };
})()`;

/** A folder with a page of every scene, and a page of pages. */
async function withPages(use) {
    const folder = await mkdtemp(join(tmpdir(), "carom-scenes-"));
    try {
        const scenes = (await readdir(new URL("scenes/", root))).filter((name) => name.endsWith(".toml"));
        await mkdir(join(folder, "play"));
        for (const scene of scenes) {
            const file = fileURLToPath(new URL(`scenes/${scene}`, root));
            const isTable = /^\[table\]/m.test(await readFile(file, "utf8"));
            const words = ["run", file, "-o", join(folder, "out"), "--view", "--quiet", "--no-proof"];
            const run = spawnSync(command, isTable ? words : [...words, "--events", MOST_EVENTS], { encoding: "utf8" });
            assert.equal(run.status, 0, `${scene}: ${run.stderr}`);
            const { size } = await stat(join(folder, "out", "view.html"));
            assert.ok(!isTable || size < 1_500_000, `${scene}: a page of ${size} bytes`);
            await rename(join(folder, "out", "view.html"), join(folder, "play", scene.replace(".toml", ".html")));
            await rm(join(folder, "out"), { recursive: true });
        }
        const gallery = spawnSync(fileURLToPath(new URL("tools/site_gallery", root)), [join(folder, "play")], { encoding: "utf8" });
        assert.equal(gallery.status, 0, gallery.stderr);
        await writeFile(join(folder, "play", "index.html"), gallery.stdout);
        return await use(join(folder, "play"), scenes);
    } finally {
        await rm(folder, { recursive: true });
    }
}

test("every scene and the gallery, from the disk, in Chromium", { skip: withoutCommand }, async () => {
    await withPages(async (folder, scenes) => {
        assert.ok(scenes.length >= 30, `${scenes.length} scenes`);
        const addressOf = (name) => pathToFileURL(join(folder, name)).href;
        await withBrowser(async (browser) => {
            for (const scene of scenes) {
                const { value, faults } = await browser.visit(addressOf(scene.replace(".toml", ".html")), LOOK);
                assert.deepEqual(faults, [], scene);
                assert.deepEqual({ ready: value.ready, played: value.played }, { ready: true, played: true }, `${scene}: ${value.notice}`);
                assert.ok(value.balls > 0 && value.tabs.length >= 3, `${scene}: ${value.tabs}`);
            }
            const links = 'new Promise((resolve) => addEventListener("load", resolve)).then(() => 0)';
            const script = `(document.readyState === "complete" ? Promise.resolve() : ${links}).then(() => [...document.links].map((link) => link.href))`;
            const { value, faults } = await browser.visit(addressOf("index.html"), script);
            assert.deepEqual(faults, [], "the gallery");
            for (const scene of scenes) assert.ok(value.includes(addressOf(scene.replace(".toml", ".html"))), `the gallery has no ${scene}`);
        });
    });
});

test("carom play opens a scene without a table: its run, and its numbers", { skip: withoutCommand }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "carom-scenes-"));
    try {
        const play = (...words) => spawnSync(command, ["play", ...words, "-o", join(folder, "page.html"), "--no-browser"], { encoding: "utf8" });
        const run = play("two_masses");
        assert.deepEqual([run.status, run.stderr], [0, ""]);
        const script = `(async () => {
            for (let k = 0; k < 400 && !window.carom?.ready; ++k) await new Promise((resolve) => setTimeout(resolve, 25));
            const numbers = [...document.querySelectorAll("#number_fields input")].map((field) => field.getAttribute("aria-label"));
            return { impacts: carom.trajectory.impactCount, length: carom.trajectory.length, numbers, text: document.getElementById("scene_text").value };
        })()`;
        await withBrowser(async (browser) => {
            const { value, faults } = await browser.visit(pathToFileURL(join(folder, "page.html")).href, script);
            assert.deepEqual(faults, []);
            assert.ok(value.impacts > 0 && value.numbers.includes("mass"), `${value.impacts} impacts, ${value.numbers}`);
            assert.equal(value.text, await readFile(new URL("scenes/two_masses.toml", root), "utf8"));
            const [, until] = value.text.match(/^until = ([\d.]+)/m);
            assert.equal(value.length, Number(until), "the limit of the scene");
        });
        await writeFile(join(folder, "balls.csv"), "x,y,radius\n1,1,0.2\n");
        await writeFile(join(folder, "import.toml"), 'dimension = 2\n[world]\nlower = [0, 0]\nupper = [4, 4]\n[[import]]\nfile = "balls.csv"\n');
        const imported = play(join(folder, "import.toml"));
        assert.equal(imported.status, 0, imported.stderr);
        assert.match(imported.stderr, /note: the page shows the run, but nobody can change it there: the scene imports balls/);
        assert.doesNotMatch(await readFile(join(folder, "page.html"), "utf8"), / id="engine"/);
        await writeFile(join(folder, "bad.toml"), "dimension = 2\n[[balls]]\nposition = [0, 0]\nradius = -1\n");
        const bad = play(join(folder, "bad.toml"));
        assert.equal(bad.status, 2);
        assert.match(bad.stderr, /bad\.toml:4:10: ball 0: radius is -1/);
    } finally {
        await rm(folder, { recursive: true });
    }
});

test("the page of carom view has the engine where the scene of the run is known", { skip: withoutCommand }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "carom-scenes-"));
    const carom = (...words) => spawnSync(command, words, { cwd: folder, encoding: "utf8" });
    const hasEngine = async () => {
        const view = carom("view", "out", "-o", "page.html");
        assert.equal(view.status, 0, view.stderr);
        return / id="engine"/.test(await readFile(join(folder, "page.html"), "utf8"));
    };
    try {
        const scene = await readFile(new URL("scenes/two_masses.toml", root), "utf8");
        await writeFile(join(folder, "scene.toml"), scene);
        assert.equal(carom("run", "scene.toml", "-o", "out", "--quiet").status, 0);
        const found = [await hasEngine()];
        await writeFile(join(folder, "scene.toml"), scene.replace("mass = 3.0", "mass = 3.5"));
        found.push(await hasEngine());
        await rm(join(folder, "scene.toml"));
        found.push(await hasEngine());
        assert.deepEqual(found, [true, false, false], "as it was, changed, gone");
    } finally {
        await rm(folder, { recursive: true });
    }
});
