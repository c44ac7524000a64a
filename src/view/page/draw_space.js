// Scenes in space, and flat scenes with too many balls for the table: WebGL.

import {FlatCamera} from './camera.js';
import {FaceDrawer, LineDrawer, LineList} from './draw_lines.js';
import {kArrowSize} from './draw_marks.js';
import {SphereDrawer} from './draw_spheres.js';
import {viewOf} from './gl_program.js';
import {eachArrow, eachTrail, kMostPieces} from './trails.js';
import {cross, dot, length, plus, times, unit} from './vectors.js';
import {facetIn, halfSpaceAt, vesselView} from './walls.js';

/** @import {OrbitCamera} from './camera.js' */
/** @import {Colours} from './colours.js' */
/** @import {Trajectory} from './trajectory.js' */
/** @import {Camera, Extent, Face, Rgb, Settings, ShaderView, Theme, Vector} from './types.js' */

const kManyBalls = 20000;          // above, outlines are not smoothed
const kManyForSoftware = 300;      // the same where no graphics hardware draws
const kCrowd = 3000;               // balls
const kSmallPixels = 20;           // radius up to which balls of a crowd are points
const kMovingPixels = 60;          // the same of many balls that move, where each flat picture is slow
const kMovingPieces = 1500;        // of trails, where no graphics hardware draws
const kSlowPicture = 45;           // milliseconds: above, the picture gets coarser while it moves

/** @type {(rgb: Rgb, share: number) => number[]} */
const withOpacity = (rgb, share) => [rgb[0], rgb[1], rgb[2], Math.round(255 * share)];

/** True where the processor draws instead of graphics hardware. */
function drawsInSoftware() {
    const gl = document.createElement('canvas').getContext('webgl2');
    if (!gl) return true;
    const names = gl.getExtension('WEBGL_debug_renderer_info');
    const name = names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : '';
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** @typedef {ReturnType<SpaceDrawer['vesselsSeen']>[number]} SeenVessel  a round vessel with what is seen of it */
/** @typedef {{camera: OrbitCamera, vessels: SeenVessel[], time: number, theme: Theme}} Behind */
/** @typedef {{time: number, settings: Settings, theme: Theme}} Shown */

export class SpaceDrawer {
    /** @type {HTMLCanvasElement} */ canvas;
    /** @type {Trajectory} */ trajectory;
    /** @type {Extent} */ extent;
    /** @type {Colours} */ colours;
    /** @type {number} */ ratio;
    /** @type {boolean} */ moving;
    /** @type {Float64Array | undefined} */ places;

    /** @param {HTMLCanvasElement} canvas @param {Trajectory} trajectory @param {Extent} extent @param {Colours} colours */
    constructor(canvas, trajectory, extent, colours) {
        Object.assign(this, {canvas, trajectory, extent, colours});
        const inSoftware = drawsInSoftware();
        this.soft = trajectory.ballCount <= (inSoftware ? kManyForSoftware : kManyBalls);
        this.isSlow = inSoftware && !this.soft;
        this.inSoftware = inSoftware;
        const gl = canvas.getContext('webgl2', {antialias: this.soft, alpha: true, preserveDrawingBuffer: true});
        if (!gl) throw new Error('This browser has no WebGL2, which scenes in space need.');
        this.gl = gl;
        this.spheres = new SphereDrawer(gl, trajectory.columns.radius);
        this.lines = new LineDrawer(gl);
        this.list = new LineList();
        this.faces = new FaceDrawer(gl);
        this.origin = times(0.5, plus(extent.lower, extent.upper));
        this.centres = new Float32Array(3 * trajectory.ballCount);
        this.shown = {time: NaN, applied: -1, mode: '', step: 1};
        this.reach = length(plus(extent.upper, extent.lower, -1)) / 2;
        this.fade = 0.55;     // of what is far, into the colour of the picture
        this.coarseness = 1;  // pixels of the screen for one of the picture, while something moves
        /** Every so many balls of a crowd are drawn then: a power of 2. */
        this.thinning = inSoftware && trajectory.ballCount > kManyBalls ? 4 : 1;
    }

    /** The canvas has this size in CSS pixels; `moving` while somebody drags or the balls play.
     *  @param {number} width @param {number} height @param {boolean} moving */
    resize(width, height, moving) {
        const ratio = Math.min(window.devicePixelRatio || 1, 2) / (moving ? this.coarseness : 1);
        const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
        if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
        Object.assign(this, {ratio, moving});
    }

    /** Waits for the picture, without holding up the page, and learns from the time that it took. @param {number} began */
    learnWhenDone(began) {
        const gl = this.gl, fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        gl.flush();
        if (!fence) return;
        this.isBusy = true;
        const look = () => {
            if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
                setTimeout(look, 3);
                return;
            }
            gl.deleteSync(fence);
            this.isBusy = false;
            this.learn(performance.now() - began);
        };
        setTimeout(look, 1);
    }

    /** How coarse the next pictures are to be while something moves; of a crowd some balls are left out instead. @param {number} milliseconds */
    learn(milliseconds) {
        const slow = milliseconds > kSlowPicture, fast = milliseconds < kSlowPicture / 4;
        if (this.mayThin) {
            if (slow) this.thinning = Math.min(16, this.thinning * 2);
            else if (fast) this.thinning = Math.max(1, this.thinning / 2);
        } else if (slow) {
            this.coarseness = Math.min(4, this.coarseness * 1.5);
        } else if (fast) {
            this.coarseness = Math.max(1, this.coarseness / 1.2);
        }
    }

    /** The balls of the last event, which are drawn whatever is left out. */
    get present() {
        const {trajectory} = this;
        return trajectory.applied > 0 ? trajectory.partners(trajectory.applied - 1) : [];
    }

    /** True where balls may be left out while something moves. */
    get mayThin() {
        return this.trajectory.ballCount >= kCrowd;
    }

    /** Every so many balls are drawn now. */
    get step() {
        return this.moving ? this.thinning : 1;
    }

    /** Places and colours of the balls that are drawn go to the graphics memory when they have changed. @param {number} time */
    load(time) {
        const {trajectory, shown, step} = this, n = trajectory.dimension;
        const moved = shown.time !== time || shown.applied !== trajectory.applied || shown.step > step;
        const recoloured = shown.mode !== this.colours.key;
        if (!moved && !recoloured) return;
        if (moved) {
            const places = this.places = trajectory.positions(time, this.places, step);
            for (const b of this.present) places.set(trajectory.position(b, time), n * b);
            /** @param {number} b */
            const put = b => { for (let k = 0; k < n; ++k) this.centres[3 * b + k] = places[n * b + k] - this.origin[k]; };
            for (let b = 0; b < trajectory.ballCount; b += step) put(b);
            this.present.forEach(put);
            this.spheres.setCentres(this.centres);
        }
        if (recoloured || moved && !this.colours.fixed)
            this.spheres.setColours(this.colours.update(time, recoloured ? 1 : step, this.present));
        this.shown = {time, applied: trajectory.applied, mode: this.colours.key, step};
    }

    /** @param {Camera} camera @param {number} time @param {Settings} settings @param {Theme} theme */
    draw(camera, time, settings, theme) {
        const gl = this.gl, view = viewOf(camera, this.origin), began = performance.now(), inSpace = this.trajectory.dimension === 3;
        const orbit = camera instanceof FlatCamera ? undefined : camera, vessels = orbit && settings.walls ? this.vesselsSeen(orbit) : [];
        this.load(time);
        this.clear(inSpace, theme);
        if (orbit && settings.walls) this.drawBehind(view, {camera: orbit, vessels, time, theme});
        gl.enable(gl.DEPTH_TEST);
        this.drawSpheres(view, camera, theme);
        if (orbit) this.drawBetween(view, orbit, vessels, {time, settings, theme});
        if (inSpace && settings.impact) {
            gl.clear(gl.DEPTH_BUFFER_BIT);  // the two balls of the impact are seen through the others
            this.drawSpheres(view, camera, theme, this.present);
        }
        if (!this.isBusy) this.learnWhenDone(began);
    }

    /** All balls, or `only` these; while something moves and drawing is slow, a part of a crowd.
     *  @param {ShaderView} view @param {Camera} camera @param {Theme} theme @param {number[]} [only] */
    drawSpheres(view, camera, theme, only) {
        const gl = this.gl;
        const look = {
            haze: times(1 / 255, theme.stage), fade: only ? 0 : this.fade, smooth: this.soft ? 1 : 0,
            pixel: (camera instanceof FlatCamera ? 1 / camera.scale : 1 / camera.focus()) / this.ratio,
        };
        if (this.soft) gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
        if (only) this.spheres.drawOnly(view, look, only);
        else if (this.areSmall(camera, look.pixel)) this.spheres.drawPoints(view, look, this.step);
        else this.spheres.drawQuads(view, look, this.step);
        gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    }

    /** True for a crowd in which no ball is seen larger than some pixels. @param {Camera} camera @param {number} pixel */
    areSmall(camera, pixel) {
        const most = this.isSlow && this.moving ? kMovingPixels : this.mayThin ? kSmallPixels : 0;
        if (camera instanceof FlatCamera) return this.spheres.largest / pixel < most;
        const nearest = length(plus(camera.eye(), this.origin, -1)) - this.reach;
        return nearest > 0 && this.spheres.largest / nearest / pixel < most;
    }

    /** A scene in space fills its canvas: soft edges of balls would let what is behind a clear one shine through.
     *  @param {boolean} inSpace @param {Theme} theme */
    clear(inSpace, theme) {
        const gl = this.gl, [red, green, blue] = inSpace ? times(1 / 255, theme.stage) : [0, 0, 0];
        gl.viewport(0, 0, this.canvas.width, this.canvas.height);
        gl.colorMask(true, true, true, true);
        gl.clearColor(red, green, blue, inSpace ? 1 : 0);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        gl.colorMask(true, true, true, !inSpace);
    }

    /** Draws over what is there, as if of glass. @param {() => void} draw */
    blended(draw) {
        const gl = this.gl;
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
        gl.depthMask(false);
        draw();
        gl.depthMask(true);
        gl.disable(gl.BLEND);
    }

    /** @param {OrbitCamera} camera */
    vesselsSeen(camera) {
        const eye = camera.eye(), {containers} = this.trajectory.header.world;
        return containers.map(vessel => ({vessel, ...vesselView(vessel, this.extent, eye)}));
    }

    /** What all balls lie in front of: the far walls of the box, and the insides of vessels.
     *  @param {ShaderView} view @param {Behind} behind */
    drawBehind(view, {camera, vessels, theme}) {
        this.gl.disable(this.gl.DEPTH_TEST);
        this.blended(() => this.faces.draw(view, [...this.vesselFaces(vessels, theme), ...this.backFaces(camera, theme)]));
    }

    /** What some balls hide, and others not.
     *  @param {ShaderView} view @param {OrbitCamera} camera @param {SeenVessel[]} vessels @param {Shown} shown */
    drawBetween(view, camera, vessels, {time, settings, theme}) {
        const {list} = this;
        list.clear();
        if (settings.walls) {
            this.addBox(list, theme);
            this.addVessels(list, vessels, camera.eye(), theme);
        }
        this.addTrails(list, camera, time, settings);
        if (settings.arrows) this.addArrows(list, time, theme);
        this.blended(() => {
            if (settings.walls) this.faces.draw(view, this.furtherWalls(time, theme));
            this.lines.draw(view, list, [this.canvas.width, this.canvas.height]);
        });
    }

    /** @param {LineList} list @param {Vector} from @param {Vector} to @param {number} width @param {number[]} fromColour @param {number[]} [toColour] */
    addLine(list, from, to, width, fromColour, toColour) {
        list.add(plus(from, this.origin, -1), plus(to, this.origin, -1), width * this.ratio, fromColour, toColour);
    }

    /** The edges of the box: strong where a wall meets them, dashed where both axes are periodic. @param {LineList} list @param {Theme} theme */
    addBox(list, theme) {
        const {boundary} = this.trajectory.header.world, {lower, upper} = this.extent;
        for (let axis = 0; axis < 3; ++axis) {
            const others = [0, 1, 2].filter(k => k !== axis);
            for (const side of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
                const from = [0, 0, 0], to = [0, 0, 0];
                others.forEach((k, i) => from[k] = to[k] = side[i] ? upper[k] : lower[k]);
                [from[axis], to[axis]] = [lower[axis], upper[axis]];
                const kinds = others.map(k => boundary[k]);
                if (kinds.every(kind => kind === 'open')) continue;
                if (kinds.includes('wall')) this.addLine(list, from, to, 1.6, withOpacity(theme.soft, 0.8));
                else this.addDashes(list, from, to, withOpacity(theme.soft, 0.75));
            }
        }
    }

    /** Round vessels, as if of glass: what of their surface is turned to the eye is fainter.
     *  @param {LineList} list @param {SeenVessel[]} views @param {Vector} eye @param {Theme} theme */
    addVessels(list, views, eye, theme) {
        /** @param {Vector[]} line @param {(from: Vector, to: Vector) => void} put */
        const each = (line, put) => { for (let k = 1; k < line.length; ++k) put(line[k - 1], line[k]); };
        for (const {vessel, outlines, lines} of views) {
            for (const outline of outlines)
                each(outline, (from, to) => this.addLine(list, from, to, 2.2, withOpacity(theme.soft, 1)));
            for (const line of lines) each(line, (from, to) => {
                const isNear = dot(plus(from, vessel.center, -1), plus(eye, from, -1)) > 0;
                this.addLine(list, from, to, 1, withOpacity(theme.soft, isNear ? 0.12 : 0.4));
            });
        }
    }

    /** @param {LineList} list @param {Vector} from @param {Vector} to @param {number[]} colour */
    addDashes(list, from, to, colour, dashes = 24) {
        const way = plus(to, from, -1);
        for (let k = 0; k < dashes; ++k)
            this.addLine(list, plus(from, way, k / dashes), plus(from, way, (k + 0.55) / dashes), 1.3, colour);
    }

    /** A polygon as FaceDrawer takes it. @param {Vector[]} polygon @param {Rgb} rgb @param {number} share */
    faceOf(polygon, rgb, share) {
        return {polygon: polygon.map(p => plus(p, this.origin, -1)), colour: withOpacity(rgb, share)};
    }

    /** The walls of the box that the eye sees from inside. @param {OrbitCamera} camera @param {Theme} theme */
    backFaces(camera, theme) {
        const {world} = this.trajectory.header, {lower, upper} = this.extent, eye = camera.eye(), faces = [];
        for (let wall = 0; wall < 6; ++wall) {
            const axis = wall >> 1, at = wall % 2 === 0 ? lower[axis] : upper[axis];
            const inside = wall % 2 === 0 ? eye[axis] > at : eye[axis] < at;
            if (world.boundary[axis] !== 'wall' || !inside) continue;
            const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
            const corners = [[lower[i], lower[j]], [upper[i], lower[j]], [upper[i], upper[j]], [lower[i], upper[j]]].map(
                ([a, b]) => { const p = []; p[axis] = at; p[i] = a; p[j] = b; return p; });
            faces.push(this.faceOf(corners, theme.soft, 0.1));
        }
        return faces;
    }

    /** @param {number} time @param {Theme} theme */
    furtherWalls(time, theme) {
        const {world, from} = this.trajectory.header;
        return world.walls.map(wall => this.faceOf(facetIn(halfSpaceAt(wall, from + time), this.extent), theme.soft, 0.3));
    }

    /** The light inside of round vessels, as in flat scenes. @param {SeenVessel[]} views @param {Theme} theme */
    vesselFaces(views, theme) {
        return views.flatMap(({faces}) => faces).map(polygon => this.faceOf(polygon, theme.surface, 0.6));
    }

    /** @param {LineList} list @param {OrbitCamera} camera @param {number} time @param {Settings} settings */
    addTrails(list, camera, time, settings) {
        let [of, rgb] = [-1, /** @type {Rgb} */ ([0, 0, 0])];
        eachTrail(this.trajectory, time, settings.trailReach, settings.trailList(this.trajectory), (from, to, ball, share) => {
            if (ball !== of) [of, rgb] = [ball, this.colours.trailRgb(ball, time)];
            this.addLine(list, from, to, 2, withOpacity(rgb, 0.12 + 0.78 * share));
        }, 0.5 * camera.distance / camera.focus(), this.mostPieces);
    }

    /** How many lines of trails are drawn now: all of them, where that may take its time. */
    get mostPieces() {
        return this.inSoftware && this.moving ? kMovingPieces : kMostPieces;
    }

    /** @param {LineList} list @param {number} time @param {Theme} theme */
    addArrows(list, time, theme) {
        const colour = withOpacity(theme.ink, 0.85), longest = kArrowSize.space * 2 * this.reach;
        eachArrow(this.trajectory, time, this.colours.topsAt(time).speed, longest, (from, tip) => {
            const arrow = plus(tip, from, -1), size = length(arrow);
            this.addLine(list, from, tip, 1.6, colour);
            const side = unit(cross(arrow, Math.abs(arrow[2]) < 0.9 * size ? [0, 0, 1] : [1, 0, 0]));
            for (const s of [-1, 1])
                this.addLine(list, tip, plus(plus(tip, arrow, -0.22), side, s * 0.09 * size), 1.6, colour);
        });
    }
}
