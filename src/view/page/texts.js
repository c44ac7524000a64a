// What happens in a run, in words.

import {counted, escaped, shortNumber} from './numbers.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Law} from './types.js' */

/** The law of collisions of the scene, in words. @param {Law} law */
export function lawText(law) {
    const {restitution_balls: balls, restitution_walls: walls, elastic_below: slowest} = law;
    const texts = [`Restitution: balls ${shortNumber(balls)}, walls ${shortNumber(walls)}`];
    for (const pair of law.between) texts.push(`${pair.first} with ${pair.second} ${shortNumber(pair.restitution)}`);
    const lossy = [balls, walls, ...law.between.map(pair => pair.restitution)].some(e => e < 1);
    if (lossy && slowest > 0) texts.push(`1 below speed ${shortNumber(slowest)}`);
    if (lossy && law.contact_time > 0) texts.push(`1 within ${shortNumber(law.contact_time)} of a ball's last impact`);
    if (lossy && law.full_loss_speed > 0) texts.push(`nearer to 1 below speed ${shortNumber(law.full_loss_speed)}`);
    return texts.join('; ') + '.';
}

/** How many impacts there are, and how many other changes. @param {Trajectory} trajectory */
export function entriesText({impactCount, entryCount}) {
    const impacts = counted(impactCount, 'impact'), others = entryCount - impactCount;
    return others > 0 ? `${impacts} and ${counted(others, 'other change')}` : impacts;
}

/** Who meets in an impact, or changes, as HTML: the first few of many.
 *  @param {Trajectory} trajectory @param {number} event @param {(ball: number) => string} ballText */
export function impactText(trajectory, event, ballText) {
    const most = 3, partners = trajectory.partners(event), texts = partners.slice(0, most).map(ballText);
    if (partners.length > most) texts.push(`${partners.length - most} more`);
    if (partners.length === 1) texts.push(escaped(trajectory.otherName(event)));
    return texts.join(' · ');
}
