// Promise: a wrong argument gives a CaromError, and no other error.
import assert from "node:assert/strict";
import { test } from "node:test";

import { CaromError, load } from "../../build/npm/index.js";

const TABLE =
    '[table]\nkind = "pool_9_foot"\n[[balls]]\nname = "cue"\nposition = [0.4, 0.6]\n[[balls]]\nname = "1"\nposition = [0.9, 1.8]\n';
const SCENE = "dimension = 2\n[[balls]]\nposition = [1, 1]\nvelocity = [1, 0]\nradius = 0.5\n";
const WRONG = [
    null, undefined, NaN, "x", 1n, Symbol("a"), {}, [], [1n], [Symbol("a")], [{}], [NaN], [undefined], [[1]], new BigInt64Array(1),
    new BigUint64Array(1), new DataView(new ArrayBuffer(8)), () => 1, true, new Date(), Object.create(null), -1, 1e400, 2 ** 53,
    new Map(), new Float64Array(0), { length: 1 },
];

/** Each call takes the wrong value somewhere. */
function callsOf(carom) {
    const table = carom.table(TABLE);
    const shot = table.shot({ speed: 1, direction: 10 });
    const game = table.game("ten-ball");
    const simulation = carom.simulation(SCENE);
    const ball = { center: [0, 0], radius: 1 };
    const balls = { center: [[0], [0]], radius: 1 };
    return {
        table: (wrong) => carom.table(wrong),
        shot: (wrong) => table.shot(wrong),
        "shot from": (wrong) => table.shot({ speed: 1, direction: 1 }, { start: wrong }),
        "speed of shots": (wrong) => table.shots({ speed: wrong, direction: 1 }),
        "cue ball of shots": (wrong) => table.shots({ speed: 1, direction: 1, cueBall: wrong }),
        "shots from": (wrong) => table.shots({ speed: 1, direction: 1 }, { start: wrong }),
        record: (wrong) => table.record(wrong),
        "recorded shot": (wrong) => table.record([wrong]),
        "place of a recorded shot": (wrong) => table.record([{ speed: 1, direction: 1, place: wrong }]),
        "text from": (wrong) => table.text({ start: wrong }),
        "text with": (wrong) => table.text({ strike: wrong }),
        states: (wrong) => shot.states(wrong),
        game: (wrong) => table.game(wrong),
        rule: (wrong) => game.rule(wrong),
        "called ball": (wrong) => game.rule({ ball: wrong }),
        colour: (wrong) => game.rule({ colour: wrong }),
        safety: (wrong) => game.rule({ safety: wrong }),
        sweep: (wrong) => carom.sweep(wrong, ball),
        "sweep from": (wrong) => carom.sweep({ center: wrong, radius: 1 }, ball),
        "sweep each from": (wrong) => carom.sweepEach({ center: wrong, radius: 1 }, balls),
        "sweep each of": (wrong) => carom.sweepEach({ center: [[0], [0]], radius: wrong }, balls),
        column: (wrong) => carom.column(Float64Array, wrong),
        "type of a column": (wrong) => carom.column(wrong, 1),
        scene: (wrong) => carom.scene(wrong),
        simulation: (wrong) => carom.simulation(wrong),
        advance: (wrong) => simulation.advance(wrong),
        until: (wrong) => simulation.advance({ until: wrong }),
        resume: (wrong) => carom.resume(SCENE, wrong),
        check: (wrong) => carom.check(wrong),
        measure: (wrong) => carom.measure(wrong),
        curves: (wrong) => carom.measureCurves(wrong),
        trajectory: (wrong) => carom.trajectory(wrong),
        frame: (wrong) => carom.frame(wrong),
    };
}

test("a wrong argument gives no other error", async () => {
    const carom = await load();
    let refused = 0;
    for (const [name, call] of Object.entries(callsOf(carom))) {
        for (const wrong of WRONG) {
            try {
                call(wrong);
            } catch (error) {
                assert.ok(error instanceof CaromError, `${name}: ${error.stack}`);
                ++refused;
            }
        }
    }
    assert.ok(refused > 600, `${refused}`);
    const table = carom.table(TABLE);
    const speed = new BigInt64Array(1);
    assert.throws(() => table.shots({ speed, direction: 1 }), { message: "speed: a number is needed, not a BigInt64Array" });
});

test("a message shows what was given", async () => {
    const carom = await load();
    const table = carom.table(TABLE);
    const game = table.game("ten-ball");
    table.shot({ speed: 1, direction: 10 });
    const hole = new Array(1);
    const said = {
        "shots[0]: an object is needed, not undefined": () => table.record(hole),
        "start[0]: an object is needed, not undefined": () => table.shot({ speed: 1, direction: 1 }, { start: new Array(2) }),
        "announced: an object is needed, not an array of 0": () => game.rule([]),
        "shots[0]: an object is needed, not an array of 1": () => table.record([[1]]),
        "ball: a whole number from -1 to 2147483647 is needed, not 1n": () => game.rule({ ball: 1n }),
        "this ball cannot be called in this game": () => game.rule({ ball: 0 }),
    };
    for (const [message, call] of Object.entries(said)) assert.throws(call, { message });
});

test("a page on which a visitor plays needs a scene", async () => {
    const carom = await load();
    const simulation = carom.simulation(SCENE);
    simulation.record();
    simulation.advance({ until: 1 });
    const bytes = simulation.finishRecord();
    await assert.rejects(carom.page(bytes, { play: true }), { message: /^scene: the text of the scene is needed with play/ });
    assert.ok(await carom.page(bytes, { play: true, scene: SCENE }));
    assert.ok(await carom.page(bytes));
});
