// One picture of the balls: its layers from back to front are the ground (2D), balls in WebGL, balls on the table and marks (2D).

import {MarkDrawer} from './draw_marks.js';
import {SpaceDrawer} from './draw_space.js';
import {kMostDiscs, TableDrawer} from './draw_table.js';
import {TableSpaceDrawer} from './draw_table_space.js';
import {inSpace, spaceExtent} from './in_space.js';

export class Picture {
    /** `stage` holds three canvases. */
    constructor(stage, trajectory, extent, colours) {
        Object.assign(this, {trajectory, extent, colours, tableInSpace: false, canvases: stage.querySelectorAll('canvas')});
        const [ground, balls, marks] = this.canvases;
        this.balls = balls;
        this.pens = [this.ground, this.marks] = [ground.getContext('2d'), marks.getContext('2d')];
        this.load();
    }

    /** Draws what the trajectory has now. `seen` is the trajectory as it is drawn: that of a table may be in space. */
    load() {
        const {trajectory, extent, colours, tableInSpace} = this;
        this.table = trajectory.dimension === 2 ? new TableDrawer(trajectory, extent, colours) : null;
        this.seen = tableInSpace ? inSpace(trajectory) : trajectory;
        this.seenExtent = tableInSpace ? spaceExtent(extent, colours.look.table) : extent;
        this.markDrawer = new MarkDrawer(this.seen, this.seenExtent, colours);
        this.space = this.newSpace();
    }

    /** What draws balls in space, and very many of them; undefined where none is needed. */
    newSpace() {
        const {balls, colours, seen, seenExtent} = this;
        if (this.tableInSpace) return new TableSpaceDrawer(balls, seen, seenExtent, this.table);
        const isNeeded = seen.dimension === 3 || seen.ballCount > kMostDiscs;
        if (!isNeeded) balls.width = 0;  // what was drawn before
        return isNeeded ? new SpaceDrawer(balls, seen, seenExtent, colours) : undefined;
    }

    /** In CSS pixels. */
    resize(width, height) {
        const ratio = window.devicePixelRatio || 1;
        for (const pen of this.pens) {
            [pen.canvas.width, pen.canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
            pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        }
    }

    /** `moves`: the next picture follows soon, so this one may be coarser. */
    draw(camera, player, settings, theme, moves) {
        const {time} = player;
        for (const pen of this.pens) pen.clearRect(0, 0, camera.width, camera.height);
        if (this.seen.dimension === 2) {
            this.table.drawGround(this.ground, camera, time, settings, theme);
            this.table.drawTrails(this.ground, camera, time, settings);
        }
        if (this.space) {
            this.space.resize(camera.width, camera.height, moves);
            this.space.draw(camera, time, settings, theme);
        } else {
            this.table.drawBalls(this.marks, camera, time);
        }
        this.markDrawer.draw(this.marks, camera, player, settings, theme);
    }

    get size() {
        return [this.marks.canvas.width, this.marks.canvas.height];
    }
}

/** Pictures of one size side by side in one canvas `copy`, all layers of each, on this colour. */
export function asCanvas(pictures, colour, copy) {
    const pen = copy.getContext('2d'), [width, height] = pictures[0].size, wide = width * pictures.length;
    if (copy.width !== wide || copy.height !== height) [copy.width, copy.height] = [wide, height];
    pen.fillStyle = colour;
    pen.fillRect(0, 0, copy.width, copy.height);
    pictures.forEach(({canvases}, k) => {
        for (const canvas of canvases) if (canvas.width > 0) pen.drawImage(canvas, k * width, 0, width, height);
    });
    return copy;
}
