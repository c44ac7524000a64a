// The card over the picture: the present impact and the chosen ball in numbers.

import {explanationOf, vectorText} from './explanation.js';
import {escaped, shortNumber} from './numbers.js';
import {impactText} from './texts.js';
import {length} from './vectors.js';

/** @import {Colours} from './colours.js' */
/** @import {Player} from './player.js' */
/** @import {Trajectory} from './trajectory.js' */
/** @import {Turning} from './turning.js' */
/** @import {Settings} from './types.js' */

/** Labels and numbers side by side, and sentences below; the heading is HTML. @param {string} heading @param {string[][]} facts */
function cardLine(heading, facts, words = '') {
    const texts = facts.map(([label, text]) => `<span>${escaped(label)} <b>${escaped(text)}</b></span>`);
    return `<div><h2>${heading}</h2>${texts.join('')}${words === '' ? '' : `<p>${escaped(words)}</p>`}</div>`;
}

/** @param {Trajectory} trajectory @param {Colours} colours @param {number} event */
function impactCard(trajectory, colours, event) {
    const time = trajectory.eventTime(event), {facts, words} = explanationOf(trajectory, event);
    /** @param {number} b */
    const dotOf = b => `<i style="background:${colours.css(b, time)}"></i>${escaped(trajectory.name(b))}`;
    return cardLine(impactText(trajectory, event, dotOf), facts, words);
}

/** How a ball on a table moves.
 *  @param {Trajectory} trajectory @param {Turning} turning @param {number} ball @param {number} time @param {number[]} velocity */
function tableFacts(trajectory, turning, ball, time, velocity) {
    const degrees = (Math.atan2(velocity[1], velocity[0]) * 180 / Math.PI + 360) % 360;
    const facts = [['phase', trajectory.phase(ball)], ['speed', `${shortNumber(length(velocity), 5)} m/s`]];
    if (length(velocity) > 0) facts.push(['direction', `${degrees.toFixed(2)}°`]);
    facts.push(['spin', `${vectorText(turning.spinNow(ball, time).map(spin => Math.round(1000 * spin) / 1000))} rad/s`]);
    return facts;
}

/** @param {Trajectory} trajectory @param {Colours} colours @param {Turning | undefined} turning @param {number} ball
 *  @param {number} time */
function ballCard(trajectory, colours, turning, ball, time) {
    const {radius, mass} = trajectory.columns, velocity = trajectory.velocity(ball, time), speed = length(velocity);
    const facts = [['position', vectorText(trajectory.position(ball, time))]];
    if (turning) {
        facts.push(...tableFacts(trajectory, turning, ball, time, velocity));
    } else if (trajectory.moves[ball]) {
        facts.push(['velocity', vectorText(velocity)], ['speed', shortNumber(speed, 5)],
            ['kinetic energy', shortNumber(mass[ball] * speed * speed / 2, 5)]);
    }
    facts.push(['mass', trajectory.moves[ball] ? shortNumber(mass[ball], 6) : 'immovable'], ['radius', shortNumber(radius[ball], 6)]);
    return cardLine(`<i style="background:${colours.css(ball, time)}"></i>${escaped(trajectory.name(ball))}`, facts);
}

/** The card's HTML; empty when there is nothing to say. `turning` knows the spins of a table.
 *  @param {Trajectory} trajectory @param {Colours} colours @param {Player} player @param {Settings} settings
  *  @param {Turning} [turning] */
export function cardText(trajectory, colours, player, settings, turning) {
    const impact = settings.impact && player.atEvent && !player.playing ? impactCard(trajectory, colours, player.event) : '';
    const ball = settings.chosen >= 0 ? ballCard(trajectory, colours, turning, settings.chosen, player.time) : '';
    return impact + ball;
}
