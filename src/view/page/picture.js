// One picture of the balls: its layers from back to front are the ground (2D), balls in WebGL, balls on the table and marks (2D).

import {FlatCamera} from './camera.js';
import {MarkDrawer} from './draw_marks.js';
import {SpaceDrawer} from './draw_space.js';
import {kMostDiscs, TableDrawer} from './draw_table.js';
import {TableSpaceDrawer} from './draw_table_space.js';
import {inSpace, spaceExtent} from './in_space.js';
import {penOf} from './pen.js';

/** @import {Colours} from './colours.js' */
/** @import {Player} from './player.js' */
/** @import {Trajectory} from './trajectory.js' */
/** @import {Camera, Extent, Pen, Settings, Theme, Vector} from './types.js' */

export class Picture {
    /** @type {Trajectory} */ trajectory;
    /** @type {Extent} */ extent;
    /** @type {Colours} */ colours;
    /** @type {boolean} */ tableInSpace;
    /** @type {NodeListOf<HTMLCanvasElement>} */ canvases;
    /** @type {Pen} */ ground;
    /** @type {Pen} */ marks;
    /** @type {Trajectory} */ seen;
    /** @type {Extent} */ seenExtent;
    /** @type {TableDrawer | null} */ table;
    /** @type {MarkDrawer} */ markDrawer;
    /** @type {SpaceDrawer | undefined} */ space;
    /** Something may be drawn on it. @type {boolean} */ hasGround;

    /** `stage` holds three canvases.
     *  @param {HTMLElement} stage @param {Trajectory} trajectory @param {Extent} extent @param {Colours} colours */
    constructor(stage, trajectory, extent, colours) {
        Object.assign(this, {trajectory, extent, colours, tableInSpace: false, hasGround: true, canvases: stage.querySelectorAll('canvas')});
        const [ground, balls, marks] = this.canvases;
        this.balls = balls;
        this.pens = [this.ground, this.marks] = [penOf(ground), penOf(marks)];
        this.load();
    }

    /** Draws what the trajectory has now. `seen` is the trajectory as it is drawn: that of a table may be in space. */
    load() {
        const {trajectory, extent, colours} = this, {railed} = this;
        this.table = trajectory.dimension === 2 ? new TableDrawer(trajectory, extent, colours) : null;
        this.seen = railed ? inSpace(trajectory, railed) : trajectory;
        this.seenExtent = railed ? spaceExtent(extent, railed) : extent;
        this.markDrawer = new MarkDrawer(this.seen, this.seenExtent, colours, (ball, time) => this.placeOf(ball, time));
        this.space = this.newSpace();
    }

    /** Where a ball is seen, also one that was moved for the next shot. @param {number} ball @param {number} time @returns {Vector} */
    placeOf(ball, time) {
        const {seen} = this, place = this.table?.moved?.get(ball);
        return place ? [...place, seen.columns.radius[ball]].slice(0, seen.dimension) : seen.position(ball, time);
    }

    /** The look of the table that is seen in space; undefined where none is. */
    get railed() {
        const {table} = this.colours.look;
        return this.tableInSpace && table?.rails ? table : undefined;
    }

    /** What draws balls in space, and very many of them; undefined where none is needed. */
    newSpace() {
        const {balls, colours, seen, seenExtent, railed, table} = this;
        if (railed && table) return new TableSpaceDrawer(balls, seen, seenExtent, table, railed);
        const isNeeded = seen.dimension === 3 || seen.ballCount > kMostDiscs;
        if (!isNeeded) balls.width = 0;  // what was drawn before
        return isNeeded ? new SpaceDrawer(balls, seen, seenExtent, colours) : undefined;
    }

    /** In CSS pixels. @param {number} width @param {number} height */
    resize(width, height) {
        const ratio = window.devicePixelRatio || 1;
        for (const pen of this.pens) {
            [pen.canvas.width, pen.canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
            pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        }
    }

    /** `moves`: the next picture follows soon, so this one may be coarser.
     *  @param {Camera} camera @param {Player} player @param {Settings} settings @param {Theme} theme @param {boolean} moves */
    draw(camera, player, settings, theme, moves) {
        const {time} = player, isFlat = camera instanceof FlatCamera;
        // A canvas that is cleared is put on the screen again, which takes a software renderer its time.
        if (isFlat || this.hasGround) this.ground.clearRect(0, 0, this.ground.canvas.width, this.ground.canvas.height);
        this.hasGround = isFlat;
        this.marks.clearRect(0, 0, camera.width, camera.height);
        if (isFlat) {
            this.table?.drawGround(this.ground, camera, time, settings, theme);
            this.table?.drawTrails(this.ground, camera, time, settings);
            if (!this.space) this.table?.drawBalls(this.marks, camera, time);
        }
        this.space?.resize(camera.width, camera.height, moves);
        this.space?.draw(camera, time, settings, theme);
        this.markDrawer.draw(this.marks, camera, player, settings, theme);
    }

    get size() {
        return [this.marks.canvas.width, this.marks.canvas.height];
    }
}

/** Pictures of one size side by side in one canvas `copy`, all layers of each, on this colour.
 *  @param {Picture[]} pictures @param {string} colour @param {HTMLCanvasElement} copy */
export function asCanvas(pictures, colour, copy) {
    const pen = penOf(copy), [width, height] = pictures[0].size, wide = width * pictures.length;
    if (copy.width !== wide || copy.height !== height) [copy.width, copy.height] = [wide, height];
    pen.fillStyle = colour;
    pen.fillRect(0, 0, copy.width, copy.height);
    pictures.forEach(({canvases}, k) => {
        for (const canvas of canvases) if (canvas.width > 0) pen.drawImage(canvas, k * width, 0, width, height);
    });
    return copy;
}
