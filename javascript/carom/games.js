// The referee. Layouts: carom/c/games.h.

import { options, shown, whole } from "./columns.js";
import { CaromError } from "./instance.js";
import { STATE, readStates } from "./states.js";

const GAMES = ["eight-ball", "nine-ball", "snooker", "three-cushion", "ten-ball"];
export const FOULS = [
    "scratch",
    "cue ball off the table",
    "ball off the table",
    "no hit",
    "wrong ball first",
    "no cushion",
    "illegal break",
    "wrong ball pocketed",
];
const GROUPS = ["open", "solids", "stripes"];
const ON = ["a red", "a colour", "the colour of the lowest value"];

const ANNOUNCEMENT = 20;
const RULING = 188;
const MOST = 2 ** 31 - 1;

/** A game between two players, 0 and 1, ruled shot by shot: docs/referee.md. */
export class Game {
    #instance;
    #handle;
    #player;

    constructor(instance, table, player, kind) {
        const number = GAMES.indexOf(kind);
        if (number < 0) throw new CaromError("BAD_ARGUMENT", [`kind: one of ${GAMES.join(", ")} is needed, not ${shown(kind)}`]);
        this.#instance = instance;
        this.#player = player;
        this.#handle = instance.handle(this, "carom_game_free", (to) =>
            instance.call("carom_game_create", table, number, to),
        );
    }

    free() {
        this.#instance.release(this, "carom_game_free", this.#handle);
    }

    /** The balls before the next shot: where they came to rest, and those that the last ruling spots on their spots. */
    get start() {
        const { balls } = this.#player;
        return this.#instance.with(balls * STATE, (at) => {
            this.#instance.call("carom_game_start", this.#handle, balls, at);
            return readStates(this.#instance.view, at, balls);
        });
    }

    /** What follows from the table's last shot, and what was announced before it. */
    rule(announced) {
        const known = ["ball", "pocket", "safety", "pushOut", "colour"];
        const { ball = -1, pocket = -1, safety, pushOut, colour = 0 } = options("announced", announced, known);
        const said = [
            whole("ball", ball, -1, MOST),
            whole("pocket", pocket, -1, MOST),
            Number(yesOrNo("safety", safety)),
            Number(yesOrNo("pushOut", pushOut)),
            whole("colour", colour, 0, 7),
        ];
        return this.#instance.with(ANNOUNCEMENT + RULING, (at) => {
            const view = this.#instance.view;
            said.forEach((value, k) => view.setInt32(at + 4 * k, value, true));
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

function yesOrNo(name, given = false) {
    if (typeof given !== "boolean")
        throw new CaromError("BAD_ARGUMENT", [`${name}: true or false is needed, not ${shown(given)}`]);
    return given;
}

function readRuling(view, at) {
    const entry = (k) => view.getInt32(at + 4 * k, true);
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
