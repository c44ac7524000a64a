// The game on the table of the tab Play: who is next, what is called, and the shots of the page itself.

import {element} from '../element.js';
import {Calls} from './calls.js';
import {wordOf} from './game_word.js';
import {borderOf, mayPut, metAtOnce, placeIn} from './in_hand.js';
import {gameOf, Match} from './match.js';
import {bestStrike, opponentsBreak, opponentsCarom, opponentsStrike} from './opponent.js';
import {bestCarom} from './opponent_carom.js';
import {isOut} from './session.js';

/** @import {BallState} from '../../../../javascript/carom/index.js' */
/** @import {Breaks, Standing} from './match.js' */
/** @import {PlayMode} from './play_mode.js' */
/** @import {Said} from './session.js' */

const kThinks = 1800;  // milliseconds that the opponent looks at its shot, while the visitor reads the ruling
const kWithoutOpponent = ['snooker'];

export class GameByRules {
    /** @type {PlayMode} */ play;
    /** @type {Match | undefined} */ match;
    /** @type {(() => string) | undefined} */ ruling;
    /** @type {Calls} */ calls;

    /** @param {PlayMode} play */
    constructor(play) {
        this.play = play;
        this.calls = new Calls(() => play.view.redraw(), () => this.pass());
        element('new_rack').addEventListener('click', () => {
            const {match} = this;
            if (match) this.rackAgain(match.over ? match.nextBreaker(/** @type {Breaks} */ (element('breaks').value)) : match.shooter);
        });
        element('rack_again').addEventListener('click', () => { if (this.match) this.rackAgain(1 - this.match.shooter); });
    }

    /** The game of the table, where the visitor wants one, or the one that goes on; what the page says of it.
     *  @param {{breaker?: number, standing?: Standing}} [from] */
    begin(from = {}) {
        const {session} = this.play, kind = from.standing?.state.kind ?? gameOf(session.table.names);
        if (from.standing) element('by_rules').checked = true;
        element('rules').hidden = kind === undefined;
        this.match = kind && element('by_rules').checked ? new Match(session, kind, from) : undefined;
        this.ruling = undefined;
        element('opponent').disabled = !this.match || kWithoutOpponent.includes(this.match.kind);
        this.offer();
        if (!this.match) return undefined;
        setTimeout(() => { if (this.play.session === session) this.answer(); });
        return from.standing ? `${kind}: ${this.match.next}` : `${kind}: player ${this.match.shooter + 1} breaks.`;
    }

    /** Another rack, which this player breaks. @param {number} breaker */
    rackAgain(breaker) {
        return this.play.beginAgain({breaker});
    }

    /** The game as the word of a link; empty where there is none. */
    get word() {
        return this.match && !this.match.over ? `&game=${wordOf(this.match.stands)}` : '';
    }

    /** Without a game until it begins. */
    drop() {
        this.match = this.ruling = undefined;
    }

    get pockets() {
        return this.play.view.trajectory.header.look.table?.rails?.pockets ?? [];
    }

    /** Is it a table on which points are made by three cushions? */
    get isCarom() {
        return gameOf(this.play.session.table.names) === 'three-cushion';
    }

    /** The red ball before the opening shot of three-cushion, which has to meet it first. @returns {number | undefined} */
    get opensAt() {
        const red = this.play.session.table.names.indexOf('red');
        return this.isCarom && this.match?.isBreak && red >= 0 ? red : undefined;
    }

    /** The shot that may err most: {strike, ball, pocket, wide}; undefined where none is seen. */
    best() {
        const {play: {session}} = this;
        return this.isCarom ? bestCarom(session, this.opensAt) : bestStrike(session, this.wanted, this.pockets);
    }

    /** The balls that the next shot is to sink: all without a game. */
    get wanted() {
        const {match, play: {session: {states, aim}}} = this;
        return match ? match.targets() : states.flatMap((state, ball) => isOut(state) || ball === aim.cueBall ? [] : [ball]);
    }

    /** Where the rules let the cue ball be put; anywhere without a game. */
    get part() {
        return this.match?.hand ?? 'anywhere';
    }

    get bed() {
        return this.play.view.trajectory.header.world;
    }

    /** Do the rules let the cue ball be put there? @param {ArrayLike<number>} place */
    mayPut(place) {
        return mayPut(this.part, place, this.bed);
    }

    /** The line that bounds these places. */
    get border() {
        return borderOf(this.part, this.bed);
    }

    /** Puts the cue ball back where the rules let it be. */
    putBack() {
        this.play.session.putBack(place => this.mayPut(place), [placeIn(this.part, this.bed)]);
    }

    offer() {
        const {match} = this, may = match !== undefined && (match.over || match.mayRerack), again = match?.mayRerack && match.isIllegalBreak;
        element('new_rack').hidden = !may;
        element('breaks').hidden = !match?.over;
        element('find_shot').hidden = this.pockets.length === 0 && !this.isCarom;
        element('rack_again').hidden = !again;
        if (match?.mayRerack) {
            element('new_rack').textContent = `New rack: player ${match.shooter + 1} breaks`;
            element('rack_again').textContent = `New rack: player ${2 - match.shooter} breaks again`;
        } else {
            element('new_rack').textContent = 'New rack';
        }
        this.calls.offer(this.match, this.pockets.length);
    }

    /** The shot is played that began with these states, before which this was `said`. @param {BallState[]} before @param {Said} said */
    played(before, said) {
        const {match} = this;
        if (match && !match.over) this.ruling = () => match.rule(before, said);
    }

    /** After a shot: what follows, and the page's own shot where it is next. */
    async followUp() {
        const {ruling, play} = this;
        if (!ruling) return;
        this.ruling = undefined;
        play.session.playAgain();
        play.tell(ruling());
        this.offer();
        play.aimed();
        this.answer();
    }

    /** Is the page next? */
    get isPages() {
        return element('opponent').checked && !element('opponent').disabled && this.match?.shooter === 1 && !this.match.over;
    }

    /** The balls that the page aims at; none outside of a game. */
    get pagesTargets() {
        const {match, play: {session: {states}}} = this;
        return match ? metAtOnce(this.part, match.targets(), states, this.bed) : [];
    }

    /** What the page plays where it is next. @param {Match} match */
    pagesShot(match) {
        const {play: {session}} = this;
        if (this.isCarom) return opponentsCarom(session, session.states.flatMap((_, ball) => ball === session.aim.cueBall ? [] : [ball]), this.opensAt);
        return match.isBreak ? opponentsBreak(session, match.targets()) : opponentsStrike(session, this.pagesTargets, this.pockets);
    }

    /** The page's own shot, where it is next. */
    answer() {
        const {play, match} = this, {session} = play;
        if (!match || !this.isPages) return;
        if (session.cueBallIsOut) this.putBack();
        const {strike, ball, pocket} = this.pagesShot(match);
        session.aim = strike;
        this.calls.call(ball, pocket);
        play.aimed();
        setTimeout(() => { if (play.session === session && this.isPages) play.shoot(); }, kThinks);
    }

    /** The game as it is after the shots that are there. */
    replay() {
        this.match?.replay();
        this.ruling = undefined;
        this.offer();
    }

    /** The player whose shot is next gives it back. */
    pass() {
        const {match, play} = this;
        if (!match?.mayPass) return;
        match.pass();
        this.offer();
        play.tell(`The shot is given back: player ${match.shooter + 1} is next.`);
        play.aimed();
        this.answer();
    }
}
