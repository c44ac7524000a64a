// What the colours mean: on the page as HTML, and on a saved picture.

import {disc, kFont, penOf} from './pen.js';

/** @import {Legend} from './types.js' */

/** Of a legend {title, ramp, ends, entries, note}, all of which may be missing. @param {Legend} legend */
export function legendHtml({title, ramp = [], ends = [], entries = [], note}) {
    const bar = title ? `<div class="ramp">${title}<b>${ends[0]}</b>` +
        `<div class="bar" style="background:linear-gradient(90deg,${ramp.join()})"></div><b>${ends[1]}</b></div>` : '';
    const lines = entries.map(({colour, text}) => `<div class="entry"><i style="background:${colour}"></i>${text}</div>`);
    return bar + lines.join('') + (note ? `<div class="note">${note}</div>` : '');
}

/** A copy of a picture with a title and a line of words above it, and the legend below.
 *  @param {HTMLCanvasElement} picture @param {string[]} words @param {Legend} legend @param {Record<string, string>} css
  *  @param {number} ratio */
export function withLegend(picture, [title, words], legend, css, ratio) {
    const {title: what, ramp = [], ends = [], entries = [], note} = legend, width = picture.width / ratio, top = 52;
    const lines = (what ? 1 : 0) + entries.length + (note ? 1 : 0), bottom = lines > 0 ? 12 + 22 * lines : 0;
    const copy = document.createElement('canvas'), pen = penOf(copy);
    [copy.width, copy.height] = [picture.width, picture.height + Math.round(ratio * (top + bottom))];
    pen.fillStyle = css.page;
    pen.fillRect(0, 0, copy.width, copy.height);
    pen.drawImage(picture, 0, Math.round(ratio * top));
    pen.scale(ratio, ratio);
    /** @param {string} text @param {number} x @param {number} y */
    const write = (text, x, y, font = `14px ${kFont}`, colour = css.soft) => {
        [pen.font, pen.fillStyle] = [font, colour];
        pen.fillText(text, x, y, width - x - 14);
    };
    write(title, 14, 24, `600 18px ${kFont}`, css.ink);
    write(words, 14, 43);
    let y = top + picture.height / ratio + 22;
    if (what) {
        const shade = pen.createLinearGradient(240, 0, 400, 0);
        ramp.forEach((colour, k) => shade.addColorStop(k / (ramp.length - 1), colour));
        write(`${what}: ${ends[0]}`, 14, y);
        pen.fillStyle = shade;
        pen.fillRect(240, y - 10, 160, 10);
        write(ends[1], 410, y);
        y += 22;
    }
    for (const {colour, text} of entries) {
        pen.fillStyle = colour;
        disc(pen, 20, y - 5, 6);
        write(text, 34, y);
        y += 22;
    }
    if (note) write(note, 14, y);
    return copy;
}
