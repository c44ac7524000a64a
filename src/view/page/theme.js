// What the system asks of the page: the colours around the balls, and less motion.

import {rgbOf} from './colours.js';

/** @import {Theme} from './types.js' */

/** Does the system ask for less motion? Then nothing moves that nobody has set in motion. */
export const wantsLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The colours of the page, which follow the system's choice of light or dark. @returns {Theme} */
export function readTheme() {
    const style = getComputedStyle(document.documentElement);
    /** @type {Record<string, string>} */
    const css = {};
    for (const name of ['page', 'surface', 'stage', 'ink', 'soft', 'line', 'accent', 'mark', 'chosen'])
        css[name] = style.getPropertyValue(`--${name}`).trim();
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    css.halo = dark ? 'rgb(12 16 20 / .8)' : 'rgb(255 254 251 / .85)';
    css.wall = dark ? '#5d6875' : '#8a93a0';
    return {css, ink: rgbOf(css.ink), soft: rgbOf(css.soft), stage: rgbOf(css.stage), surface: rgbOf(css.surface)};
}
