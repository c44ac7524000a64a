// Does on /play.html what a visitor does, and reports what the page says.

import { drag, element, errors, open, sleep, text, until } from "./visitor.js";
import { playGame } from "./games.js";
import { moveBall } from "./moved.js";
import { choose } from "./physics.js";
import { see } from "./space.js";

const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** What the card says at an event, of it and of the first ball. */
async function cardOf(page, event) {
    const press = (key, more) => page.document.body.dispatchEvent(new page.KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    press("b");
    press("b");
    press("B", { shiftKey: true });
    page.carom.player.seekEvent(event);
    await until("the card is drawn", () => /energy lost.*position/.test(text(page, "card")));
    return text(page, "card");
}

/** Three-cushion against the page: a point that it finds, a shot that makes none, and what the page answers. */
async function playCarom(page, rest) {
    const { play } = page.carom.view;
    element(page, "table_kind").value = "Three-cushion";
    element(page, "table_kind").dispatchEvent(new page.Event("change"));
    await until("the carom table", () => page.carom.trajectory.header.name === "three cushion" && play.preview);
    const offered = [element(page, "opponent").disabled, element(page, "find_shot").hidden];
    element(page, "find_shot").click();
    const found = text(page, "cue_told");
    const shoot = async () => {
        await play.shoot();
        rest();
        await until("the referee rules", () => /^Player 1/.test(text(page, "cue_told")));
        return text(page, "cue_told");
    };
    const point = await shoot();
    play.change({ speed: 0.2, direction: 200 });
    const missed = await shoot();
    await until("the page shoots", () => page.carom.player.playing);
    const { left, speed } = play.session.shots.at(-1).aim;
    rest();
    await until("the page is ruled", () => /^Player 2/.test(text(page, "cue_told")));
    return { offered, found, point, missed, answer: text(page, "cue_told"), cueBall: play.session.shots.at(-1).aim.cueBall, seen: [speed, Math.abs(left)] };
}

async function play() {
    const report = { errors };
    let page = await open("");
    const play = page.carom.view.play;
    element(page, "tab_cue").click();
    await until("the window is found", () => /fall within/.test(text(page, "outcome")));
    report.tab = page.document.querySelector('[role="tab"][aria-selected="true"]').textContent;
    report.outcome = text(page, "outcome");
    report.ways = play.preview.ways.length;

    const cue = play.session.states[0].position;
    drag(page, [cue[0], cue[1] + 0.8]);
    report.pointed = play.session.aim.direction;
    play.change({ direction: 67.51 });
    report.scene = play.session.text();

    element(page, "shoot").click();
    await until("the shot begins", () => page.carom.player.playing);
    page.carom.player.seek(page.carom.trajectory.length);
    page.carom.player.pause();
    await until("the cue is back", () => text(page, "shoot") === "Shoot");
    report.told = text(page, "cue_told");
    report.card = await cardOf(page, 2);
    page.carom.player.seek(page.carom.trajectory.length);
    report.shots = play.session.shots.length;
    report.recorded = base64(play.session.record());

    element(page, "find_shot").click();
    report.none = text(page, "cue_told");
    element(page, "undo").click();
    await until("the shot is taken back", () => play.session.shots.length === 0 && page.carom.trajectory.length === 0);
    report.afterUndo = play.session.shots.length;
    play.change({ direction: 200, speed: 7 });
    element(page, "find_shot").click();
    await until("the shot is seen", () => play.preview);
    report.found = [text(page, "cue_told"), play.preview.falls, play.session.aim.direction];
    // A computer that is busy draws the aim late; the window is looked for all the same.
    const draw = page.requestAnimationFrame.bind(page);
    page.requestAnimationFrame = (picture) => setTimeout(() => draw(picture), 300);
    await sleep(400);
    play.change({ direction: 67.5 });
    await sleep(700);
    page.requestAnimationFrame = draw;
    await until("the window is found again", () => /fall within/.test(text(page, "outcome")));
    drag(page, [0.9, 1.8], [0.4, 0.63]);
    await until("the ball may not lie there", () => text(page, "cue_told") !== "" && text(page, "cue_told") !== report.told);
    await sleep(200);
    report.overlap = text(page, "cue_told");

    report.tables = {};
    for (const option of [...element(page, "table_kind").options].slice(1)) {
        element(page, "table_kind").value = option.value;
        element(page, "table_kind").dispatchEvent(new page.Event("change"));
        const name = option.value.toLowerCase().replace("-", " ");
        await until(name, () => page.carom.trajectory.header.name === name && play.preview);
        report.tables[option.value] = play.preview.ways.length;
    }

    const rest = () => {
        page.carom.player.seek(page.carom.trajectory.length);
        page.carom.player.pause();
    };
    const size = element(page, "table_size");
    const isOffered = () => !element(page, "table_size_box").hidden;
    const offered = [isOffered()];
    const before = page.carom.trajectory.header.world.upper[0];
    element(page, "table_kind").value = "Eight-ball";
    size.value = "7 foot";
    size.dispatchEvent(new page.Event("change"));
    await until("the small table", () => page.carom.trajectory.header.world.upper[0] !== before && page.carom.trajectory.ballCount === 16 && play.preview);
    report.small = [page.carom.trajectory.header.world.upper, play.preview.ways.length > 5];
    offered.push(isOffered());
    size.value = "9 foot";
    report.offered = offered;
    // A game against the page: player 1 breaks, and the page answers where it is next.
    element(page, "table_kind").value = "Nine-ball";
    element(page, "by_rules").checked = true;
    element(page, "opponent").checked = true;
    element(page, "by_rules").dispatchEvent(new page.Event("change"));
    element(page, "table_kind").dispatchEvent(new page.Event("change"));
    await until("the game begins", () => /player 1 breaks/.test(text(page, "cue_told")) && play.preview);
    play.change({ speed: 2, direction: 200 });
    await play.shoot();
    rest();
    await until("the referee rules", () => /^Player 1: foul/.test(text(page, "cue_told")));
    report.ruled = text(page, "cue_told");
    await until("the page shoots", () => page.carom.player.playing);
    rest();
    await until("the page is ruled", () => /^Player 2/.test(text(page, "cue_told")));
    report.answered = text(page, "cue_told");
    report.carom = await playCarom(page, rest);
    element(page, "by_rules").checked = false;
    element(page, "table_kind").value = "";
    element(page, "table_kind").dispatchEvent(new page.Event("change"));
    await until("the first table", () => page.carom.trajectory.header.name === "two balls" && play.preview);
    report.link = await play.link();
    const words = report.link.slice(report.link.indexOf("#"));
    page = await open(words);
    report.followed = text(page, "cue_told");
    page = await open(words.replace(/hash=.*/, "hash=0123456789abcdef"));
    report.changed = text(page, "cue_told");
    page = await open("#play=AAAA");
    report.damaged = text(page, "told");
    // A text that is no scene: the page goes on with its own table.
    page = await open("#play=y0jNyckHAA");
    report.noScene = text(page, "told");
    element(page, "tab_cue").click();
    await until("the table before is there", () => page.carom.view.play.preview);
    // A ball that is moved begins a new game, which is taken back.
    const again = page.carom.view.play;
    await again.shoot();
    page.carom.player.seek(page.carom.trajectory.length);
    page.carom.player.pause();
    again.session.move(1, [0.9, 1.5]);
    report.afterMove = again.session.shots.length;
    await again.undo();
    report.broughtBack = again.session.shots.length;
    return report;
}

/** Keeps the run of 30 balls, runs it again and then with less restitution, and goes to the first difference. */
async function compare(page, run) {
    const { view } = page.carom;
    const told = [];
    const colours = () => [...element(page, "other_stage").querySelectorAll("canvas")[2].getContext("2d").getImageData(0, 0, 300, 300).data];
    element(page, "keep_run").click();
    told.push(text(page, "difference_told"));
    await run("count = 20", "count = 30", /impacts up to time 5/);
    told.push(text(page, "difference_told"));
    await run(/count = 20(.*)\[run\]/s, "count = 30$1[collisions]\nrestitution_balls = 0.5\n[run]", /impacts up to time/);
    told.push(text(page, "difference_told"));
    element(page, "to_difference").click();
    const inStep = () => until("both runs are in step", () => view.other.player.time === page.carom.player.time);
    await inStep();
    const sides = ["stage", "other_stage"].map((id) => element(page, id).getBoundingClientRect());
    const drawn = new Set(colours()).size > 2;
    page.carom.player.seek(page.carom.trajectory.length);
    await inStep();
    const times = [page.carom.player.time, view.other.player.time];
    const apart = text(page, "kept_run");
    const wide = view.copy().width;
    element(page, "keep_run").click();
    return { told, apart, drawn, times, same: sides[0].width === sides[1].width, wide: wide / view.copy().width, ended: element(page, "other_stage").hidden };
}

/** The files that the page saves: their texts, or their sizes, and how the movie begins. */
async function saved(page) {
    const blobs = [];
    const { createObjectURL } = page.URL;
    page.URL.createObjectURL = (blob) => {
        blobs.push(blob);
        return createObjectURL.call(page.URL, blob);
    };
    const save = async (id) => {
        const before = blobs.length;
        element(page, id).click();
        await until(`${id} saves`, () => blobs.length > before);
        return blobs[before];
    };
    const texts = {};
    for (const id of ["save_events", "save_states", "save_scene"]) texts[id] = await (await save(id)).text();
    const { size } = await save("save_picture");
    page.carom.player.seek(page.carom.trajectory.length - 0.7);
    const movie = new Uint8Array(await (await save("save_movie")).arrayBuffer());
    page.MediaRecorder.isTypeSupported = () => false;
    element(page, "save_movie").click();
    return { texts, size, movie: movie.length, starts: [...movie.subarray(0, 4)], refused: text(page, "told"), label: text(page, "save_movie") };
}

/** Changes numbers by their fields, and runs the scene from one of them. */
async function changeNumbers(page) {
    const field = (label) => [...element(page, "number_fields").querySelectorAll("input")].find((each) => each.getAttribute("aria-label") === label);
    const type = (label, value) => {
        field(label).value = value;
        field(label).dispatchEvent(new page.Event("change"));
    };
    element(page, "own_scene").click();
    const { id } = element(page, field("count").getAttribute("aria-describedby"));
    const report = { means: text(page, id), before: [field("count").value, field("restitution_balls").value] };
    type("restitution_balls", "0.25");
    type("gravity, y", "-1");
    type("count", "many");
    report.stays = field("count").value;
    report.scene = element(page, "scene_text").value;
    const { trajectory } = page.carom;
    field("count").dispatchEvent(new page.KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await until("the scene of the fields is run", () => trajectory.header.law.restitution_balls === 0.25 && text(page, "run_scene") === "Run");
    report.falls = trajectory.header.world.gravity;
    report.plays = [page.carom.player.playing];
    page.matchMedia = (query) => ({ matches: query.includes("reduced-motion") });
    type("restitution_balls", "0.75");
    element(page, "run_scene").click();
    await until("the scene is run again", () => trajectory.header.law.restitution_balls === 0.75 && text(page, "run_scene") === "Run");
    report.plays.push(page.carom.player.playing);
    element(page, "own_scene").click();
    report.after = field("restitution_balls").value;
    return report;
}

/** Asks as a page of somebody else does: what is answered. */
async function exchange(page) {
    const told = [];
    const listen = ({ source, data }) => { if (source === page && data.from === "carom") told.push(data); };
    addEventListener("message", listen);
    const ask = async (message) => {
        const before = told.length;
        page.postMessage({ to: "carom", ...message }, "*");
        await until(`an answer to ${message.does}`, () => told.length > before);
        return told[before];
    };
    const { value: scene } = element(page, "scene_text");
    const answers = [];
    for (const message of [
        { does: "run", scene: scene.replace("count = 20", "count = 12") }, { does: "pause" }, { does: "seek", time: 2 }, { does: "play" },
        { does: "pause" }, { does: "seek", time: "soon" }, { does: "run", scene: "no scene" }, { does: "state" },
        { does: "run", scene: scene.replace("dimension = 2", "dimension = 3").replace("[0, 0]", "[0, 0, 0]").replace("[9, 9]", "[9, 9, 9]") },
    ]) answers.push(await ask(message));
    removeEventListener("message", listen);
    return answers;
}

/** Plays backwards, by the key and by the button. */
async function playBackwards(page) {
    const { player } = page.carom;
    const isBack = () => element(page, "play_back").getAttribute("aria-pressed");
    player.seek(3);
    page.document.body.dispatchEvent(new page.KeyboardEvent("keydown", { key: "j", bubbles: true }));
    await until("it plays backwards", () => player.time < 3 && isBack() === "true");
    element(page, "play_back").click();
    await until("it rests", () => isBack() === "false");
    return [player.playing, player.time < 3];
}

/** Changes the scene, and runs it. */
async function change() {
    const report = { errors };
    const page = await open("");
    const impacts = () => page.carom.trajectory.impactCount;
    report.impacts = [impacts()];
    element(page, "tab_text").click();
    const run = async (from, to, said) => {
        const scene = element(page, "scene_text");
        element(page, "own_scene").click();
        scene.value = scene.value.replace(from, to);
        element(page, "run_scene").click();
        await until(said, () => said.test(text(page, "scene_told")) && text(page, "run_scene") === "Run");
        return text(page, "scene_told");
    };
    await run("count = 20", "count = 30", /impacts up to time 5/);
    report.impacts.push(impacts());
    page.carom.player.pause();
    report.back = await playBackwards(page);
    report.card = await cardOf(page, 0);
    report.balls = page.carom.trajectory.ballCount;
    report.saved = await saved(page);
    report.scene = element(page, "scene_text").value;
    report.compared = await compare(page, run);
    report.link = await (async () => {
        element(page, "copy_scene").click();
        await until("the link is copied", () => /link is/.test(text(page, "scene_told")));
        return page.location.hash;
    })();
    report.fault = await run("radius = 0.3", "radius = -1", /radius/);
    report.space = await run(/dimension = 2\n(.*)lower = \[0, 0\]\nupper = \[9, 9\]/s, "dimension = 3\n$1lower = [0, 0, 0]\nupper = [9, 9, 9]", /2D/);
    report.numbers = await changeNumbers(page);
    report.messages = await exchange(page);
    const other = await open(report.link);
    report.followed = text(other, "scene_told");
    report.differs = text(await open(report.link.replace(/hash=[^&]*/, "hash=1-2")), "scene_told");
    return report;
}

/** Somebody who knows nothing: Shoot, Find a shot, Shoot. Then somebody who looks for the energy. */
async function visit() {
    const page = await open("");
    const { play } = page.carom.view;
    const tab = page.document.querySelector('[role="tab"][aria-selected="true"]').textContent;
    const click = async (id) => {
        element(page, id).click();
        await play.shooting;
        page.carom.player.seek(page.carom.trajectory.length);
        page.carom.player.pause();
        await until("the aim is seen", () => play.isAiming && play.preview);
    };
    const fallen = () => play.session.states.filter(({ phase }, ball) => phase === "pocketed" && ball !== play.session.aim.cueBall).length;
    const falls = [];
    for (const id of ["shoot", "find_shot", "shoot"]) {
        await click(id);
        falls.push(fallen());
    }
    element(page, "tab_charts").click();
    await until("a chart", () => / J/.test(text(page, "chart_text")));
    return { errors, tab, falls, chart: element(page, "chart_kind").value, told: text(page, "chart_text") };
}

/** What axe finds in every tab: [tab, rule, places]. */
async function look() {
    const axe = await (await fetch("/build/page/node_modules/axe-core/axe.min.js")).text();
    const found = [];
    const page = await open("");
    page.document.body.appendChild(page.document.createElement("script")).textContent = axe;
    for (const tab of page.document.querySelectorAll('[role="tab"]:not([hidden])')) {
        tab.click();
        for (const part of page.document.querySelectorAll("details")) part.open = true;
        if (tab.id === "tab_text") element(page, "keep_run").click(); // with two runs
        await sleep(600);
        const { violations } = await page.axe.run(page.document);
        for (const { id, nodes } of violations) found.push([tab.textContent, id, nodes.map(({ target }) => target.join(" ")).join("; ")]);
    }
    return { errors, found, tabs: page.document.querySelectorAll('[role="tab"]:not([hidden])').length };
}

const does = { "?scene": change, "?look": look, "?space": see, "?physics": choose, "?games": playGame, "?moved": moveBall, "?visit": visit }[location.search] ?? play;
const report = await does().catch((error) => ({ errors: [...errors, error.stack] }));
await fetch("/report", { method: "POST", body: JSON.stringify(report) });
