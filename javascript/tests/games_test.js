// Promise: a game goes on where it was left, and its recording puts balls back as the referee says.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../../build/npm/index.js";

const carom = await load();
const PLACES = [["cue", "0.4, 0.6"], ["9", "0.9, 1.8"], ["1", "0.3, 2.2"]];
const table = carom.table(`[table]\nkind = "pool_9_foot"\n${PLACES.map(([name, place]) => `[[balls]]\nname = "${name}"\nposition = [${place}]\n`).join("")}`);
const SINKS = { speed: 1.5, direction: 67.51 };
const refuses = (told, call) => assert.throws(call, (error) => error.status === "BAD_ARGUMENT" && error.message.includes(told));

test("a game goes on with another table", () => {
    const game = table.game("nine-ball");
    const { kind, isBreak, shooter } = game.state;
    assert.deepEqual([kind, isBreak, shooter], ["nine-ball", true, 0]);
    table.shot(SINKS);
    assert.deepEqual(game.rule().fouls, ["wrong ball first"]);
    const { state } = game;
    assert.deepEqual([state.isBreak, state.shooter, state.fouls], [false, 1, [1, 0]]);
    const other = table.game({ ...state, fouls: [1, 2] });
    table.shot(SINKS);
    assert.equal(other.rule().winner, 0, "the third foul in a row");
    refuses("the game is over", () => other.state);
    for (const [name, value] of [["kind", "chess"], ["shooter", 2], ["fouls", [1]], ["groups", ["open", "all"]], ["on", "red"], ["isBreak", 1]])
        refuses(name, () => table.game({ ...state, [name]: value }));
    refuses("known", () => table.game({ ...state, known: 1 }));
});

test("a cue ball in hand is played from behind the head string", () => {
    const places = [["cue", "0.4, 0.3"], ["1", "0.9, 0.3"], ["9", "0.3, 2.2"]];
    const eight = carom.table(`[table]\nkind = "pool_9_foot"\n${places.map(([name, place]) => `[[balls]]\nname = "${name}"\nposition = [${place}]\n`).join("")}`);
    const state = { ...eight.game("eight-ball").state, isBreak: false };
    assert.equal(state.behindLine, false);
    eight.shot({ speed: 2, direction: 0 });
    for (const [behindLine, fouls] of [[false, []], [true, ["head string not crossed"]]]) {
        const game = eight.game({ ...state, behindLine });
        assert.equal(game.state.behindLine, behindLine);
        assert.deepEqual(game.rule().fouls, fouls);
    }
    refuses("state.behindLine", () => eight.game({ ...state, behindLine: 1 }));
});

test("a game of three-cushion goes on with its distance", () => {
    const places = [["cue", "0.4, 0.6"], ["yellow", "0.9, 0.6"], ["red", "0.7, 2"]];
    const three = carom.table(`[table]\nkind = "carom"\n${places.map(([name, place]) => `[[balls]]\nname = "${name}"\nposition = [${place}]\n`).join("")}`);
    const { distance, ...state } = three.game("three-cushion").state;
    assert.equal(distance, 0);
    assert.equal(three.game({ ...state, points: [39, 0], distance: 40 }).state.distance, 40);
    assert.equal(three.game(state).state.distance, 0);
    refuses("no game stands so", () => three.game({ ...state, points: [40, 0], distance: 40 }));
    refuses("state.distance", () => three.game({ ...state, distance: -1 }));
});

test("the recording of a game puts balls back", () => {
    const game = table.game("nine-ball").state;
    const [ruled, free] = [game, null].map((state) => table.record([SINKS, { speed: 1, direction: 200 }], { game: state }));
    assert.ok(carom.check(ruled).proved && carom.check(free).proved);
    assert.ok(ruled.length > free.length, "it has the game");
    refuses("pocket 9 was called", () => table.record([{ ...SINKS, announced: { pocket: 9 } }], { game }));
    refuses("state.shooter", () => table.record([SINKS], { game: { ...game, shooter: -1 } }));
});
