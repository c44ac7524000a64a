// The colours of the page around the balls.

import {rgbOf} from './colours.js';

/** The colours of the page, which follow the system's choice of light or dark. */
export function readTheme() {
    const style = getComputedStyle(document.documentElement);
    const css = {};
    for (const name of ['page', 'surface', 'stage', 'ink', 'soft', 'line', 'accent', 'mark', 'chosen'])
        css[name] = style.getPropertyValue(`--${name}`).trim();
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    css.halo = dark ? 'rgb(12 16 20 / .8)' : 'rgb(255 254 251 / .85)';
    css.wall = dark ? '#5d6875' : '#8a93a0';
    return {css, ink: rgbOf(css.ink), soft: rgbOf(css.soft), stage: rgbOf(css.stage), surface: rgbOf(css.surface)};
}
