// Promise: on a page with the engine a visitor aims and shoots, and the shot has the bits of the command; a link brings it
// back.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { load } from "../../build/npm/index.js";
import { reportOf } from "./chromium.js";

const root = new URL("../../", import.meta.url);
const command = fileURLToPath(new URL("build/release/carom", root));
const TWO_BALLS = `name = "two balls"
[table]
kind = "pool_9_foot"
[[balls]]
name = "cue"
position = [0.4, 0.6]
[[balls]]
name = "1"
position = [0.9, 1.8]
[[shots]]
speed = 1.5
direction = 67.51
`;
const GAS =
    'dimension = 2\n[world]\nlower = [0, 0]\nupper = [9, 9]\nboundary = "wall"\n' +
    '[[generate]]\nkind = "random_gas"\ncount = 20\nradius = 0.3\nmass = 1\ntemperature = 1\nseed = 1\n[run]\nuntil = 5\n';

/** What the command makes of a scene: the bytes of its shots. */
async function nativeShots(scene) {
    const folder = await mkdtemp(join(tmpdir(), "carom-play-"));
    try {
        await writeFile(join(folder, "scene.toml"), scene);
        const run = spawnSync(command, ["run", "scene.toml", "-o", "out", "--quiet"], { cwd: folder, encoding: "utf8" });
        assert.equal(run.status, 0, run.stderr);
        return await readFile(join(folder, "out", "trajectory.carom"));
    } finally {
        await rm(folder, { recursive: true });
    }
}

/** The player of each recorded shot, as the command rules it. */
async function nativePlayers(recorded) {
    const folder = await mkdtemp(join(tmpdir(), "carom-play-"));
    try {
        await writeFile(join(folder, "game.carom"), recorded);
        const run = spawnSync(command, ["export", "game.carom", "--shots", "-"], { cwd: folder, encoding: "utf8" });
        assert.equal(run.status, 0, run.stderr);
        const [head, ...shots] = run.stdout.trim().split("\n").map((line) => line.split(","));
        return shots.map((shot) => shot[head.indexOf("player")]);
    } finally {
        await rm(folder, { recursive: true });
    }
}

test("aim, shoot, take back, move, link: in Chromium", async () => {
    const carom = await load();
    const table = carom.table(TWO_BALLS);
    const page = await carom.page(table.record(table.planned), { play: true });
    assert.ok(!/(src|href)="(?!data:)/.test(page), "no address in the page");
    const report = JSON.parse(await reportOf("/javascript/tests/page/play.html", { "/play.html": page }));
    assert.deepEqual(report.errors, []);
    assert.equal(report.tab, "Play");
    assert.match(report.outcome, /^1 falls; all rest after 4\.44 s\. The same balls fall within 0\.276°/);
    assert.ok(report.ways >= 2, `${report.ways} ways`);
    // By the mouse the cue turned towards the place that was pointed at.
    assert.ok(Math.abs(report.pointed - 90) < 0.5, `${report.pointed}`);
    assert.match(report.told, /^1 falls/);
    assert.match(report.card, /^cue · 1cut .*slip before.*energy lost.* hit\. The balls .*cue *position .*phase sliding/);
    assert.equal(report.shots, 1);
    assert.equal(report.afterUndo, 0);
    assert.match(report.none, /No other ball is left/);
    assert.match(report.found[0], /^1 falls, and the aim may be off by 0\.\d+° to either side\. Shoot\.$/);
    assert.deepEqual(report.found[1], [1]);
    assert.ok(Math.abs(report.found[2] - 67.5) < 0.3, `${report.found[2]}`);
    assert.match(report.overlap, /overlap/);
    assert.match(report.ruled, /^Player 1: foul: .*no hit.*Player 2 is next with the ball in hand/);
    assert.match(report.answered, /^Player 2: /);
    assert.deepEqual(report.small, [[0.9906, 1.9812], true]);
    assert.deepEqual(report.offered, [true, true], "two balls on a pool table, too");
    const { offered, found, point, missed, answer, cueBall, seen } = report.carom;
    assert.deepEqual(offered, [false, false]);
    assert.match(found, /^A point by three cushions, and the aim may be off by about 0\.\d+° to either side\. Shoot\.$/);
    assert.match(point, /^Player 1: a point\. 1 : 0\. Player 1 goes on\.$/);
    assert.match(missed, /^Player 1: no point\. 1 : 0\. Player 2 is next\.$/);
    assert.match(answer, /^Player 2: (a|no) point\. 1 : [01]\./);
    assert.equal(cueBall, 2, "the yellow ball is its own");
    assert.ok([3, 4.5].includes(seen[0]) && [0, 0.35].includes(seen[1]), `a shot that it has found: ${seen}`);
    assert.ok(report.link.length < 600, `${report.link.length} letters`);
    assert.match(report.followed, /bit for bit/);
    assert.match(report.changed, /ends differently/);
    assert.match(report.damaged, /damaged/);
    assert.match(report.noScene, /damaged/);
    assert.deepEqual([report.afterMove, report.broughtBack], [0, 1]);
    for (const kind of ["Nine-ball", "Eight-ball", "Ten-ball", "Snooker", "Three-cushion"])
        assert.ok(report.tables[kind] > 0, `${kind}: ${report.tables[kind]} balls move`);
    const bytes = Buffer.from(report.recorded, "base64");
    assert.equal(carom.check(bytes).proved, true);
    if (existsSync(command)) assert.ok(bytes.equals(await nativeShots(report.scene)), "the bits of the command");
});

const JUMPS = `${TWO_BALLS}[laws]\njumps = true\n`;

test("a table in space: in Chromium", async () => {
    const carom = await load();
    const table = carom.table(JUMPS);
    const page = await carom.page(table.record([]), { play: true });
    const report = JSON.parse(await reportOf("/javascript/tests/page/play.html?space", { "/play.html": page }));
    assert.deepEqual(report.errors, []);
    assert.deepEqual(report.pressed, ["view_space"]);
    const [[red, green, blue], [ballRed, , ballBlue]] = [report.cloth, report.ball];
    assert.ok(green > 1.5 * red && green > blue, `cloth ${report.cloth}`);
    assert.ok(ballRed > 120 && ballRed > 2 * ballBlue, `a yellow ball ${report.ball}, which hides the ways behind`);
    assert.ok(report.way.every((part) => part > 200), `the way of the white ball ${report.way}`);
    assert.ok(Math.abs(report.aimed - 104.036) < 0.5, `${report.aimed}`);
    assert.deepEqual(report.turned, [true, true]);
    assert.ok(Math.abs(report.moved[1] - 1.5) < 0.01, `${report.moved}`);
    const [kind, target, cosine] = report.behind;
    assert.equal(kind, "ball");
    assert.deepEqual(target, [0.4, 0.6, 0.028575]);
    assert.ok(Math.abs(cosine - Math.sin((report.aimed * Math.PI) / 180)) < 1e-6, "looks along the aim");
    // As high as the engine says, and the camera with it.
    const start = table.start.map((state, ball) => (ball === 1 ? { ...state, position: report.moved } : state));
    const flown = table.shot({ speed: 3, direction: 90, elevation: 40 }, { start }).states(0.1)[0];
    assert.equal(flown.phase, "airborne");
    flown.position.forEach((x, k) => assert.ok(Math.abs(report.inTheAir[k] - x) < 2e-6, `${report.inTheAir}, not ${flown.position}`));
    assert.deepEqual(report.follows, report.inTheAir);
    assert.deepEqual(report.still, [true, true]);
    assert.deepEqual(report.above, ["above", true, 2]);
    const [[long, across, shoot], [width, height]] = report.phones;
    assert.ok(long > 460 && across > 230 && shoot < 390, `the table is ${long} x ${across}, and Shoot ends at ${shoot}`);
    assert.ok(height > 1.9 * width && height > 350, `upright ${width} x ${height}`);
    assert.equal(report.holes, 0, "the bed has no seams");
    assert.deepEqual(report.without.slice(0, 2), ["above", true]);
    assert.match(report.without[2], /no WebGL2/);
});

test("three clicks pot a ball after a break, and one shows the energy: in Chromium", async () => {
    const carom = await load();
    const table = carom.table(await readFile(new URL("scenes/eight_ball_shot.toml", root), "utf8"));
    const page = await carom.page(table.record([]), { play: true });
    const report = JSON.parse(await reportOf("/javascript/tests/page/play.html?visit", { "/play.html": page }));
    assert.deepEqual(report.errors, []);
    assert.equal(report.tab, "Play");
    const [broke, aimed, shot] = report.falls;
    assert.ok(aimed === broke && shot > aimed, `${report.falls} balls have fallen`);
    assert.equal(report.chart, "energy");
    assert.match(report.told, / J/);
});

test("choose the cloth and the models: in Chromium", async () => {
    const carom = await load();
    const table = carom.table(TWO_BALLS);
    const page = await carom.page(table.record([]), { play: true });
    const report = JSON.parse(await reportOf("/javascript/tests/page/play.html?physics", { "/play.html": page }));
    assert.deepEqual(report.errors, []);
    assert.ok(report.slow < report.before, `${report.slow} s on a slow cloth, ${report.before} s before`);
    assert.match(report.said, /The table has changed/);
    for (const line of ["rolling_friction = 0.015", "cushion_restitution = 0.6", 'cushion = "han_2005"', "jumps = true"])
        assert.ok(report.scene.includes(`\n${line}\n`), report.scene);
    const changed = carom.table(report.scene);
    assert.equal(changed.shot(changed.planned[0]).duration, report.duration);
    assert.deepEqual(report.shown, ["slow", "0.015", true]);
    assert.match(report.refused, /stays as it is: .*cushion_restitution/);
    assert.deepEqual(report.stays, ["0.6", report.duration]);
    assert.deepEqual([report.undone[2], report.undone[3]], [report.slow, report.before]);
    assert.equal(report.cloth, "medium");
    assert.match(report.followed, /bit for bit/);
    assert.deepEqual(report.linked, ["slow", "han_2005"]);
});

test("call, push out, give the shot back, and take all of it back: in Chromium", async () => {
    const carom = await load();
    const page = await carom.page(carom.table(TWO_BALLS).record([]), { play: true });
    const report = JSON.parse(await reportOf("/javascript/tests/page/play.html?games", { "/play.html": page }));
    assert.deepEqual(report.errors, []);
    assert.deepEqual(report.before, [[], 0]);
    assert.match(report.broke, /may push out/);
    assert.deepEqual(report.afterBreak, ["call", "safety_box", "push_out_box"]);
    assert.match(report.pushed, /nothing falls\. Player 2 is next, and may give the shot back/);
    assert.ok(report.afterPush.includes("pass") && !report.afterPush.includes("push_out_box"), report.afterPush.join());
    assert.match(report.passed, /given back: player 1 is next/);
    assert.deepEqual(report.afterPass, ["call", "safety_box"]);
    assert.ok(report.callable[0] === "any ball" && report.callable.includes("10"), report.callable.join());
    assert.equal(report.pockets, 7);
    assert.deepEqual(report.said, { pass: true, announced: { ball: -1, pocket: 3, safety: true } });
    assert.equal(report.shooters[0], 1, "after the shot of player 1, who had it back");
    assert.deepEqual(report.shots, [3, 2, 1, 0]);
    assert.equal(report.recorded[0], 3, "one recording, with the shot that was given back");
    const recordedBytes = Buffer.from(report.recorded[1], "base64");
    assert.equal(carom.check(recordedBytes).proved, true);
    if (existsSync(command)) assert.deepEqual(await nativePlayers(recordedBytes), ["0", "0", "0"], "the break, the push out, and again who pushed out");
    assert.equal(report.shooters[1], 1, "who may give the shot back once more");
    assert.deepEqual(report.shooters.slice(2), [0, 0]);
    assert.deepEqual(report.next, ["Player 2 is next.", "Player 1 is next.", "Player 1 is next."]);
    assert.deepEqual(report.atLast, []);
    const [place, drawn, found] = report.inHand;
    assert.deepEqual(drawn, place);
    assert.ok(Math.hypot(place[0] - 0.3, place[1] - 0.9) < 0.01, `${place}`);
    assert.equal(found, 0);
    assert.match(report.beyond, /in hand only behind the head string/);
    assert.ok(Math.hypot(report.placed[0] - 0.4, report.placed[1] - 0.6) < 0.01, `${report.placed}`);
    assert.match(report.notInHand, /not in hand/);
    assert.deepEqual(report.named, [[], ["the one met first", "pink", "black"], []]);
    assert.match(report.red, /^Player 1: red 1 falls\. 1 : 0\. Player 1 goes on/);
    assert.match(report.wrong, /^Player 1: foul: wrong ball first.* 1 : 7\. Player 2 is next\.$/);
    assert.equal(report.foul, "", "the cue ball stays where it is");
    assert.match(report.last, /Player 2 wins: the third foul in a row\.$/);
    const why = "The game has ended: “New rack” begins another one, “Take back” goes back into this one.";
    assert.deepEqual(report.over, [[true, why], 0, [false, ""], [false, ""]]);
    assert.deepEqual(report.racks, [true, true, true, true, true, false, true]);
    assert.deepEqual(report.again, [0, 8, "rolling_friction = 0.02"], "on the same cloth");
    assert.match(report.soft.said, /illegal break.*may ask for a new rack/);
    assert.deepEqual(report.soft.offered, ["New rack: player 2 breaks", "New rack: player 1 breaks again", ""]);
    assert.equal(report.soft.breaker, 0);
    const { began, spotted, spot, link, apart, shots, recorded, told, stands } = report.linked;
    assert.equal(began, "nine-ball: Player 2 is next with the ball in hand.");
    assert.match(spotted, /^Player 2: foul: wrong ball first; 9 falls\. Player 1 is next/);
    assert.deepEqual(spot[0], spot[1], "the 9 is seen on its spot");
    assert.deepEqual([spot[0], shots], [[0.635, 1.905], 2]);
    assert.ok(Math.max(...apart) < 1e-9, `the recording puts the 9 back: ${apart}`);
    assert.equal(carom.check(Buffer.from(recorded, "base64")).proved, true);
    assert.ok(link.length < 600, link);
    assert.match(told, /bit for bit.* nine-ball: Player 1 is next with the ball in hand\.$/);
    assert.deepEqual([stands.state.fouls, stands.state.shooter, stands.hand], [[2, 1], 0, "anywhere"]);
    const { sixteen } = report;
    assert.ok(sixteen.fallen > 0);
    assert.equal(sixteen.balls, 16, "balls that fell before are there");
    assert.deepEqual(sixteen.tray[1], sixteen.tray[0], "and lie in the tray");
    assert.ok(sixteen.link.length <= 600, `${sixteen.link.length} letters: ${sixteen.link}`);
    assert.match(sixteen.told, /bit for bit.* eight-ball: Player \d is next/);
    assert.equal(sixteen.after, sixteen.before);
});

test("change a scene and run it: in Chromium", async () => {
    const carom = await load();
    const scene = GAS;
    const runs = [scene, scene.replace("count = 20", "count = 30")].map((text) => {
        const simulation = carom.simulation(text);
        simulation.record();
        simulation.advance({ until: 5 });
        const { ballBall, ballWall } = simulation.info;
        return { bytes: simulation.finishRecord(), impacts: ballBall + ballWall };
    });
    const page = await carom.page(runs[0].bytes, { play: true, scene });
    const report = JSON.parse(await reportOf("/javascript/tests/page/play.html?scene", { "/play.html": page }));
    assert.deepEqual(report.errors, []);
    assert.equal(report.impacts[0], runs[0].impacts);
    assert.equal(report.impacts[1], runs[1].impacts);
    assert.equal(report.balls, 30);
    assert.match(report.card, /before.*after.*energy lost none.*#0position/);
    const { texts, size, movie, starts, refused, label } = report.saved;
    assert.equal(texts.save_events.trimEnd().split("\n").length, 1 + runs[1].impacts);
    assert.equal(texts.save_states.trimEnd().split("\n").length, 1 + 30);
    assert.equal(texts.save_scene, report.scene);
    assert.ok(size > 1000 && movie > 1000, `picture ${size}, movie ${movie} bytes`);
    assert.deepEqual(starts, [0x1a, 0x45, 0xdf, 0xa3], "WebM");
    assert.match(refused, /records no movies/);
    assert.equal(label, "Record a movie");
    assert.deepEqual(report.back, [false, true]);
    const [ran, , sought, plays, , soon, refused2, state, inSpace] = report.messages;
    assert.deepEqual([ran.what, ran.balls, ran.length], ["run", 12, 5]);
    assert.match(ran.hash, /^\d+-/);
    assert.deepEqual([sought.what, sought.time, plays.playing, soon.what], ["state", 2, true, "refused"]);
    assert.equal(refused2.what, "refused");
    assert.match(refused2.told, /^scene:1:/);
    assert.deepEqual([inSpace.what, inSpace.balls], ["refused", 12]);
    assert.match(inSpace.told, /shows scenes in 2D/);
    assert.deepEqual([state.what, state.balls, state.hash], ["state", 12, ran.hash], "as before what was refused");
    const { scene: changed, ...numbers } = report.numbers;
    assert.deepEqual(numbers, { means: "number of balls", before: ["20", "1"], stays: "20", falls: [0, -1], plays: [true, false], after: "1" });
    assert.equal(changed, `${GAS.replace("[world]\n", "[world]\ngravity = [0, -1]\n")}\n[collisions]\nrestitution_balls = 0.25\n`);
    const { told, apart, drawn, times, same, wide, ended } = report.compared;
    assert.match(told[0], /same, bit for bit/);
    assert.match(told[1], /same, bit for bit/);
    assert.match(told[2], /^They differ from time 0\.\d+ on: .* has another outcome\.$/);
    assert.match(apart, /^kept run, balls \d[\d.]* apart$/);
    assert.deepEqual({ drawn, times, same, ended }, { drawn: true, times: [5, 5], same: true, ended: true });
    assert.ok(wide > 0.9 && wide < 1.1, `both pictures in one: ${wide}`);
    assert.match(report.fault, /^scene:\d+:\d+: .*radius/);
    assert.match(report.space, /shows scenes in 2D/);
    const [, hash] = report.link.match(/hash=([\w-]+)/);
    assert.ok(report.followed.endsWith(`The same as in the link, bit for bit (hash ${hash}).`), report.followed);
    assert.ok(report.differs.endsWith(`It differs from that of the link: hash ${hash}, not 1-2.`), report.differs);
});

test("drag a ball of a gas, and see how soon the world differs: in Chromium", async () => {
    const carom = await load();
    const simulation = carom.simulation(GAS);
    simulation.record();
    simulation.advance({ until: 5 });
    const page = await carom.page(simulation.finishRecord(), { play: true, scene: GAS });
    const report = JSON.parse(await reportOf("/javascript/tests/page/play.html?moved", { "/play.html": page }));
    assert.deepEqual(report.errors, []);
    assert.match(report.refused, /^There it would overlap #1\.$/);
    assert.equal(report.same, true);
    const [, x, y] = report.scene.match(/\n\[\[moves\]\]\nball = 0\nposition = \[([\d.]+), ([\d.]+)\]\n$/).map(Number);
    assert.ok(Math.hypot(x - report.place[0], y - report.place[1]) < 0.02, `${x}, ${y}`);
    const [, time] = report.told.match(/^They differ from time 0 on: #0 begins differently\. For all other balls the world differs from time ([\d.]+) on: /);
    assert.ok(time > 0 && Math.abs(report.time - time) < 1e-6, `${report.time}, not ${time}`);
    assert.deepEqual(report.typed, ["The text has changed since this run: run it, and then move the ball.", true]);
    assert.equal(report.later, true, "only at the start");
    assert.match(report.damaged, /kept run of the link is damaged/);
    assert.equal(report.again[0], report.told);
    assert.match(report.again[1], /bit for bit/);
    assert.equal(report.again[2], false, "the kept run is in the link");
});

const axe = fileURLToPath(new URL("build/page/node_modules/axe-core/axe.min.js", root));
const withoutAxe = existsSync(axe) ? false : "axe-core is not installed: ./test --readers installs it";

test("axe finds nothing on pages that play", { skip: withoutAxe }, async () => {
    const carom = await load();
    const table = carom.table(TWO_BALLS);
    const simulation = carom.simulation(GAS);
    simulation.record();
    simulation.advance({ until: 5 });
    const pages = [
        await carom.page(table.record(table.planned), { play: true }),
        await carom.page(simulation.finishRecord(), { play: true, scene: GAS }),
    ];
    for (const page of pages) {
        const report = JSON.parse(await reportOf("/javascript/tests/page/play.html?look", { "/play.html": page }));
        assert.deepEqual(report, { errors: [], found: [], tabs: 4 });
    }
});

test("a table in a page of somebody else: in Chromium", async () => {
    const { told, detail, error } = JSON.parse(await reportOf("/javascript/tests/page/element.html"));
    assert.equal(error, undefined);
    assert.ok(told.includes("ready") && told.includes("aim"), told.join());
    assert.deepEqual(detail.names, ["cue", "1"]);
    assert.deepEqual(detail.falls, [1]);
    assert.equal(detail.balls[1].phase, "pocketed");
    const carom = await load();
    assert.deepEqual(detail.balls, carom.table(TWO_BALLS).shot({ speed: 1.5, direction: 67.51 }).end);
});

test("the page of a break of 16 balls is smaller than 1.5 MB", async () => {
    const carom = await load();
    const table = carom.table(await readFile(new URL("scenes/eight_ball_shot.toml", root), "utf8"));
    const page = await carom.page(table.record(table.planned), { play: true });
    assert.ok(page.length < 1_500_000, `${page.length} letters`);
});

test("a page without the engine has no Play", async () => {
    const carom = await load();
    const table = carom.table(TWO_BALLS);
    const page = await carom.page(table.record(table.planned));
    assert.doesNotMatch(page, /octet-stream" id="engine"/);
    const simulation = carom.simulation(
        'dimension = 2\n[world]\nlower = [0, 0]\nupper = [9, 9]\nboundary = "wall"\n' +
            '[[generate]]\nkind = "random_gas"\ncount = 5\nradius = 0.5\nmass = 1\ntemperature = 1\nseed = 1\n',
    );
    simulation.record();
    simulation.advance({ until: 3 });
    const gas = carom.pageData(simulation.finishRecord());
    assert.equal(JSON.parse(gas.header).balls, 5);
    assert.throws(() => carom.pageData(new Uint8Array(100)), { status: "FILE_ERROR" });
    assert.throws(() => carom.pageData(table.record([]), { mostRecords: 0 }), { status: "BAD_ARGUMENT" });
});
