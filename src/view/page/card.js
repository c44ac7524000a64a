// The card over the picture: the present impact and the chosen ball in numbers.

import {escaped, shortNumber} from './numbers.js';
import {impactText} from './texts.js';
import {length} from './vectors.js';

/** Labels and numbers side by side; the heading is HTML. */
function cardLine(heading, facts) {
    const texts = facts.map(([label, text]) => `<span>${label} <b>${escaped(text)}</b></span>`);
    return `<div><h2>${heading}</h2>${texts.join('')}</div>`;
}

function vectorText(vector) {
    return vector.map(x => shortNumber(x, 5)).join('  ');
}

/** Words for a gap, which is rounding where balls touch. */
export function gapText(gap) {
    return gap === 0 ? '0' : Number.isFinite(gap) ? gap.toExponential(1).replace('-', '−') : 'not known here';
}

function impactCard(trajectory, colours, event) {
    const {restitution} = trajectory.columns, time = trajectory.eventTime(event);
    const dotOf = b => `<i style="background:${colours.css(b, time)}"></i>${escaped(trajectory.name(b))}`;
    const impulse = ['impulse', shortNumber(length(trajectory.impulse(event)), 4)];
    const facts = trajectory.isPart(event) ? [['balls at once', String(trajectory.partners(event).length)]] : [impulse];
    if (trajectory.kind(event).other !== 'none') {
        facts.unshift(['gap', gapText(trajectory.gapAtEvent(event))]);
        facts.push(['restitution', shortNumber(restitution[event], 4)]);
    }
    return cardLine(impactText(trajectory, event, dotOf), facts);
}

function ballCard(trajectory, colours, ball, time) {
    const {radius, mass} = trajectory.columns, velocity = trajectory.velocity(ball, time), speed = length(velocity);
    const facts = [['position', vectorText(trajectory.position(ball, time))]];
    if (trajectory.moves[ball]) {
        facts.push(['velocity', vectorText(velocity)], ['speed', shortNumber(speed, 5)],
            ['kinetic energy', shortNumber(mass[ball] * speed * speed / 2, 5)], ['mass', shortNumber(mass[ball], 6)]);
    } else {
        facts.push(['mass', 'immovable']);
    }
    facts.push(['radius', shortNumber(radius[ball], 6)]);
    return cardLine(`<i style="background:${colours.css(ball, time)}"></i>${escaped(trajectory.name(ball))}`, facts);
}

/** The card's HTML; empty when there is nothing to say. */
export function cardText(trajectory, colours, player, settings) {
    const impact = settings.impact && player.atEvent && !player.playing ? impactCard(trajectory, colours, player.event) : '';
    const ball = settings.chosen >= 0 ? ballCard(trajectory, colours, settings.chosen, player.time) : '';
    return impact + ball;
}
