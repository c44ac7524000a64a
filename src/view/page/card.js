// The card over the picture: the present impact and the chosen ball in numbers.

/** Labels and numbers side by side; the heading is HTML. */
/** The law of collisions of the scene, in words. */
function lawText(law) {
    const {restitution_balls: balls, restitution_walls: walls, elastic_below: slowest} = law;
    const texts = [`Restitution: balls ${shortNumber(balls)}, walls ${shortNumber(walls)}`];
    for (const pair of law.between) texts.push(`${pair.first} with ${pair.second} ${shortNumber(pair.restitution)}`);
    const lossy = [balls, walls, ...law.between.map(pair => pair.restitution)].some(e => e < 1);
    if (lossy && slowest > 0) texts.push(`1 below speed ${shortNumber(slowest)}`);
    if (lossy && law.contact_time > 0) texts.push(`1 within ${shortNumber(law.contact_time)} of a ball's last impact`);
    if (lossy && law.full_loss_speed > 0) texts.push(`nearer to 1 below speed ${shortNumber(law.full_loss_speed)}`);
    return texts.join('; ') + '.';
}

function cardLine(heading, facts) {
    const texts = facts.map(([label, text]) => `<span>${label} <b>${escaped(text)}</b></span>`);
    return `<div><h2>${heading}</h2>${texts.join('')}</div>`;
}

function vectorText(vector) {
    return vector.map(x => shortNumber(x, 5)).join('  ');
}

/** Words for a gap, which is rounding where balls touch. */
function gapText(gap) {
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
function cardText(trajectory, colours, player, settings) {
    const impact = settings.impact && player.atEvent && !player.playing ? impactCard(trajectory, colours, player.event) : '';
    const ball = settings.chosen >= 0 ? ballCard(trajectory, colours, settings.chosen, player.time) : '';
    return impact + ball;
}
