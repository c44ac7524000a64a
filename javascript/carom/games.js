// The referee. Layouts: carom/c/games.h.

/** @import {Announcement, Foul, GameKind, GameState} from "./index.js" */
/** @import {Player} from "./billiards.js" */
/** @import {Instance} from "./instance.js" */

import { Scope, options, shown, whole } from "./columns.js";
import { CaromError } from "./instance.js";
import { STATE, readStates } from "./states.js";

/** @type {GameKind[]} */
const GAMES = ["eight-ball", "nine-ball", "snooker", "three-cushion", "ten-ball"];
/** @type {Foul[]} */
export const FOULS = [
    "scratch",
    "cue ball off the table",
    "ball off the table",
    "no hit",
    "wrong ball first",
    "no cushion",
    "illegal break",
    "wrong ball pocketed",
    "bad placement",
    "head string not crossed",
    "wrong cue ball",
];
/** @type {GameState["groups"]} */
const GROUPS = ["open", "solids", "stripes"];
/** @type {GameState["on"][]} */
const ON = ["a red", "a colour", "the colour of the lowest value"];

const ANNOUNCEMENT = 20;
/** For `push_out`: the shot was given back before. */
const GIVEN_BACK = 2;
const RULING = 188;
const STATE_OF_GAME = 56;
const MOST = 2 ** 31 - 1;

/** A game between two players, 0 and 1, ruled shot by shot: docs/referee.md. */
export class Game {
    #instance;
    #handle;
    #player;

    /** `from` is a kind, or the state of a game.
     *  @param {Instance} instance @param {number} table @param {Player} player @param {GameKind | GameState} from */
    constructor(instance, table, player, from) {
        this.#instance = instance;
        this.#player = player;
        this.#handle = instance.handle(this, "carom_game_free", (to) => {
            if (typeof from !== "object" || from === null) instance.call("carom_game_create", table, numberOf(from), to);
            else Scope.run(instance, (scope) => instance.call("carom_game_continue", table, writeGame(instance, scope, from), to));
        });
    }

    free() {
        this.#instance.release(this, "carom_game_free", this.#handle);
    }

    /** How the game stands before the next shot: for `table.game` and `table.record`. */
    get state() {
        return this.#instance.with(STATE_OF_GAME, (at) => {
            this.#instance.call("carom_game_state_of", this.#handle, at);
            const view = this.#instance.view, entry = (/** @type {number} */ k) => view.getInt32(at + 4 * k, true);
            return {
                kind: GAMES[entry(0)],
                shooter: entry(1),
                isBreak: entry(2) === 1,
                mayPushOut: entry(3) === 1,
                mayPass: entry(4) === 1,
                fouls: [entry(5), entry(6)],
                points: [entry(7), entry(8)],
                groups: [GROUPS[entry(9)], GROUPS[entry(10)]],
                on: ON[entry(11)],
                behindLine: entry(12) === 1,
                distance: entry(13),
            };
        });
    }

    /** The balls before the next shot: where they came to rest, and those that the last ruling spots on their spots. */
    get start() {
        const { balls } = this.#player;
        return this.#instance.with(balls * STATE, (at) => {
            this.#instance.call("carom_game_start", this.#handle, balls, at);
            return readStates(this.#instance.view, at, balls);
        });
    }

    /** What follows from the table's last shot, and what was announced before it.
     *  @param {Announcement | undefined} announced */
    rule(announced) {
        const said = announcement(announced);
        return this.#instance.with(ANNOUNCEMENT + RULING, (at) => {
            writeWholes(this.#instance.view, at, said);
            const to = at + ANNOUNCEMENT;
            this.#instance.call("carom_game_rule", this.#handle, this.#player.handle, at, to);
            return readRuling(this.#instance.view, to);
        });
    }

    /** The next player gives the shot back, where the last ruling has `mayPass`. */
    pass() {
        this.#instance.call("carom_game_pass", this.#handle);
    }
}

/** @param {unknown} kind */
function numberOf(kind) {
    const number = GAMES.findIndex((each) => each === kind);
    if (number < 0) throw new CaromError("BAD_ARGUMENT", [`kind: one of ${GAMES.join(", ")} is needed, not ${shown(kind)}`]);
    return number;
}

/** @param {DataView} view @param {number} at @param {number[]} numbers */
function writeWholes(view, at, numbers) {
    numbers.forEach((value, k) => view.setInt32(at + 4 * k, value, true));
}

/** What carom_announcement has. @param {Announcement | undefined} announced */
function announcement(announced) {
    /** @type {(keyof Announcement)[]} */
    const known = ["ball", "pocket", "safety", "pushOut", "pass", "colour"];
    const { ball = -1, pocket = -1, safety, pushOut, pass, colour = 0 } = options("announced", announced, known);
    return [
        whole("ball", ball, -1, MOST),
        whole("pocket", pocket, -1, MOST),
        Number(yesOrNo("safety", safety)),
        yesOrNo("pass", pass) ? GIVEN_BACK : Number(yesOrNo("pushOut", pushOut)),
        whole("colour", colour, 0, 7),
    ];
}

/** Puts what is announced before each shot into memory.
 *  @param {Instance} instance @param {Scope} scope @param {(Announcement | undefined)[]} all */
export function writeAnnouncements(instance, scope, all) {
    const said = all.map(announcement), at = scope.allocate(Math.max(1, said.length) * ANNOUNCEMENT);
    said.forEach((numbers, k) => writeWholes(instance.view, at + k * ANNOUNCEMENT, numbers));
    return at;
}

/** Puts the state of a game into memory. @param {Instance} instance @param {Scope} scope @param {GameState} state */
export function writeGame(instance, scope, state) {
    /** @type {(keyof GameState)[]} */
    const known = ["kind", "shooter", "isBreak", "mayPushOut", "mayPass", "fouls", "points", "groups", "on", "behindLine", "distance"];
    const { kind, shooter, isBreak, mayPushOut, mayPass, fouls, points, groups, on, behindLine, distance = 0 } = options("state", state, known);
    /** @param {string} name @param {unknown} pair @param {number} most */
    const two = (name, pair, most) => {
        if (!Array.isArray(pair) || pair.length !== 2)
            throw new CaromError("BAD_ARGUMENT", [`state.${name}: one for each of two players is needed, not ${shown(pair)}`]);
        return pair.map((each) => whole(`state.${name}`, each, 0, most));
    };
    const flags = { isBreak, mayPushOut, mayPass };
    const numbers = [
        numberOf(kind),
        whole("state.shooter", shooter, 0, 1),
        ...Object.entries(flags).map(([name, flag]) => Number(yesOrNo(`state.${name}`, flag))),
        ...two("fouls", fouls, MOST),
        ...two("points", points, MOST),
        ...two("groups", Array.isArray(groups) ? groups.map((group) => GROUPS.indexOf(group)) : groups, GROUPS.length),
        whole("state.on", ON.findIndex((each) => each === on), 0, ON.length),
        Number(yesOrNo("state.behindLine", behindLine)),
        whole("state.distance", distance, 0, MOST),
    ];
    const at = scope.allocate(STATE_OF_GAME);
    writeWholes(instance.view, at, numbers);
    return at;
}

/** @param {string} name @param {unknown} [given] */
function yesOrNo(name, given = false) {
    if (typeof given !== "boolean")
        throw new CaromError("BAD_ARGUMENT", [`${name}: true or false is needed, not ${shown(given)}`]);
    return given;
}

/** @param {DataView} view @param {number} at */
function readRuling(view, at) {
    /** @param {number} k */
    const entry = (k) => view.getInt32(at + 4 * k, true);
    /** @param {number} k */
    const yes = (k) => entry(k) === 1;
    return {
        fouls: FOULS.filter((_, k) => ((entry(0) >> k) & 1) === 1),
        shooter: entry(1),
        winner: entry(2) < 0 ? undefined : entry(2),
        continues: yes(3),
        ballInHand: yes(4),
        behindHeadString: yes(5),
        mayRerack: yes(6),
        mayPushOut: yes(7),
        mayPass: yes(8),
        points: [entry(9), entry(10)],
        groups: [GROUPS[entry(11)], GROUPS[entry(12)]],
        on: ON[entry(13)],
        spotted: Array.from({ length: entry(14) }, (_, k) => entry(15 + k)),
    };
}
