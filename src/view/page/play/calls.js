// What a player says before a shot of a game: the called ball and its pocket, the colour, a safety, a push-out, or that the
// other player is to shoot.

import {element} from '../element.js';
import {kColours} from './match.js';

/** @import {Match} from './match.js' */
/** @import {Said} from './session.js' */

/** @param {HTMLSelectElement} field @param {[string, number][]} choices */
function fill(field, choices) {
    field.replaceChildren(...choices.map(([text, value]) => new Option(text, String(value))));
}

/** A colour of snooker and its value. @param {string} colour @returns {[string, number]} */
const valueOf = colour => [colour, kColours.indexOf(colour) + 2];

export class Calls {
    /** @type {Match | undefined} */ match;

    /** `changed` is told of each word, and `pass` when the shot is given back. @param {() => void} changed @param {() => void} pass */
    constructor(changed, pass) {
        for (const id of ['called_ball', 'called_pocket', 'named_colour', 'safety', 'push_out']) element(id).addEventListener('change', changed);
        element('pass').addEventListener('click', pass);
    }

    /** Offers what the rules allow before the next shot. Nothing is said yet.
     *  @param {Match | undefined} match @param {number} pockets how many the table has */
    offer(match, pockets) {
        this.match = match;
        const isCalled = match?.isCalled ?? false;
        for (const id of ['call', 'safety_box']) element(id).hidden = !isCalled;
        element('colour_box').hidden = !match?.isNamed;
        element('push_out_box').hidden = !match?.mayPushOut;
        element('pass').hidden = !match?.mayPass;
        element('safety').checked = element('push_out').checked = false;
        if (match?.isNamed) fill(element('named_colour'), [['the one met first', 0], ...match.colours().map(valueOf)]);
        if (!match || !isCalled) return;
        const {names} = match.session.table;
        fill(element('called_ball'), [['any ball', -1], ...match.callable().map(ball => /** @type {[string, number]} */ ([names[ball], ball]))]);
        fill(element('called_pocket'), [['any pocket', -1], ...Array.from({length: pockets}, (_, k) => /** @type {[string, number]} */ ([`pocket ${k + 1}`, k]))]);
    }

    /** The page calls its shot. @param {number} ball @param {number} pocket */
    call(ball, pocket) {
        if (!this.match?.isCalled) return;
        element('called_ball').value = String(ball);
        element('called_pocket').value = String(pocket);
    }

    /** The pocket that is called; -1 for any, undefined where nothing is called. */
    get pocket() {
        return this.match?.isCalled ? Number(element('called_pocket').value) : undefined;
    }

    /** @returns {Said} */
    said() {
        const {match} = this;
        const called = match?.isCalled && {ball: Number(element('called_ball').value), pocket: this.pocket, safety: element('safety').checked};
        const colour = match?.isNamed && {colour: Number(element('named_colour').value)};
        return {pass: match?.passed, announced: {...called, ...colour, ...match?.mayPushOut && {pushOut: element('push_out').checked}}};
    }
}
