// Which parts of the picture are taken, and where a name finds room beside its ball.

/** @import {Place, Rectangle} from './types.js' */

const kCell = 4;  // pixels
const kGap = 4;   // pixels between a ball and its name
/** What may lie somewhere. A name is worth less the more of these, in this order, it covers; no name covers another. */
export const kBall = 1, kArrow = 2, kName = 4;

/** From a ball's middle: the sides where its name may stand, the best first.
 *  @type {[number, number][]} */
const kSides = [[0, -1], [0, 1], [1, 0], [-1, 0], [0.7, -0.7], [-0.7, -0.7], [0.7, 0.7], [-0.7, 0.7]];

export class Room {
    /** @type {number} */ width;
    /** @type {number} */ height;
    /** @type {number} */ columns;
    /** @type {number} */ rows;

    /** Of a picture of this size in pixels. @param {number} width @param {number} height */
    constructor(width, height) {
        [this.width, this.height] = [width, height];
        [this.columns, this.rows] = [width, height].map(size => Math.max(1, Math.ceil(size / kCell)));
        this.cells = new Uint8Array(this.columns * this.rows);
    }

    /** The cells with their middle in a rectangle: `visit(place, x, y)`.
     *  @param {Rectangle} box @param {(place: number, x: number, y: number) => void} visit */
    eachCell({x, y, width, height}, visit) {
        /** @param {number} at */
        const first = at => Math.max(0, Math.ceil(at / kCell - 0.5));
        /** @param {number} at */
        const last = at => Math.floor(at / kCell - 0.5);
        for (let row = first(y); row <= Math.min(last(y + height), this.rows - 1); ++row)
            for (let column = first(x); column <= Math.min(last(x + width), this.columns - 1); ++column)
                visit(row * this.columns + column, (column + 0.5) * kCell, (row + 0.5) * kCell);
    }

    /** @param {Rectangle} box @param {number} what */
    takeBox(box, what) {
        this.eachCell(box, place => { this.cells[place] |= what; });
    }

    /** @param {Place & {radius: number}} at @param {number} what */
    takeDisc(at, what) {
        const box = {x: at.x - at.radius, y: at.y - at.radius, width: 2 * at.radius, height: 2 * at.radius};
        this.eachCell(box, (place, x, y) => { if (Math.hypot(x - at.x, y - at.y) <= at.radius) this.cells[place] |= what; });
    }

    /** What of the line is in the picture. @param {Place} a @param {Place} b @param {number} what */
    takeLine(a, b, what) {
        let [from, to] = [0, 1];
        for (const [start, way, size] of [[a.x, b.x - a.x, this.width], [a.y, b.y - a.y, this.height]]) {
            const [enter, leave] = way === 0 ? (start >= 0 && start < size ? [0, 1] : [1, 0])
                : [-start / way, (size - start) / way].sort((p, q) => p - q);
            [from, to] = [Math.max(from, enter), Math.min(to, leave)];
        }
        const steps = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) * (to - from) / kCell * 2);
        for (let k = 0; k <= steps; ++k) {
            const share = from + (to - from) * k / Math.max(steps, 1);
            const column = Math.floor((a.x + (b.x - a.x) * share) / kCell), row = Math.floor((a.y + (b.y - a.y) * share) / kCell);
            if (column >= 0 && column < this.columns && row >= 0 && row < this.rows) this.cells[row * this.columns + column] |= what;
        }
    }

    /** All that lies in a rectangle; what is outside the picture is taken. @param {Rectangle} box */
    found(box) {
        if (box.x < 0 || box.y < 0 || box.x + box.width > this.width || box.y + box.height > this.height) return kName;
        let all = 0;
        this.eachCell(box, place => { all |= this.cells[place]; });
        return all;
    }

    /** Takes the best place beside a ball {x, y, radius} for a name {width, height, side, mayCover}, `side` being where it
     *  stood last. {x, y, width, height, side, covers}, or undefined where there is no room.
     *  @param {Place & {radius: number}} at @param {{width: number, height: number, side?: number, mayCover: boolean}} name
     *  @returns {(Rectangle & {side: number, covers: number}) | undefined} */
    place(at, {width, height, side = 0, mayCover}) {
        /** @type {(Rectangle & {side: number, covers: number}) | undefined} */
        let best;
        for (const k of new Set([side, ...kSides.keys()])) {
            const box = besideBall(at, width, height, kSides[k]), covers = this.found(box);
            if (covers < (best?.covers ?? (mayCover ? kName : 1))) best = {...box, side: k, covers};
            if (covers === 0) break;
        }
        if (best) this.takeBox(best, kName);
        return best;
    }
}

/** @param {Place & {radius: number}} at @param {number} width @param {number} height @param {number[]} side */
function besideBall(at, width, height, [dx, dy]) {
    const away = at.radius + kGap, x = at.x + dx * away - width / 2, y = at.y + dy * away - height / 2;
    return {x: x + Math.sign(dx) * width / 2, y: y + Math.sign(dy) * height / 2, width, height};
}
