// What was played on a table: where the balls lay at first, the shots, and where they lie now.

import {CaromError} from '../../../../javascript/carom/instance.js';

/** @import {Announcement, BallState, GameState, Shot, Strike} from '../../../../javascript/carom/index.js' */
/** @import {AimWindow, PageEngine, PageTable} from '../types.js' */

const kMostBalls = 100;
const kMostTries = 240;  // places for a ball whose spot is taken

/** @param {BallState} state */
export const isOut = ({phase}) => phase === 'pocketed' || phase === 'off the table';

/** Where the balls lie at first: those that move in the scene come to rest. @param {PageTable} table */
function firstPlaces(table) {
    const {start} = table;
    return start.every(state => isOut(state) || state.phase === 'resting') ? start : table.shot(null).end;
}

/** At the middle of the nearest ball. @param {BallState[]} start @param {string[]} names @returns {Required<Strike>} */
function firstAim(start, names) {
    const cueBall = Math.max(names.indexOf('cue'), 0), [x, y] = start[cueBall].position;
    const ways = start.filter((state, ball) => ball !== cueBall && !isOut(state)).map(({position}) => [position[0] - x, position[1] - y]);
    ways.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
    const [nearest = [0, 1]] = ways, degrees = Math.atan2(nearest[1], nearest[0]) * 180 / Math.PI;
    return {speed: 2, direction: Number(((degrees + 360) % 360).toFixed(3)), elevation: 0, left: 0, up: 0, cueBall};
}

/** @typedef {[number, number]} Place  where a ball is put */
/** @typedef {{pass?: boolean, announced?: Announcement}} Said  what was announced before a shot, and whether it was given back before */

export class Session {
    /** @type {PageEngine} */ carom;
    /** @type {PageTable} */ table;
    /** @type {Required<Strike>} */ aim;
    /** The first aim. @type {Required<Strike>} */ first;
    /** @type {Pick<Session, 'table' | 'start' | 'states' | 'shots' | 'place' | 'goesOn' | 'game'>[]} */ past;
    /** @type {BallState[]} */ start;
    /** @type {BallState[]} */ states;
    /** @type {{aim: Required<Strike>, place?: Place, before: BallState[], said: Said}[]} */ shots;
    /** @type {boolean} */ goesOn;
    /** The game before the first of the shots; without one balls stay where they fall. @type {GameState | undefined} */ game;
    /** @type {Place | undefined} */ place;
    /** @type {Uint8Array | undefined} */ recorded;

    /** `text` is a scene with a table; its first shot is the first aim. @param {PageEngine} carom @param {string} text */
    constructor(carom, text) {
        this.carom = carom;
        this.table = carom.table(text, {name: 'table'});
        if (this.table.ballCount === 0 || this.table.ballCount > kMostBalls)
            throw new CaromError('BAD_INPUT', [`a page plays with 1 to ${kMostBalls} balls`]);
        const [planned] = this.table.planned, places = firstPlaces(this.table);
        /** The strike that is aimed. */
        this.aim = {...(planned ?? firstAim(places, this.table.names))};
        this.first = {...this.aim};
        this.past = [];  // games before a ball was moved by hand, or the table changed
        this.begin(places);
    }

    free() {
        this.table.free();
    }

    /** Without shots, with the balls in these places. What was before can be brought back. `goesOn`: it is the same game.
     *  @param {BallState[]} start @param {boolean} [goesOn] */
    begin(start, goesOn = false) {
        const {table, states, shots, place, game} = this;
        if (this.start) this.past.push({table, start: this.start, states, shots, place, goesOn: this.goesOn, game});
        this.start = start;
        this.goesOn = goesOn;
        if (!goesOn) this.game = undefined;
        this.states = start;
        this.shots = [];
        this.place = undefined;  // of the cue ball for the next shot, where it was moved by hand
        this.recorded = undefined;
    }

    /** A game begins before the first of the shots. @param {GameState} game */
    ruledFrom(game) {
        if (this.goesOn || this.shots.length > 0) return;
        this.game = game;
        this.recorded = undefined;
    }

    /** Is its game the one with which it began? */
    get isWhole() {
        let {goesOn} = this, k = this.past.length;
        while (goesOn && k > 0) ({goesOn} = this.past[--k]);
        return k === 0;
    }

    /** The balls stay where they are, on the table of another text with the same balls. Throws where the engine refuses it.
     *  @param {string} text */
    setTable(text) {
        const table = this.carom.table(text, {name: 'table'});
        this.begin(this.states);
        this.table = table;
    }

    get cueBallIsOut() {
        return isOut(this.states[this.aim.cueBall]);
    }

    /** What the aim makes of the balls; undefined where it cannot be played. @param {Partial<Strike>} change */
    outcome(change = {}) {
        if (this.cueBallIsOut) return undefined;
        return this.table.shot({...this.aim, ...change}, {start: this.states});
    }

    /** @param {Said} [said] */
    shoot(said = {}) {
        const shot = this.outcome();
        if (!shot) return;
        this.shots.push({aim: {...this.aim}, place: this.place, before: this.states, said});
        this.states = shot.end;
        this.place = undefined;
        this.recorded = undefined;
    }

    /** Lets the table play the last shot once more, so that a referee can ask about it. */
    playAgain() {
        const {aim, before} = this.shots[this.shots.length - 1];
        this.table.shot(aim, {start: before});
    }

    /** The shots of the game, those too before a shot was given back. */
    get gameShots() {
        const parts = [this.shots];
        for (let k = this.past.length, {goesOn} = this; goesOn && k > 0; ({goesOn} = this.past[k])) parts.unshift(this.past[--k].shots);
        return parts.flat();
    }

    /** Takes back the last shot, whose aim is the aim again, or the balls that were moved by hand. False where nothing was
     *  done. */
    undo() {
        let done = false;
        this.recorded = undefined;
        for (; this.shots.length === 0 && this.goesOn; done = true) Object.assign(this, this.past.pop());
        const shot = this.shots.pop();
        if (!shot) {
            const before = done ? undefined : this.past.pop();
            Object.assign(this, before);
            return done || before !== undefined;
        }
        this.states = shot.before;
        this.aim = {...shot.aim};
        this.place = shot.place;
        return true;
    }

    /** Puts the cue ball back: where it lay at first, or along the table from there where it may not lie, or from another place.
     *  @param {(place: Place) => boolean} [may] @param {Place[]} [others] */
    putBack(may = () => true, others = []) {
        const {cueBall} = this.aim, [first, second] = this.table.start[cueBall].position, step = this.heightOf(cueBall) / 8;
        for (const [x, y] of [[first, second], ...others]) {
            for (const way of [1, -1]) {
                for (let k = 0; k < kMostTries; ++k) {
                    /** @type {Place} */
                    const place = [x, y + way * k * step];
                    if (may(place) && this.move(cueBall, place)) return;
                }
            }
        }
    }

    /** Puts balls on their spots, where they lie in `start`: recordings of a game do it before the next shot.
     *  @param {number[]} balls @param {BallState[]} start */
    spot(balls, start) {
        this.states = this.states.map((state, ball) => balls.includes(ball) ? start[ball] : state);
    }

    /** Moves a ball by hand. The cue ball is ball in hand; with another one the game begins anew, but where the hand only
     *  `goesOn`. True when it may lie there.
     *  @param {number} ball @param {ArrayLike<number> & Iterable<number>} place @param {boolean} [goesOn] */
    move(ball, [x, y], goesOn = false) {
        const height = this.heightOf(ball), isCueBall = ball === this.aim.cueBall;
        /** @type {BallState} */
        const at = {phase: 'resting', position: [x, y, height], velocity: [0, 0, 0], spin: [0, 0, 0]};
        const moved = this.states.map((state, k) => k === ball ? at : state);
        if (!this.mayLie(moved)) return false;
        if (isCueBall && this.shots.length > 0) {
            this.states = moved;
            this.place = [x, y];
            this.recorded = undefined;
        } else if (goesOn || isCueBall && this.goesOn) {
            Object.assign(this, {start: moved, states: moved, recorded: undefined});
        } else {
            this.begin(moved, isCueBall);
        }
        return true;
    }

    /** The height of a ball that lies on the cloth. @param {number} ball */
    heightOf(ball) {
        return this.table.start[ball].position[2];
    }

    /** Does the engine take these places? @param {BallState[]} states */
    mayLie(states) {
        try {
            this.table.text({start: states});
            return true;
        } catch (error) {
            if (error instanceof CaromError) return false;
            throw error;
        }
    }

    /** The bytes of a file with all shots. */
    record() {
        this.recorded ??= this.table.record(
            this.shots.map(({aim, place, said: {announced, pass}}) => ({...aim, ...(place ? {place} : {}), ...(announced || pass ? {announced: {...announced, ...(pass ? {pass} : {})}} : {})})),
            {start: this.start, game: this.game ?? null});
        return this.recorded;
    }

    /** The present places and the aim as the text of a scene. */
    text() {
        return this.table.text({start: this.states, ...(this.cueBallIsOut ? {} : {strike: this.aim})});
    }
}

/** The balls that fall between two sets of states. @param {BallState[]} before @param {BallState[]} after */
export function fallen(before, after) {
    return after.flatMap((state, ball) => isOut(state) && !isOut(before[ball]) ? [ball] : []);
}

/**
 * The directions around the aim at which the same balls fall, {from, to} in degrees: limits to 1e-6 degrees, found at most
 * `reach` away. Each is a shot.
 * @param {Session} session @param {number} [reach] @returns {AimWindow | undefined}
 */
export function windowOf(session, reach = 8) {
    /** @param {Shot} outcome */
    const names = outcome => outcome.end.map(state => isOut(state) ? '1' : '0').join('');
    const first = session.outcome();
    if (!first) return undefined;
    const wanted = names(first), {direction} = session.aim;
    /** @param {number} change */
    const same = change => {
        const shot = session.outcome({direction: direction + change});
        return shot !== undefined && names(shot) === wanted;
    };
    /** @param {number} sign */
    const limit = sign => {
        let inside = 0, outside = 0.001;
        while (outside < reach && same(sign * outside)) {
            inside = outside;
            outside *= 1.6;
        }
        if (outside >= reach) return direction + sign * reach;
        while (outside - inside > 1e-6) {
            const middle = (inside + outside) / 2;
            if (same(sign * middle)) inside = middle;
            else outside = middle;
        }
        return direction + sign * inside;
    };
    return {from: limit(-1), to: limit(1), reach};
}
