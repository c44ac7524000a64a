// Billiards: tables, shots one by one and in batches. Layouts: carom/c/billiards.h.

/** @import {BallState, GameKind, GameState, Named, OnProgress, OutcomesInto, PlannedShot, ShotEvent, ShotEventKind} from "./index.js" */
/** @import {Strike, StrikeColumns} from "./index.js" */
/** @import {Instance} from "./instance.js" */
/** A shot of a player.
 *  @typedef {{handle: number, player: Player, balls: number, events: number, isLast: () => boolean}} PlayedShot */

import { Column, Scope, isNumbers, mustBe, number, options, text, vector, whole } from "./columns.js";
import { writeVector } from "./pairs.js";
import { Game, writeAnnouncements, writeGame } from "./games.js";
import { CaromError } from "./instance.js";
import { written } from "./recordings.js";
import { STATE, readState, readStates, writeStates } from "./states.js";

/** @type {ShotEventKind[]} */
export const SHOT_EVENTS = [
    "strike",
    "ball and ball",
    "straight cushion",
    "round cushion",
    "pocket",
    "slide to roll",
    "roll to spin",
    "roll to rest",
    "rest to roll",
    "spin to rest",
    "motion",
    "bed",
    "rail edge",
    "off the table",
];

/** What a strike may have, in the order of carom_strike. */
/** @type {("speed" | "direction" | "elevation" | "left" | "up")[]} */
const STRIKE_NUMBERS = ["speed", "direction", "elevation", "left", "up"];
/** @type {(keyof Strike)[]} */
const STRIKE_KEYS = [...STRIKE_NUMBERS, "cueBall"];
const NEEDED = 2; // of these numbers

const STRIKE = 48;
const PLANNED = 72;
const EVENT = 184;
const STRIKE_COLUMNS = 72;
const OUTCOME_COLUMNS = 156;
const RULING_COLUMNS = 48;

/** [name, place in carom_outcome_columns and carom_ruling_columns, type, an entry for each ball].
 *  @type {[keyof OutcomesInto, number, Float64ArrayConstructor | Int32ArrayConstructor, boolean][]} */
const OUTCOMES = [
    ["x", 0, Float64Array, true],
    ["y", 12, Float64Array, true],
    ["pocket", 24, Int32Array, true],
    ["duration", 36, Float64Array, false],
    ["events", 48, Int32Array, false],
    ["ballBall", 60, Int32Array, false],
    ["cushions", 72, Int32Array, false],
    ["firstHit", 84, Int32Array, false],
    ["cushionsBeforeHit", 96, Int32Array, false],
    ["secondHit", 108, Int32Array, false],
    ["cushionsBeforeSecond", 120, Int32Array, false],
    ["cushionAfterHit", 132, Int32Array, false],
    ["toCushion", 144, Int32Array, false],
    ["fouls", 156, Int32Array, false],
    ["continues", 168, Int32Array, false],
    ["points", 180, Int32Array, false],
    ["winner", 192, Int32Array, false],
];

/** A table with balls, a cue and laws. */
export class Table {
    #instance;
    #handle;
    #player;

    /** @param {Instance} instance @param {string} scene @param {Named | undefined} given */
    constructor(instance, scene, given) {
        const { name = "<text>" } = options("table", given, ["name"]);
        this.#instance = instance;
        this.#handle = instance.withText(text("name", name), (title) =>
            instance.withText(text("text", scene), (at, length) =>
                instance.handle(this, "carom_table_free", (to) =>
                    instance.call("carom_table_parse", at, length, title, to),
                ),
            ),
        );
        this.ballCount = this.#count("carom_table_ball_count");
        this.names = Array.from({ length: this.ballCount }, (_, ball) => this.#name(ball));
        this.#player = new Player(instance, this.#handle, this.ballCount);
    }

    free() {
        this.#player.free();
        this.#instance.release(this, "carom_table_free", this.#handle);
    }

    /** How the balls lie at the start. A copy, to be changed. */
    get start() {
        return this.#instance.with(this.ballCount * STATE, (at) => {
            this.#instance.call("carom_table_start", this.#handle, this.ballCount, at);
            return readStates(this.#instance.view, at, this.ballCount);
        });
    }

    /** The shots of the scene. */
    get planned() {
        return Array.from({ length: this.#count("carom_table_shot_count") }, (_, shot) =>
            this.#instance.with(STRIKE, (at) => {
                this.#instance.call("carom_table_shot", this.#handle, shot, at);
                const view = this.#instance.view;
                return {
                    cueBall: view.getInt32(at, true),
                    speed: view.getFloat64(at + 8, true),
                    direction: view.getFloat64(at + 16, true),
                    elevation: view.getFloat64(at + 24, true),
                    left: view.getFloat64(at + 32, true),
                    up: view.getFloat64(at + 40, true),
                };
            }),
        );
    }

    /** Plays a shot until all balls rest, from the start of the scene or from another one.
     *  @param {Strike | null} strike @param {{start?: BallState[]}} [given] */
    shot(strike, given) {
        return this.#player.play(strike, options("shot", given, ["start"]).start);
    }

    /** Plays many shots from the start of the scene: numbers, arrays or columns, which are all as long. A shot has
     *  the same bits in a batch as alone. Undefined when `onProgress` stopped it.
     *  @param {StrikeColumns} strikes @param {{onProgress?: OnProgress, into?: Partial<OutcomesInto>}} [given] */
    shots(strikes, given) {
        const { onProgress, into: to } = options("shots", given, ["onProgress", "into"]);
        const into = options("into", to, OUTCOMES.map(([name]) => name));
        mustBe("strikes", strikes);
        options("strikes", strikes, STRIKE_KEYS);
        const length = lengthOf(strikes);
        return Scope.run(this.#instance, (scope) => {
            const columns = scope.allocate(STRIKE_COLUMNS);
            STRIKE_NUMBERS.forEach((name, k) => {
                if (strikes[name] !== undefined || k < NEEDED) scope.read(columns + 12 * k, name, strikes[name], length);
            });
            if (strikes.cueBall !== undefined)
                scope.read(columns + 60, "cueBall", strikes.cueBall, length, Int32Array);
            const outcomes = scope.allocate(OUTCOME_COLUMNS + RULING_COLUMNS);
            const take = OUTCOMES.map(([name, at, type, eachBall]) => ({
                name,
                taken: scope.writeInto(outcomes + at, name, eachBall ? length * this.ballCount : length, type, into[name]),
            }));
            const ended = this.#instance.callLong("carom_play_ruled_batch", onProgress, (goOn) => [
                this.#handle, columns, outcomes, outcomes + OUTCOME_COLUMNS, 1, goOn, 0,
            ]);
            if (!ended) return undefined;
            return { length, ...Object.fromEntries(take.map(({ name, taken }) => [name, taken()])) };
        });
    }

    /** The table as the text of a scene file, with the balls in other places and a shot, where they are given.
     *  @param {{start?: BallState[], strike?: Strike}} [given] */
    text(given) {
        const { start, strike } = options("text", given, ["start", "strike"]);
        return Scope.run(this.#instance, (scope) => {
            const states = start === undefined ? 0 : writeStates(this.#instance, scope, start, this.ballCount);
            const cue = strike === undefined ? 0 : scope.allocate(STRIKE);
            if (strike !== undefined) writeStrike(this.#instance.view, cue, strike);
            const length = scope.allocate(4);
            /** @param {number} capacity @param {number} to */
            const ask = (capacity, to) =>
                this.#instance.call("carom_table_text", this.#handle, states, this.ballCount, cue, capacity, to, length);
            ask(0, 0);
            const capacity = this.#instance.view.getUint32(length, true) + 1;
            const text = scope.allocate(capacity);
            ask(capacity, text);
            return this.#instance.text(text);
        });
    }

    /** Plays shots one after the other, and gives them as the bytes of a file of shots. A shot is a strike, with
     *  `place` where the struck ball is put in another place before. With the state of a `game` before them they are ruled,
     *  as they are `announced`; null: without one. Else by the game of the scene, from its start.
     *  @param {PlannedShot[]} shots @param {{start?: BallState[], game?: GameState | null}} [given] @returns {Uint8Array} */
    record(shots, given) {
        const { start, game } = options("record", given, ["start", "game"]);
        if (!Array.isArray(shots)) throw new CaromError("BAD_ARGUMENT", ["shots: an array of shots is needed"]);
        return written(this.#instance, (path) =>
            Scope.run(this.#instance, (scope) => {
                const states = start === undefined ? 0 : writeStates(this.#instance, scope, start, this.ballCount);
                const planned = scope.allocate(shots.length * PLANNED);
                for (const [k, shot] of shots.entries())
                    writePlanned(this.#instance.view, planned + k * PLANNED, shot, `shots[${k}]`);
                const common = [states, this.ballCount, planned], last = [shots.length, path];
                if (game === undefined) return this.#instance.call("carom_record_shots", this.#handle, ...common, ...last);
                const state = game === null ? 0 : writeGame(this.#instance, scope, game);
                const announced = writeAnnouncements(this.#instance, scope, shots.map((shot) => shot.announced));
                this.#instance.call("carom_record_game", this.#handle, state, ...common, announced, ...last);
            }),
        );
    }

    /** Begins a game with the balls of the table, such as "eight-ball", or goes on with one, from its `state`.
     *  @param {GameKind | GameState} from */
    game(from) {
        return new Game(this.#instance, this.#handle, this.#player, from);
    }

    /** @param {string} name */
    #count(name) {
        return this.#instance.with(4, (at) => {
            this.#instance.call(name, this.#handle, at);
            return this.#instance.view.getUint32(at, true);
        });
    }

    /** @param {number} ball */
    #name(ball) {
        const most = 1024;
        return this.#instance.with(most + 4, (at) => {
            this.#instance.call("carom_table_ball_name", this.#handle, ball, most, at, at + most);
            return this.#instance.text(at);
        });
    }
}

/** Plays shots one after the other. */
export class Player {
    #instance;
    #handle;
    #balls;
    #shot = 0;

    /** @param {Instance} instance @param {number} table @param {number} balls */
    constructor(instance, table, balls) {
        this.#instance = instance;
        this.#balls = balls;
        this.#handle = instance.handle(this, "carom_player_free", (to) =>
            instance.call("carom_player_create", table, to),
        );
    }

    free() {
        this.#instance.release(this, "carom_player_free", this.#handle);
    }

    get handle() {
        return this.#handle;
    }

    get balls() {
        return this.#balls;
    }

    /** @param {Strike | null} strike @param {BallState[] | undefined} start */
    play(strike, start) {
        const events = Scope.run(this.#instance, (scope) => {
            const states = start === undefined ? 0 : writeStates(this.#instance, scope, start, this.#balls);
            const cue = strike === null ? 0 : scope.allocate(STRIKE);
            if (strike !== null) writeStrike(this.#instance.view, cue, strike);
            const count = scope.allocate(4);
            this.#instance.call("carom_play", this.#handle, states, this.#balls, cue, count);
            return this.#instance.view.getUint32(count, true);
        });
        const number = ++this.#shot;
        return new Shot(this.#instance, {
            handle: this.#handle,
            player: this,
            balls: this.#balls,
            events,
            isLast: () => number === this.#shot,
        });
    }

}

/** A shot that was played until all balls rest. States at other times are there until the table's next shot. */
export class Shot {
    #instance;
    #of;
    /** @type {ShotEvent[] | undefined} */ #events;

    /** @param {Instance} instance @param {PlayedShot} of */
    constructor(instance, of) {
        this.#instance = instance;
        this.#of = of;
        this.eventCount = of.events;
        this.end = this.states(Infinity);
        this.duration = this.#durationOf();
    }

    /** All that happened, in the order of time. */
    get events() {
        this.#events ??= this.#read(0, this.eventCount);
        return this.#events;
    }

    /** The balls at a time since the strike. @param {number} time */
    states(time) {
        this.#mustBeLast();
        const { handle, balls } = this.#of;
        return this.#instance.with(balls * STATE, (at) => {
            this.#instance.call("carom_player_states", handle, number("time", time), balls, at);
            return readStates(this.#instance.view, at, balls);
        });
    }

    /** Where the balls are at each of these times: x, y and z of each ball of the first time, and so on.
     *  @param {readonly number[] | Float64Array} times */
    positions(times) {
        this.#mustBeLast();
        if (!isNumbers(times))
            throw new CaromError("BAD_ARGUMENT", ["times: an array of numbers is needed"]);
        const { handle, balls } = this.#of;
        const count = times.length, numbers = 3 * count * balls;
        return this.#instance.with(8 * (count + numbers), (at) => {
            new Float64Array(this.#instance.buffer, at, count).set(Float64Array.from(times, (each, k) => number(`times[${k}]`, each)));
            this.#instance.call("carom_player_positions", handle, at, count, balls, at + 8 * count);
            return new Float64Array(this.#instance.buffer, at + 8 * count, numbers).slice();
        });
    }

    #durationOf() {
        if (this.eventCount === 0) return 0;
        return this.#instance.with(EVENT, (at) => {
            this.#instance.call("carom_player_events", this.#of.handle, this.eventCount - 1, 1, at);
            return this.#instance.view.getFloat64(at, true);
        });
    }

    /** @param {number} first @param {number} count */
    #read(first, count) {
        this.#mustBeLast();
        return this.#instance.with(count * EVENT, (at) => {
            this.#instance.call("carom_player_events", this.#of.handle, first, count, at);
            const view = this.#instance.view;
            return Array.from({ length: count }, (_, k) => readEvent(view, at + k * EVENT));
        });
    }

    #mustBeLast() {
        if (!this.#of.isLast())
            throw new CaromError("BAD_ARGUMENT", ["this shot is over: the table has played another one since"]);
    }
}

/** @param {DataView} view @param {number} at */
function readEvent(view, at) {
    const kind = SHOT_EVENTS[view.getInt32(at + 8, true)];
    const other = view.getInt32(at + 16, true);
    return {
        time: view.getFloat64(at, true),
        kind,
        ball: view.getInt32(at + 12, true),
        ...(other < 0 ? {} : { other }),
        ballAfter: readState(view, at + 24),
        ...(kind === "ball and ball" ? { otherAfter: readState(view, at + 104) } : {}),
    };
}

/** @param {DataView} view @param {number} at @param {PlannedShot} strike
 *  @param {{name?: string, known?: (keyof PlannedShot)[]}} [as] */
function writeStrike(view, at, strike, { name = "strike", known = STRIKE_KEYS } = {}) {
    mustBe(name, strike);
    const { cueBall = 0, ...numbers } = options(name, strike, known);
    view.setInt32(at, whole(`${name}.cueBall`, cueBall, 0, 2 ** 31 - 1), true);
    STRIKE_NUMBERS.forEach((key, k) => {
        const given = k < NEEDED || numbers[key] !== undefined;
        view.setFloat64(at + 8 + 8 * k, given ? number(`${name}.${key}`, numbers[key]) : 0, true);
    });
}

/** @param {DataView} view @param {number} at @param {PlannedShot} shot @param {string} name */
function writePlanned(view, at, shot, name) {
    writeStrike(view, at, shot, { name, known: [...STRIKE_KEYS, "place", "announced"] });
    if (shot.place === undefined) return;
    view.setInt32(at + STRIKE, 1, true);
    writeVector(view, at + STRIKE + 8, vector(`${name}.place`, shot.place, 2));
}

/** How many strikes there are: as many as the first array has. @param {StrikeColumns} strikes */
function lengthOf(strikes) {
    const first = Object.values(strikes).find((given) => given instanceof Column || isNumbers(given));
    return first === undefined ? 1 : first.length;
}
