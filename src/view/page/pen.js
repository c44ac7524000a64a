// Plain shapes on a canvas.

/** @import {Pen} from './types.js' */

export const kFont = 'Inter, "Segoe UI", system-ui, Helvetica, Arial, "DejaVu Sans", sans-serif';

/** What draws on a canvas. @param {HTMLCanvasElement} canvas */
export function penOf(canvas) {
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('This browser draws on no canvas.');
    return pen;
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} radius */
export function disc(pen, x, y, radius) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} radius */
export function ring(pen, x, y, radius) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.stroke();
}

/** @param {Pen} pen @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
export function strokeLine(pen, x1, y1, x2, y2) {
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
}
