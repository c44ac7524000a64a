// A game by the rules between two people, or against the page. The engine's referee rules; here balls go back to their spots.

import {fallen} from './session.js';

/** @import {BallState, Game, Ruling} from '../../../../javascript/carom/index.js' */
/** @import {Session} from './session.js' */
/** @import {GameKind} from '../types.js' */


/** The game of a table, by the names of its balls; undefined where it is none.
 *  @param {string[]} names @returns {GameKind | undefined} */
export function gameOf(names) {
    const has = (...wanted) => wanted.every(name => names.includes(name));
    if (names.length === 10 && has('cue', '1', '9')) return 'nine-ball';
    if (names.length === 11 && has('cue', '1', '10')) return 'ten-ball';
    if (names.length === 16 && has('cue', '8', '15')) return 'eight-ball';
    if (has('cue', 'black', 'pink', 'red 1')) return 'snooker';
    return names.length === 3 && has('red', 'yellow') ? 'three-cushion' : undefined;
}

const player = number => `Player ${number + 1}`;

export class Match {
    /** @type {Session} */ session;
    /** @type {GameKind} */ kind;
    /** @type {Game} */ game;
    /** @type {number} */ shooter;
    /** @type {boolean} */ over;
    /** @type {string[]} */ groups;

    /** @param {Session} session @param {GameKind} kind */
    constructor(session, kind) {
        Object.assign(this, {session, kind});
        this.begin();
    }

    begin() {
        this.game?.free();
        this.game = this.session.table.game(this.kind);
        Object.assign(this, {shooter: 0, over: false, groups: ['open', 'open']});
    }

    /** The game as it is after the shots that are left, when one was taken back. */
    replay() {
        this.begin();
        for (const {aim, before} of this.session.shots) {
            this.session.table.shot(aim, {start: before});
            this.take(this.game.rule());
        }
    }

    /** @param {Ruling} ruling */
    take(ruling) {
        Object.assign(this, {shooter: ruling.shooter, over: ruling.winner !== undefined, groups: ruling.groups});
    }

    /** Rules the shot that the table has just played, and says what follows. @param {BallState[]} before */
    rule(before) {
        const {session} = this, ruling = this.game.rule(), shot = fallen(before, session.states);
        const was = this.shooter;
        this.take(ruling);
        if (ruling.spotted.length > 0) session.spot(ruling.spotted, this.game.start);
        if (this.kind === 'three-cushion') session.aim.cueBall = this.cueBallOf(ruling.shooter);
        return this.inWords(ruling, was, shot.map(ball => session.table.names[ball]));
    }

    /** At three-cushion each player has a ball of his own. @param {number} shooter */
    cueBallOf(shooter) {
        const {names} = this.session.table, own = names.findIndex(name => name !== 'red' && name !== 'yellow');
        return shooter === 0 ? Math.max(own, 0) : names.indexOf('yellow');
    }

    /** @param {Ruling} ruling @param {number} was @param {string[]} names */
    inWords(ruling, was, names) {
        const texts = [];
        if (ruling.fouls.length > 0) texts.push(`foul: ${ruling.fouls.join(', ')}`);
        if (names.length > 0) texts.push(`${names.join(', ')} ${names.length === 1 ? 'falls' : 'fall'}`);
        const said = `${player(was)}: ${texts.join('; ') || 'nothing falls'}.`;
        if (ruling.winner !== undefined) return `${said} ${player(ruling.winner)} wins.`;
        const hand = ruling.ballInHand ? ' with the ball in hand: drag the cue ball' : '';
        const points = ruling.points.some(point => point > 0) ? ` ${ruling.points.join(' : ')}.` : '';
        const group = this.groups[ruling.shooter] === 'open' || this.kind !== 'eight-ball' ? '' : ` (${this.groups[ruling.shooter]})`;
        return `${said}${points} ${player(ruling.shooter)}${group} ${ruling.continues ? 'goes on' : 'is next'}${hand}.`;
    }

    /** The balls that the shooter may meet first and wants to sink. */
    targets() {
        const {session: {states, table: {names}}} = this;
        const there = names.flatMap((name, ball) => states[ball].phase === 'resting' && name !== 'cue' ? [{ball, number: Number(name)}] : []);
        if (this.kind === 'nine-ball' || this.kind === 'ten-ball') return there.sort((a, b) => a.number - b.number).slice(0, 1).map(({ball}) => ball);
        const group = this.groups[this.shooter];
        const own = there.filter(({number}) => group === 'open' ? number !== 8 : group === 'solids' ? number < 8 : number > 8);
        return (own.length > 0 ? own : there.filter(({number}) => number === 8)).map(({ball}) => ball);
    }
}
