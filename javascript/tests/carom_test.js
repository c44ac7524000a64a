// What the package answers, and how it refuses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { CaromError, FOULS, load } from "../../build/npm/index.js";
import { refusal, refuses } from "./refusals.js";

const carom = await load();
const scene = (name) => readFileSync(new URL(`../../scenes/${name}.toml`, import.meta.url), "utf8");
const TWO_BALLS = `
[table]
kind = "pool_9_foot"
[[balls]]
name = "cue"
position = [0.4, 0.6]
[[balls]]
name = "1"
position = [0.9, 1.8]
`;

/** -0 equals 0. */
const equal = (numbers, expected) => assert.ok(expected.every((x, k) => x === numbers[k]), `${numbers}`);

test("two balls: sweep, overlap, gap, closest approach, bounce", () => {
    const a = { center: [0, 0, 0], radius: 0.5, displacement: [4, 0, 0] };
    const b = { center: [2, 0, 0], radius: 0.5 };
    const answer = carom.sweep(a, b);
    assert.equal(answer.state, "will touch");
    assert.equal(answer.first, 0.25);
    assert.equal(answer.last, 0.75);
    equal(answer.normal, [1, 0, 0]);
    equal(answer.point, [1.5, 0, 0]);
    assert.equal(carom.overlaps(a, b), false);
    assert.equal(carom.gap(a, b), 1);
    assert.deepEqual(carom.closestApproach(a, { ...b, center: [2, 3, 0] }), { when: 0.5, gap: 2 });
    const bodies = [{ center: [0, 0], velocity: [1, 0], mass: 1 }, { center: [1, 0], velocity: [0, 0], mass: 1 }];
    equal(carom.bounce(...bodies, 1).velocityA, [0, 0]);
    equal(carom.bounce(...bodies, 1).velocityB, [1, 0]);
    const heavy = { ...bodies[1], mass: Infinity };
    equal(carom.bounce(bodies[0], heavy, 1).velocityA, [-1, 0]);
});

test("a ball against a half-space and a box", () => {
    const ball = { center: [0, 2], radius: 0.5, displacement: [0, -3] };
    assert.equal(carom.sweepHalfSpace(ball, { normal: [0, 1], offset: 0 }).first, 0.5);
    assert.equal(carom.sweepBox(ball, { lower: [-1, -1], upper: [1, 0] }).first, 0.5);
});

test("batches take numbers, arrays, typed arrays and columns, and answer into columns", () => {
    const n = 1000;
    const x = Float64Array.from({ length: n }, (_, k) => k / 100);
    const column = carom.column(Float64Array, n);
    column.array.set(x);
    const zeros = Array(n).fill(0);
    const b = { center: [Float64Array.from(x, (value) => value + 2), zeros], radius: 0.5 };
    const given = carom.sweepEach({ center: [x, zeros], radius: 0.5, displacement: [4, 0] }, b);
    const into = {
        state: carom.column(Int32Array, n),
        first: carom.column(Float64Array, n),
        last: carom.column(Float64Array, n),
    };
    const kept = carom.sweepEach({ center: [column, zeros], radius: 0.5, displacement: [4, 0] }, b, into);
    assert.equal(given.contacts, n);
    assert.equal(kept.first, into.first);
    assert.deepEqual(kept.first.array, given.first);
    for (let k = 0; k < n; k += 97) {
        const alone = carom.sweep(
            { center: [x[k], 0], radius: 0.5, displacement: [4, 0] },
            { center: [x[k] + 2, 0], radius: 0.5 },
        );
        assert.equal(given.first[k], alone.first);
    }
    assert.equal(carom.sweepAll({ center: [[0], [0]], radius: 1 }, b).state.length, n);
    refuses("BAD_ARGUMENT", "column of 1000", () => carom.sweepEach(b, b, { first: carom.column(Float64Array, 5) }));
    column.free();
    refuses("BAD_ARGUMENT", "freed", () => carom.sweepEach({ center: [column, zeros], radius: 1 }, b));
});

test("a shot on a table, and the next one from its end", () => {
    const table = carom.table(TWO_BALLS);
    assert.deepEqual(table.names, ["cue", "1"]);
    const shot = table.shot({ speed: 1.5, direction: 67.51 });
    assert.equal(shot.end[1].phase, "pocketed");
    assert.equal(shot.events[0].kind, "strike");
    assert.ok(shot.events.some(({ kind, ball, other }) => kind === "ball and ball" && ball === 0 && other === 1));
    assert.deepEqual(shot.states(shot.duration), shot.end);
    const places = shot.positions([0, 0.5]);
    assert.deepEqual([...places.slice(0, 2)], [0.4, 0.6]);
    assert.deepEqual(shot.states(0.5)[0].position, [...places.slice(6, 9)]);
    const next = table.shot({ speed: 1, direction: 10 }, { start: shot.end });
    assert.ok(next.duration > 0);
    refuses("BAD_ARGUMENT", "is over", () => shot.states(0));
});

test("a table as text, and shots that are recorded", () => {
    const table = carom.table(TWO_BALLS);
    const { end } = table.shot({ speed: 1, direction: 10 });
    const again = carom.table(table.text({ start: end, strike: { speed: 2.5, direction: 67.25, left: -0.125 } }));
    assert.deepEqual(again.start, end);
    assert.deepEqual(again.planned, [{ cueBall: 0, speed: 2.5, direction: 67.25, elevation: 0, left: -0.125, up: 0 }]);
    const shots = [{ speed: 1, direction: 10 }, { speed: 2, direction: 60, place: [0.5, 0.4] }];
    const report = carom.check(table.record(shots));
    assert.equal(report.proved, true);
    assert.equal(report.shots, 2);
    refuses("BAD_ARGUMENT", "shots: an array", () => table.record({ speed: 1 }));
    refuses("BAD_ARGUMENT", "shots[1].place", () => table.record([shots[0], { ...shots[1], place: [1] }]));
    refuses("BAD_ARGUMENT", "overlap", () => table.record([{ ...shots[1], place: table.start[1].position.slice(0, 2) }]));
    refuses("BAD_ARGUMENT", "start: a state for each", () => table.text({ start: [] }));
    const shot = table.shot(shots[0]);
    refuses("BAD_ARGUMENT", "do not decrease", () => shot.positions([1, 0.5]));
    refuses("BAD_ARGUMENT", "times[0]", () => shot.positions([NaN]));
    assert.equal(shot.positions([]).length, 0);
});

test("a game is ruled shot by shot", () => {
    const table = carom.table(scene("nine_ball_shot"));
    const game = table.game("nine-ball");
    refuses("BAD_ARGUMENT", "no shot", () => game.rule());
    table.shot(table.planned[0]);
    const ruling = game.rule();
    assert.deepEqual(ruling.fouls, ["scratch"]);
    assert.equal(ruling.shooter, 1);
    assert.equal(ruling.ballInHand, true);
    assert.equal(ruling.winner, undefined);
    refuses("BAD_ARGUMENT", "kind: one of eight-ball", () => table.game("chess"));
    refuses("BAD_ARGUMENT", "three balls", () => table.game("three-cushion"));
    const called = table.game("ten-ball").rule({ ball: 1, pocket: 2 });
    assert.deepEqual(called.fouls, ["scratch"]);
    refuses("BAD_ARGUMENT", "cannot be given back", () => game.pass());
    game.free();
    refuses("BAD_HANDLE", "", () => game.rule());
});

test("a spotted ball is put back", () => {
    const balls = ["cue", "9", "1"], places = ["0.4, 0.6", "0.9, 1.8", "0.635, 1.905"];
    const lines = balls.map((name, k) => `[[balls]]\nname = "${name}"\nposition = [${places[k]}]\n`);
    const table = carom.table(`[table]\nkind = "pool_9_foot"\n${lines.join("")}`);
    const game = table.game("nine-ball");
    assert.deepEqual(game.start, table.start);
    const shot = table.shot({ speed: 1.5, direction: 67.51 });
    assert.deepEqual(game.rule().spotted, [1]);
    assert.deepEqual(game.start[2], shot.end[2]);
    assert.equal(game.start[1].phase, "resting");
    assert.equal(game.start[1].position[0], 0.635);
    assert.ok(game.start[1].position[1] >= 1.905 + 2 * 0.028575);
    table.shot({ speed: 1, direction: 200 }, { start: game.start });
    game.free();
    refuses("BAD_HANDLE", "", () => game.start);
});

test("many shots at once have the bits of each alone", () => {
    const table = carom.table(scene("nine_ball_shot"));
    const [strike] = table.planned;
    const direction = Float64Array.from({ length: 20 }, (_, k) => strike.direction + k / 1000);
    const outcomes = table.shots({ ...strike, direction });
    assert.equal(outcomes.length, 20);
    for (const k of [0, 7, 19]) {
        const shot = table.shot({ ...strike, direction: direction[k] });
        assert.equal(outcomes.duration[k], shot.duration);
        const x = outcomes.x.slice(k * table.ballCount, (k + 1) * table.ballCount);
        assert.deepEqual([...x], shot.end.map((ball) => ball.position[0]));
    }
    assert.equal(table.shots({ ...strike, direction }, { onProgress: () => false }), undefined);
    // The scene has a rack, so each shot is ruled as the break of its game.
    for (const k of [0, 7, 19]) {
        table.shot({ ...strike, direction: direction[k] });
        const { fouls, continues, winner } = table.game("nine-ball").rule();
        assert.deepEqual(FOULS.filter((_, foul) => (outcomes.fouls[k] >> foul) & 1), fouls);
        assert.deepEqual([outcomes.continues[k] === 1, outcomes.points[k]], [continues, 0]);
        assert.equal(outcomes.winner[k], winner ?? -1);
    }
    const plain = carom.table(`${scene("nine_ball_shot")}\n[game]\nrules = "none"\n`);
    assert.deepEqual([...plain.shots({ ...strike, direction: [80, 90] }).fouls], [-1, -1]);
});

test("a simulation that was saved goes on with the same bits, in another instance too", async () => {
    const first = carom.simulation(scene("gas_1000"));
    first.advance({ events: 1000 });
    const saved = first.save();
    const other = carom.resume(first.scene, saved);
    const elsewhere = (await load()).resume(scene("gas_1000"), saved.buffer);
    for (const each of [first, other, elsewhere]) each.advance({ events: 1000 });
    assert.deepEqual(other.states(), first.states());
    assert.deepEqual(elsewhere.states(), first.states());
    assert.equal(other.now, first.now);
    refuses("BAD_INPUT", "", () => carom.resume(scene("two_masses"), saved));
    refuses("FILE_ERROR", "the checkpoint is damaged", () => carom.resume(first.scene, saved.slice(0, -1)));
    refuses("FILE_ERROR", "", () => carom.resume(first.scene, new Uint8Array(0)));
    refuses("BAD_ARGUMENT", "a checkpoint is needed", () => carom.resume(first.scene, "saved"));
});

test("a simulation: events, states, copies, recordings, proof, measurement", () => {
    const simulation = carom.simulation(scene("gas_1000"));
    simulation.record();
    const event = simulation.next();
    assert.equal(simulation.now, event.time);
    assert.ok(["ball and ball", "ball and wall"].includes(event.kind));
    const copy = simulation.copy();
    simulation.advance({ events: 2000 });
    copy.advance({ events: 2000 });
    assert.deepEqual(copy.states(), simulation.states());
    const { position } = simulation.states();
    const end = simulation.now;
    const bytes = simulation.finishRecord();
    const report = carom.check(bytes);
    assert.equal(report.proved, true);
    assert.ok(report.records >= 2001);
    const played = carom.trajectory(bytes);
    assert.deepEqual(played.states(end).position, position);
    assert.equal(played.states(end + 1), undefined);
    const { value: temperature } = carom.measure(bytes)["temperature.kt"];
    assert.ok(temperature > 0);
    const { "series.temperature": series, ...others } = carom.measureCurves(bytes);
    assert.ok(series.value.every((each) => Math.abs(each - temperature) < 1e-9), "elastic balls keep their temperature");
    assert.deepEqual([series.start[0], series.end.at(-1)], [0, end]);
    assert.ok(Object.values(others).every(({ start, error }) => start.length > 0 && error.length === start.length));
    assert.equal(carom.measureCurves(bytes, { onProgress: () => false }), undefined);
    refuses("BAD_ARGUMENT", "after: a time >= 0", () => carom.measureCurves(bytes, { after: -1 }));
    const spoilt = bytes.slice();
    spoilt[spoilt.length >> 1] ^= 4;
    assert.throws(() => assert.ok(carom.check(spoilt).proved));
    let [first] = simulation.events();
    assert.ok(first.time > end);
    first = undefined;
});

test("a long call tells its progress, stops, and passes on what is thrown", () => {
    const simulation = carom.simulation(scene("gas_1000"));
    const shares = [];
    assert.equal(simulation.advance({ events: 200000, onProgress: (share) => void shares.push(share) }), true);
    assert.ok(shares.length > 0 && shares.every((share) => share === undefined || (share >= 0 && share <= 1)));
    assert.equal(simulation.advance({ events: 1e9, onProgress: () => false }), false);
    assert.throws(() => simulation.advance({ events: 1e9, onProgress: () => { throw new RangeError("mine"); } }),
        (error) => error instanceof RangeError && error.message === "mine");
    assert.ok(simulation.next());
});

test("bad input: the place and the culprit", () => {
    refuses("BAD_INPUT", "two.toml:3:1: ", () => carom.table("[table]\nkind = \"pool_9_foot\"\nlegs = 4\n", { name: "two.toml" }));
    const both = refusal(() => carom.table("[table]\nkind = \"pool_9_foot\"\nlegs = 4\narms = 2\n"));
    assert.equal(both.faults.length, 2, both.message);
    refuses("BAD_INPUT", "<text>:1:", () => carom.scene("= 5"));
    refuses("BAD_INPUT", "", () => carom.scene(""));
    refuses("BAD_ARGUMENT", "a.radius", () => carom.sweep({ center: [0, 0], radius: "big" }, { center: [0, 0], radius: 1 }));
    refuses("BAD_ARGUMENT", "radius", () => carom.sweep({ center: [0, 0], radius: -1 }, { center: [0, 0], radius: 1 }));
    refuses("BAD_ARGUMENT", "", () => carom.sweep({ center: [0, NaN], radius: 1 }, { center: [0, 0], radius: 1 }));
    refuses("BAD_ARGUMENT", "b.center: 2 numbers", () =>
        carom.sweep({ center: [0, 0], radius: 1 }, { center: [0, 0, 0], radius: 1 }));
    refuses("BAD_ARGUMENT", "a: an object", () => carom.sweep(null, { center: [0, 0], radius: 1 }));
    const table = carom.table(TWO_BALLS);
    refuses("BAD_ARGUMENT", "speed", () => table.shot({ direction: 3 }));
    refuses("BAD_ARGUMENT", "strike: an object", () => table.shot());
    refuses("BAD_ARGUMENT", "strikes: an object", () => table.shots(7));
    refuses("BAD_ARGUMENT", "direction[1]", () => table.shots({ speed: 1, direction: [1, "north"] }));
    refuses("BAD_ARGUMENT", "left: 2 numbers", () => table.shots({ speed: 1, direction: [1, 2], left: [0, 0, 0] }));
    refuses("BAD_ARGUMENT", "cueBall[0]", () => table.shots({ speed: 1, direction: [1], cueBall: [0.5] }));
    refuses("BAD_ARGUMENT", "start", () => table.shot({ speed: 1, direction: 3 }, { start: [] }));
    refuses("BAD_ARGUMENT", "events", () => carom.simulation(scene("gas_1000")).advance({ events: -1 }));
    refuses("BAD_ARGUMENT", "until", () => carom.simulation(scene("gas_1000")).next("soon"));
    refuses("BAD_ARGUMENT", "Uint8Array", () => carom.check("run.carom"));
    assert.throws(() => carom.trajectory(new Uint8Array([1, 2, 3])), CaromError);
    refuses("BAD_ARGUMENT", "column", () => carom.column(Float32Array, 4));
    refuses("BAD_ARGUMENT", "column", () => carom.column(Float64Array, -4));
});

test("no wrong argument gives another error than Carom's", async () => {
    const wrong = [undefined, null, NaN, -1, 1.5, 2n, "x", true, Symbol("s"), () => 0, [], [null], {}, { length: 1e9 }, new Map()];
    const ball = { center: [0, 0], radius: 1 };
    const columns = { center: [[0], [0]], radius: 1, displacement: [0, 0] };
    const strike = { speed: 1, direction: 3 };
    const [table, simulation, frame] = [carom.table(TWO_BALLS), carom.simulation(scene("gas_1000")), carom.frame({ dimension: 2 })];
    const shot = table.shot(strike), game = table.game("nine-ball");
    const bytes = table.record([strike]);
    const questions = {
        sweep: [(x) => carom.sweep(x, ball), (x) => carom.sweep(ball, x), (x) => carom.sweep({ ...ball, displacement: x }, ball)],
        sweepHalfSpace: [(x) => carom.sweepHalfSpace(ball, x), (x) => carom.sweepHalfSpace(ball, { normal: x, offset: 0 })],
        sweepBox: [(x) => carom.sweepBox(ball, x), (x) => carom.sweepBox(ball, { lower: [0, 0], upper: x })],
        bounce: [(x) => carom.bounce(x, x, 1), (x) => carom.bounce({ ...ball, velocity: [0, 0], mass: x }, x, 1)],
        sweepEach: [(x) => carom.sweepEach(x, columns), (x) => carom.sweepEach(columns, columns, x), (x) => carom.sweepAll({ center: x }, x)],
        columns: [(x) => carom.sweepEach({ ...columns, radius: x }, columns), (x) => carom.sweepEach(columns, columns, { first: x })],
        column: [(x) => carom.column(x, 1), (x) => carom.column(Float64Array, x)],
        frame: [(x) => carom.frame(x), (x) => carom.frame({ dimension: x }), (x) => frame.contacts(x)],
        step: [(x) => frame.step(x, { restitution: 1 }), (x) => frame.step(columns, x), (x) => frame.step(columns, { restitution: x })],
        "step more": [(x) => frame.step(columns, { restitution: 1, acceleration: x }), (x) => frame.step(columns, { restitution: 1, mostBounces: x })],
        obstacles: [
            (x) => frame.setObstacles(x), (x) => frame.setObstacles({}, x), (x) => frame.setObstacles({ balls: x }),
            (x) => frame.setObstacles({ boxes: { lower: [[0], [0]], upper: x } }), (x) => frame.obstacleContacts(x),
            (x) => frame.setObstacles({ planes: { normal: [x, x], offset: 0 } }),
        ],
        filter: [(x) => frame.setFilter(x), (x) => frame.setFilter({ group: x }), (x) => frame.setFilter({ ignored: [[x, 0]] })],
        table: [(x) => carom.table(x), (x) => carom.table(TWO_BALLS, x), (x) => carom.table(TWO_BALLS, { name: x })],
        shot: [(x) => table.shot(x), (x) => table.shot(strike, x), (x) => table.shot({ ...strike, left: x }), (x) => table.shot(strike, { start: x })],
        states: [(x) => shot.states(x), (x) => shot.positions(x), (x) => table.shot(strike, { start: [x, x] })],
        shots: [(x) => table.shots(x), (x) => table.shots(strike, x), (x) => table.shots({ ...strike, up: x }), (x) => table.shots(strike, { into: x })],
        text: [(x) => table.text(x), (x) => table.text({ start: x }), (x) => table.text({ strike: x })],
        record: [(x) => table.record(x), (x) => table.record([x]), (x) => table.record([strike], x), (x) => table.record([{ ...strike, place: x }])],
        game: [(x) => table.game(x), (x) => game.rule(x), (x) => game.rule({ ball: x }), (x) => game.rule({ safety: x })],
        scene: [(x) => carom.scene(x), (x) => carom.scene("x", x), (x) => carom.simulation(x), (x) => carom.simulation(scene("gas_1000"), x)],
        resume: [(x) => carom.resume(x, bytes), (x) => carom.resume(simulation.scene, x), (x) => carom.resume(scene("gas_1000"), simulation.save(), x)],
        simulation: [(x) => simulation.next(x), (x) => [...simulation.events(x === undefined ? 0 : x)], (x) => simulation.advance(x), (x) => simulation.advance({ events: x })],
        onProgress: [(x) => simulation.advance({ events: 1, onProgress: x }), (x) => carom.check(bytes, { onProgress: x })],
        recordings: [(x) => carom.trajectory(x), (x) => carom.check(x), (x) => carom.check(bytes, x), (x) => carom.measure(bytes, x), (x) => carom.measure(x), (x) => carom.measureCurves(bytes, x)],
        pages: [(x) => carom.pageData(x), (x) => carom.pageData(bytes, x), (x) => carom.page(bytes, x), (x) => carom.page(bytes, { scene: x }), (x) => load(x), (x) => load({ wasm: x })],
    };
    for (const [name, each] of Object.entries(questions)) {
        for (const [k, question] of each.entries()) {
            for (const x of wrong) {
                const told = `${name}[${k}] with ${typeof x} ${typeof x === "symbol" ? "" : String(x)}`;
                try {
                    await question(x);
                } catch (error) {
                    assert.ok(error instanceof CaromError, `${told}: ${error.stack}`);
                    assert.ok(error.message.length > 0, told);
                }
            }
        }
    }
});

test("an option that Carom does not know is named, with those that it knows", () => {
    const table = carom.table(TWO_BALLS), strike = { speed: 1, direction: 3 };
    const game = table.game("nine-ball"), simulation = carom.simulation(scene("gas_1000"));
    const ball = { center: [[0], [0]], radius: 1, displacement: [0, 0] };
    const told = (key, known) => `there is no "${key}"; it takes ${known}`;
    refuses("BAD_ARGUMENT", told("strat", "start, strike"), () => table.text({ strat: table.start }));
    refuses("BAD_ARGUMENT", told("strat", "start"), () => table.shot(strike, { strat: table.start }));
    refuses("BAD_ARGUMENT", told("lefft", "speed, direction, elevation, left, up, cueBall"), () => table.shot({ ...strike, lefft: 0.2 }));
    refuses("BAD_ARGUMENT", `strikes: ${told("lefft", "speed")}`, () => table.shots({ ...strike, lefft: [0.2] }));
    refuses("BAD_ARGUMENT", `into: ${told("z", "x, y, pocket")}`, () => table.shots(strike, { into: { z: 1 } }));
    refuses("BAD_ARGUMENT", `shots[0]: ${told("plaec", "speed")}`, () => table.record([{ ...strike, plaec: [1, 1] }]));
    refuses("BAD_ARGUMENT", told("push_out", "ball, pocket, safety, pushOut, pass, colour"), () => game.rule({ push_out: true }));
    refuses("BAD_ARGUMENT", told("event", "until, events, onProgress"), () => simulation.advance({ event: 5 }));
    refuses("BAD_ARGUMENT", told("dimensions", "dimension"), () => carom.frame({ dimensions: 2 }));
    refuses("BAD_ARGUMENT", told("treshold", "restitution, threshold"), () =>
        carom.frame({ dimension: 2 }).step(ball, { restitution: 1, treshold: 1 }));
    refuses("BAD_ARGUMENT", told("file", "name"), () => carom.table(TWO_BALLS, { file: "a" }));
});

test("numbers that are none, and columns of others", async () => {
    const table = carom.table(TWO_BALLS);
    refuses("BAD_ARGUMENT", "strike.speed: a number is needed, not NaN", () => table.shot({ speed: NaN, direction: 3 }));
    refuses("BAD_ARGUMENT", "direction[1]: a number is needed, not NaN", () => table.shots({ speed: 1, direction: Float64Array.of(1, NaN) }));
    refuses("BAD_ARGUMENT", "speed: a number is needed, not NaN", () => table.shots({ speed: NaN, direction: [1, 2] }));
    refuses("BAD_ARGUMENT", "restitution: a number is needed, not NaN", () =>
        carom.bounce({ center: [0, 0], velocity: [1, 0], mass: 1 }, { center: [2, 0], velocity: [0, 0], mass: 1 }, NaN));
    refuses("BAD_ARGUMENT", "x: a column of Carom is needed to write to, not an array of 2", () =>
        table.shots({ speed: 1, direction: 3 }, { into: { x: new Float64Array(2) } }));
    const other = await load();
    refuses("BAD_ARGUMENT", "another instance", () => table.shots({ speed: other.column(Float64Array, 1), direction: 3 }));
    refuses("BAD_ARGUMENT", "another instance", () => carom.simulation(other.scene(scene("gas_1000"))));
});

test("objects that were freed", () => {
    const simulation = carom.simulation(scene("gas_1000"));
    simulation.free();
    refuses("BAD_HANDLE", "", () => simulation.next());
    refuses("BAD_HANDLE", "", () => simulation.free());
    const table = carom.table(TWO_BALLS);
    table.free();
    refuses("BAD_HANDLE", "", () => table.shot({ speed: 1, direction: 3 }));
});

test("memory that runs out ends an instance, and no other", async () => {
    const small = await load();
    const columns = [];
    const error = refusal(() => {
        for (;;) columns.push(small.column(Float64Array, 2 ** 26));
    });
    assert.equal(error.status, "OUT_OF_MEMORY");
    assert.equal(carom.gap({ center: [0, 0], radius: 1 }, { center: [4, 0], radius: 1 }), 2);
});

test("a module without what is asked says so; what is no module is refused", async () => {
    const play = await load({ wasm: new URL("../../build/npm/carom_play.wasm", import.meta.url) });
    refuses("BAD_ARGUMENT", "load carom.wasm", () =>
        play.gap({ center: [0, 0], radius: 1 }, { center: [4, 0], radius: 1 }));
    await assert.rejects(load({ wasm: new Uint8Array([1, 2, 3]) }), WebAssembly.CompileError);
});
