// A game by the rules between two people, or against the page. The engine's referee rules; here balls go back to their spots.

import {fallen} from './session.js';

/** @import {BallState, Game, GameState, Ruling} from '../../../../javascript/carom/index.js' */
/** @import {Said, Session} from './session.js' */
/** @import {GameKind} from '../types.js' */
/** @import {Part} from './in_hand.js' */

const kRotation = ['nine-ball', 'ten-ball'];
/** The colours of snooker, from the value 2 on. */
export const kColours = ['yellow', 'green', 'brown', 'blue', 'pink', 'black'];

/** The game of a table, by the names of its balls; undefined where it is none.
 *  @param {string[]} names @returns {GameKind | undefined} */
export function gameOf(names) {
    /** @param {...string} wanted */
    const has = (...wanted) => wanted.every(name => names.includes(name));
    if (names.length === 10 && has('cue', '1', '9')) return 'nine-ball';
    if (names.length === 11 && has('cue', '1', '10')) return 'ten-ball';
    if (names.length === 16 && has('cue', '8', '15')) return 'eight-ball';
    if (has('cue', 'black', 'pink', 'red 1')) return 'snooker';
    return names.length === 3 && has('red', 'yellow') ? 'three-cushion' : undefined;
}

/** @param {number} number */
const player = number => `Player ${number + 1}`;

/** How a game stands before a shot.
 *  @typedef {{state: GameState, hand: Part, mayRerack: boolean, isIllegalBreak: boolean}} Standing */

/** Who breaks the next rack. @typedef {'alternate' | 'winner' | 'loser'} Breaks */

export class Match {
    /** @type {Session} */ session;
    /** @type {GameKind} */ kind;
    /** @type {Game} */ game;
    /** @type {number} */ shooter;
    /** @type {boolean} */ over;
    /** @type {string[]} */ groups;
    /** @type {boolean} */ isBreak;
    /** @type {boolean} */ mayPushOut;
    /** @type {boolean} */ mayPass;
    /** @type {boolean} */ mayRerack;
    /** @type {boolean} */ isIllegalBreak;
    /** @type {boolean} */ passed;
    /** @type {number | undefined} */ winner;
    /** @type {Part} */ hand;
    /** @type {Ruling['on']} */ on;
    /** @type {number} */ breaker;
    /** @type {Standing | undefined} */ standing;

    /** A game of the table that `breaker` begins, or that goes on as it stands.
     *  @param {Session} session @param {GameKind} kind @param {{breaker?: number, standing?: Standing}} [from] */
    constructor(session, kind, {breaker = 0, standing} = {}) {
        Object.assign(this, {session, kind, breaker, standing});
        this.begin();
        this.takeCueBall();
    }

    begin() {
        const {session, kind, standing, breaker: shooter} = this;
        this.game?.free();
        if (session.isWhole && standing) {
            this.resume(standing);
        } else {
            const game = session.table.game(kind), hand = this.partOf({ballInHand: kind !== 'three-cushion', behindHeadString: true});
            const state = {...game.state, shooter};
            game.free();
            this.resume({state, hand, mayRerack: false, isIllegalBreak: false});
        }
        session.ruledFrom(this.game.state);
    }

    /** @param {Standing} standing */
    resume({state, ...more}) {
        this.game = this.session.table.game(state);
        Object.assign(this, state, {over: false, passed: false, winner: undefined, ...more});
    }

    /** How it stands. @returns {Standing} */
    get stands() {
        const {game: {state}, hand, mayRerack, isIllegalBreak} = this;
        return {state, hand, mayRerack, isIllegalBreak};
    }

    /** Who breaks the next rack. @param {Breaks} breaks */
    nextBreaker(breaks) {
        const {winner, breaker} = this;
        return breaks === 'alternate' || winner === undefined ? 1 - breaker : breaks === 'winner' ? winner : 1 - winner;
    }

    /** The game as it is after the shots that are left, when one was taken back. */
    replay() {
        this.begin();
        for (const {aim, before, said: {pass, announced}} of this.session.gameShots) {
            if (pass) this.pass();
            this.session.table.shot(aim, {start: before});
            this.take(this.game.rule(announced));
        }
        this.takeCueBall();
    }

    /** The player whose shot is next gives it back. */
    pass() {
        this.game.pass();
        Object.assign(this, {shooter: 1 - this.shooter, mayPass: false, passed: true});
    }

    /** Balls and pockets are called. */
    get isCalled() {
        return (this.kind === 'eight-ball' || this.kind === 'ten-ball') && !this.isBreak && !this.over;
    }

    /** The colour is named. */
    get isNamed() {
        return this.kind === 'snooker' && this.on === 'a colour' && !this.over;
    }

    /** Where the cue ball may be put. @param {Pick<Ruling, 'ballInHand' | 'behindHeadString'>} ruling @returns {Part} */
    partOf({ballInHand, behindHeadString}) {
        if (!ballInHand) return '';
        return this.kind === 'snooker' ? 'in the D' : behindHeadString ? 'behind the head string' : 'anywhere';
    }

    /** @param {Ruling} ruling */
    take(ruling) {
        const {shooter, winner, groups, on, mayPushOut, mayPass, mayRerack, fouls} = ruling, over = winner !== undefined;
        Object.assign(this, {
            shooter, over, winner, groups, on, isBreak: false, passed: false, hand: over ? 'anywhere' : this.partOf(ruling),
            mayPushOut: mayPushOut && !over, mayPass: mayPass && !over, mayRerack: mayRerack && !over,
            isIllegalBreak: fouls.includes('illegal break'),
        });
    }

    /** Rules the shot that the table has just played, before which this was `said`, and says what follows.
     *  @param {BallState[]} before @param {Said} said */
    rule(before, {announced}) {
        const {session, shooter: was} = this, targets = this.targetsIn(before), ruling = this.game.rule(announced), shot = fallen(before, session.states);
        const isEightOn = targets.some(ball => session.table.names[ball] === '8');
        this.take(ruling);
        if (ruling.spotted.length > 0) session.spot(ruling.spotted, this.game.start);
        this.takeCueBall();
        return this.inWords(ruling, was, shot.map(ball => session.table.names[ball]), isEightOn);
    }

    /** At three-cushion each player has a ball of his own. */
    takeCueBall() {
        if (this.kind !== 'three-cushion') return;
        const {aim, table: {names}} = this.session, own = names.findIndex(name => name !== 'red' && name !== 'yellow');
        aim.cueBall = this.shooter === 0 ? Math.max(own, 0) : names.indexOf('yellow');
    }

    /** Whose shot it is, and where the cue ball may be put. */
    get next() {
        const hand = this.hand === '' || this.isBreak ? '' : ` with the ball in hand${this.hand === 'anywhere' ? '' : ` ${this.hand}`}`;
        return `${player(this.shooter)} is next${hand}.`;
    }

    /** Why the game has ended; empty where the points say it. @param {Ruling} ruling @param {number} was @param {boolean} isEightOn */
    why({fouls, winner}, was, isEightOn) {
        if (kRotation.includes(this.kind)) return winner === was ? ` by the ${this.kind === 'nine-ball' ? 9 : 10}` : ': the third foul in a row';
        if (this.kind !== 'eight-ball') return '';
        if (winner === was) return ' by the 8';
        return fouls.length > 0 ? ': the 8 in a foul' : isEightOn ? ': the 8 not as called' : ': the 8 before the others';
    }

    /** @param {Ruling} ruling @param {number} was @param {string[]} names @param {boolean} isEightOn */
    inWords(ruling, was, names, isEightOn) {
        const texts = [];
        if (ruling.fouls.length > 0) texts.push(`foul: ${ruling.fouls.join(', ')}`);
        if (names.length > 0) texts.push(`${names.join(', ')} ${names.length === 1 ? 'falls' : 'fall'}`);
        const nothing = this.kind !== 'three-cushion' ? 'nothing falls' : ruling.continues ? 'a point' : 'no point';
        const said = `${player(was)}: ${texts.join('; ') || nothing}.`;
        if (ruling.winner !== undefined) return `${said} ${player(ruling.winner)} wins${this.why(ruling, was, isEightOn)}.`;
        const hand = ruling.ballInHand ? ` with the ball in hand${this.hand === 'anywhere' ? '' : ` ${this.hand}`}: drag the cue ball` : '';
        const may = this.mayPass ? ', and may give the shot back' : this.mayPushOut ? ', and may push out'
            : this.mayRerack ? ', and may ask for a new rack' : '';
        const points = ruling.points.some(point => point > 0) ? ` ${ruling.points.join(' : ')}.` : '';
        const group = this.groups[ruling.shooter] === 'open' || this.kind !== 'eight-ball' ? '' : ` (${this.groups[ruling.shooter]})`;
        return `${said}${points} ${player(ruling.shooter)}${group} ${ruling.continues ? 'goes on' : 'is next'}${hand}${may}.`;
    }

    /** The balls on the table but the cue ball. @param {BallState[]} states */
    numbered(states) {
        const {session: {table: {names}}} = this;
        return names.flatMap((name, ball) => states[ball].phase === 'resting' && name !== 'cue' ? [{ball, number: Number(name)}] : []);
    }

    /** The balls that the shooter may call: at ten-ball any of them. */
    callable() {
        return this.kind === 'ten-ball' ? this.numbered(this.session.states).map(({ball}) => ball) : this.targets();
    }

    /** The colours on the table. */
    colours() {
        const {session: {states, table: {names}}} = this;
        return kColours.filter(colour => states[names.indexOf(colour)]?.phase === 'resting');
    }

    /** The balls that the shooter may meet first and wants to sink. */
    targets() {
        return this.targetsIn(this.session.states);
    }

    /** At snooker, where balls lie so. @param {BallState[]} states */
    snookerTargets(states) {
        const {names} = this.session.table, isThere = names.map((_, ball) => states[ball].phase === 'resting');
        if (this.on === 'a red') return names.flatMap((name, ball) => isThere[ball] && name.startsWith('red') ? [ball] : []);
        const colours = kColours.map(colour => names.indexOf(colour)).filter(ball => isThere[ball]);
        return this.on === 'a colour' ? colours : colours.slice(0, 1);
    }

    /** The same where balls lie so. @param {BallState[]} states @returns {number[]} */
    targetsIn(states) {
        if (this.kind === 'snooker') return this.snookerTargets(states);
        const there = this.numbered(states);
        if (kRotation.includes(this.kind)) return there.sort((a, b) => a.number - b.number).slice(0, 1).map(({ball}) => ball);
        const group = this.groups[this.shooter];
        const own = there.filter(({number}) => group === 'open' ? number !== 8 : group === 'solids' ? number < 8 : number > 8);
        return (own.length > 0 ? own : there.filter(({number}) => number === 8)).map(({ball}) => ball);
    }
}
