// What the tab Play says.

import {shortNumber} from '../numbers.js';

/** @import {AimWindow} from '../types.js' */

/** Which balls fall, where there are pockets, and when all rest.
 *  @param {number[]} falls @param {number} duration @param {string[]} names @param {boolean} hasPockets */
export function outcomeInWords(falls, duration, names, hasPockets) {
    const rest = `ll rest after ${shortNumber(duration, 3)} s.`;
    const fallen = falls.map(ball => names[ball] || `ball ${ball}`);
    const what = fallen.length === 0 ? 'No ball falls' : fallen.length === 1 ? `${fallen[0]} falls` : `${fallen.join(', ')} fall`;
    return hasPockets ? `${what}; a${rest}` : `A${rest}`;
}

/** Of a window as windowOf gives it; empty where it is as wide as was looked.
 *  @param {AimWindow | undefined} window @param {number[]} falls */
export function windowInWords(window, falls) {
    if (!window) return '';
    const {from, to, reach} = window, wide = to - from;
    if (wide >= 2 * reach) return '';
    const where = wide > 0.005 ? ` (${from.toFixed(3)}° to ${to.toFixed(3)}°)` : '';
    return `${falls.length > 0 ? 'The same balls fall' : 'Nothing falls'} within ${shortNumber(wide, 3)}°${where}.`;
}

/** Of a shot that the page has found, or why it has found none.
 *  @param {{name: string, wide: number} | undefined} found @param {boolean} areThere whether a ball is left */
export function foundInWords(found, areThere) {
    if (found) return `${found.name} falls, and the aim may be off by ${shortNumber(found.wide / 2, 2)}° to either side. Shoot.`;
    return areThere ? 'No ball goes straight into a pocket from here: try a cushion first, or move a ball.'
        : 'No other ball is left: choose a table below, or take back.';
}

/** The same where a point takes three cushions. @param {{wide: number} | undefined} found */
export const caromInWords = found => found
    ? `A point by three cushions, and the aim may be off by about ${shortNumber(found.wide / 2, 2)}° to either side. Shoot.`
    : 'The page sees no point by three cushions from here: move a ball.';

/** What the button that shoots does, and why it does nothing; empty where it does.
 *  @param {{isAiming: boolean, isOver: boolean, isOut: boolean}} now the game is over; the cue ball is out of play */
export function shootInWords({isAiming, isOver, isOut}) {
    if (!isAiming) return {words: 'Back to the cue', why: ''};
    if (isOver) return {words: 'Shoot', why: 'The game has ended: “New rack” begins another one, “Take back” goes back into this one.'};
    return {words: isOut ? 'Put the cue ball back' : 'Shoot', why: ''};
}
