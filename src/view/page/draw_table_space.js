// A table in space: wood, cloth and cushions, and balls that turn, with shadows.

import {FaceDrawer} from './draw_lines.js';
import {PoolBallDrawer} from './draw_pool_balls.js';
import {SpaceDrawer} from './draw_space.js';
import {circle, tableSolid} from './table_solid.js';
import {eachTrail} from './trails.js';
import {length, plus} from './vectors.js';

/** @import {OrbitCamera} from './camera.js' */
/** @import {LineList} from './draw_lines.js' */
/** @import {Behind, SeenVessel, Shown} from './draw_space.js' */
/** @import {TableDrawer} from './draw_table.js' */
/** @import {Trajectory} from './trajectory.js' */
/** @import {Extent, Face, RailedLook, Settings, ShaderView, Vector} from './types.js' */

const kShadows = [[1.5, 28], [1.15, 40], [0.85, 40]];  // ball radii, opacity of 255
const kLean = [0.25, 0.4];  // of a shadow, for each metre that a ball is high
const kDash = 0.012;        // metres of a trail, where a ball slides
const kAbove = 6e-4;        // metres between the cloth and what lies on it

export class TableSpaceDrawer extends SpaceDrawer {
    /** `trajectory` and `extent` are those in space, `table` draws the same from above, `look` is its look.
     *  @param {HTMLCanvasElement} canvas @param {Trajectory} trajectory @param {Extent} extent @param {TableDrawer} table
      *  @param {RailedLook} look */
    constructor(canvas, trajectory, extent, table, look) {
        super(canvas, trajectory, extent, table.colours);
        this.table = table;
        this.fade = 0;
        this.spheres = new PoolBallDrawer(this.gl, trajectory.columns.radius, look);
        this.solid = new FaceDrawer(this.gl);
        this.solid.load(tableSolid(look, table.extent).map(
            ({polygon, colour}) => ({polygon: polygon.map(p => plus(p, this.origin, -1)), colour})));
        this.axes = new Float32Array(6 * trajectory.ballCount);
    }

    /** Where a ball is, in the hand too. @param {number} ball @param {number} time */
    placeOf(ball, time) {
        const place = this.table.moved?.get(ball);
        return place ? [...place, this.trajectory.columns.radius[ball]] : this.trajectory.position(ball, time);
    }

    /** @param {number} time */
    load(time) {
        super.load(time);
        const {colours, moved, turning} = this.table;
        if (turning) {
            for (let ball = 0; ball < this.trajectory.ballCount; ++ball) {
                const [right, , front] = turning.axes(ball, time);
                this.axes.set([...right, ...front], 6 * ball);
            }
        }
        this.spheres.setAxes(this.axes);
        this.spheres.setMarks(colours.poolLook(0) !== undefined);
        if (!moved || moved.size === 0) return;
        for (const ball of moved.keys()) this.centres.set(plus(this.placeOf(ball, time), this.origin, -1), 3 * ball);
        this.spheres.setCentres(this.centres);
        this.shown.time = NaN;
    }

    /** @param {ShaderView} view @param {Behind} behind */
    drawBehind(view, {time}) {
        this.gl.enable(this.gl.DEPTH_TEST);
        this.solid.drawLoaded(view);
        this.blended(() => this.faces.draw(view, this.shadows(time)));
    }

    /** On the cloth, softer at their edges. @param {number} time */
    shadows(time) {
        const {ballCount, columns: {radius}} = this.trajectory, {lower, upper} = this.table.extent;
        /** @type {Face[]} */
        const faces = [];
        for (let ball = 0; ball < ballCount; ++ball) {
            const [x, y, z] = this.placeOf(ball, time), high = z - radius[ball];
            if (high < 0 || x < lower[0] || x > upper[0] || y < lower[1] || y > upper[1]) continue;
            const middle = [x + kLean[0] * (high + 0.01), y - kLean[1] * (high + 0.01)];
            kShadows.forEach(([size, opacity], k) => faces.push({
                polygon: circle(middle, size * radius[ball], 20).map(p => plus([...p, (k + 1) * kAbove], this.origin, -1)),
                colour: [0, 0, 0, opacity],
            }));
        }
        return faces;
    }

    /** With the aim, which balls and cushions hide.
     *  @param {ShaderView} view @param {OrbitCamera} camera @param {SeenVessel[]} vessels @param {Shown} shown */
    drawBetween(view, camera, vessels, shown) {
        const {aim} = shown.settings;
        /** @param {Face[]} faces */
        const seen = faces => faces.map(({polygon, colour}) => ({polygon: polygon.map(p => plus(p, this.origin, -1)), colour}));
        if (aim) {
            this.faces.draw(view, seen(aim.solid));
            this.blended(() => this.faces.draw(view, seen(aim.faces)));
        }
        super.drawBetween(view, camera, vessels, shown);
    }

    /** Dashes where a ball does not roll. @param {LineList} list @param {OrbitCamera} camera @param {number} time @param {Settings} settings */
    addTrails(list, camera, time, settings) {
        const tolerance = 0.5 * camera.distance / camera.focus();
        eachTrail(this.trajectory, time, settings.trailReach, settings.trailList(this.trajectory), (from, to, ball, share, state) => {
            const colour = [...this.colours.trailRgb(ball, time), Math.round(255 * (0.12 + 0.78 * share))];
            if (!this.table.turning?.isDotted(ball, state)) this.addLine(list, from, to, 2, colour);
            else this.addDashes(list, from, to, colour, Math.ceil(length(plus(to, from, -1)) / kDash));
        }, tolerance, this.mostPieces);
        for (const {points, width, colour} of settings.aim?.lines ?? [])
            for (let k = 1; k < points.length; ++k) this.addLine(list, points[k - 1], points[k], width, colour);
    }
}
