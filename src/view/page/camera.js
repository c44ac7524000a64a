// From where is the scene seen? OrbitCamera for scenes in space, FlatCamera for scenes in the plane. Both answer the same
// questions: project, drag, shift, zoom, lookAt, fit.

import {clamp} from './numbers.js';
import {cross, dot, length, plus, times} from './vectors.js';

/** @import {Extent, Spot, Vector} from './types.js' */

const kFieldOfView = 32 * Math.PI / 180;  // from top to bottom
const kCentrings = 12;                     // then the extent is in the middle to a pixel
const kHome = {yaw: -0.65, pitch: 0.36, lowest: -1.55};  // radians

export class OrbitCamera {
    /** @type {Extent} */ extent;
    /** @type {{yaw: number, pitch: number, lowest: number}} */ start;
    /** @type {Vector} */ target;
    /** @type {number} */ yaw;
    /** @type {number} */ pitch;
    /** @type {number} */ distance;
    /** @type {number} */ reach;
    /** @type {boolean} */ untouched;
    /** True until somebody moves the picture: the extent stays in its middle. @type {boolean} */ isCentred;

    /** `start` is from where it looks at first, and the lowest pitch. @param {Extent} extent */
    constructor(extent, start = kHome) {
        Object.assign(this, {extent, start});
        this.width = this.height = 1;
        this.home();
    }

    home() {
        this.reach = length(plus(this.extent.upper, this.extent.lower, -1)) / 2;
        Object.assign(this, {yaw: this.start.yaw, pitch: this.start.pitch, untouched: true, isCentred: true});
        this.fit();
    }

    /** Comes as near as shows all of the extent, which is in the middle. */
    fit() {
        this.target = this.extent.round?.center.slice() ?? times(0.5, plus(this.extent.lower, this.extent.upper));
        for (let k = 0; k < kCentrings; ++k) {
            this.distance = this.homeDistance();
            this.centre();
        }
        this.distance = this.homeDistance();
    }

    /** Looks so that the extent is in the middle of the picture: what is near is seen larger, and reaches farther down. */
    centre() {
        if (this.extent.round) return;
        const {right, up} = this.basis(), {target} = this, ends = this.corners().flatMap(corner => this.project(corner) ?? []);
        if (ends.length < 8) return;  // some are behind the eye
        const [x, y] = [ends.map(end => end.x), ends.map(end => end.y)].map(list => (Math.min(...list) + Math.max(...list)) / 2);
        const unit = this.distance / this.focus();
        this.target = plus(plus(target, right, (x - this.width / 2) * unit), up, (this.height / 2 - y) * unit);
    }

    corners() {
        const {lower, upper} = this.extent;
        return Array.from({length: 8}, (_, corner) => lower.map((x, k) => corner >> k & 1 ? upper[k] : x));
    }

    /** The least distance from which all corners of the extent are seen, or the sphere in it, and a little more. */
    homeDistance() {
        const {right, up, back} = this.basis(), {round} = this.extent;
        if (round) return 1.04 * round.radius * Math.hypot(1, 2 * this.focus() / Math.min(this.width, this.height));
        let distance = 0;
        for (const corner of this.corners()) {
            const d = plus(corner, this.target, -1);
            const across = Math.max(Math.abs(dot(d, right)) * 2 / this.width, Math.abs(dot(d, up)) * 2 / this.height);
            distance = Math.max(distance, dot(d, back) + across * this.focus());
        }
        return 1.04 * distance;
    }

    /** @param {number} width @param {number} height */
    resize(width, height) {
        [this.width, this.height] = [width, height];
        if (this.untouched) this.fit();
    }

    /** Unit vectors to the right, up and backwards (from the target to the eye). */
    basis() {
        const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
        const back = [cp * sy, -cp * cy, sp];
        const right = [cy, sy, 0];
        return {right, up: cross(back, right), back};
    }

    eye() {
        return plus(this.target, this.basis().back, this.distance);
    }

    /** Distances from the eye between which something may be seen. */
    range() {
        const middle = times(0.5, plus(this.extent.lower, this.extent.upper));
        const away = length(plus(this.eye(), middle, -1));
        const far = away + 1.6 * this.reach;
        return {near: Math.max(away - 1.6 * this.reach, far * 1e-3), far};
    }

    /** Pixels per unit of length at distance 1. */
    focus() {
        return this.height / 2 / Math.tan(kFieldOfView / 2);
    }

    /** {x, y, scale} in pixels, scale in pixels per unit of length; undefined behind the eye.
     *  @param {Vector} point @returns {Spot | undefined} */
    project(point) {
        const {right, up, back} = this.basis();
        const d = plus(point, this.eye(), -1);
        const depth = -dot(d, back);
        if (depth <= 0) return undefined;
        const scale = this.focus() / depth;
        return {x: this.width / 2 + dot(d, right) * scale, y: this.height / 2 - dot(d, up) * scale, scale, depth};
    }

    /** The point at x, y whose third coordinate is `height`; undefined where there is none before the eye.
     *  @param {number} x @param {number} y @param {number} height @returns {Vector | undefined} */
    unproject(x, y, height) {
        const {right, up, back} = this.basis(), eye = this.eye(), focus = this.focus();
        const way = plus(plus(times(-focus, back), right, x - this.width / 2), up, this.height / 2 - y);
        const share = (height - eye[2]) / way[2];
        return share > 0 && Number.isFinite(share) ? plus(eye, way, share) : undefined;
    }

    /** @param {number} dx @param {number} dy */
    drag(dx, dy) {
        this.untouched = false;
        this.yaw -= dx * 0.006;
        this.pitch = clamp(this.pitch + dy * 0.006, this.start.lowest, 1.55);
        for (let k = 0; k < kCentrings && this.isCentred; ++k) this.centre();
    }

    /** @param {number} dx @param {number} dy */
    shift(dx, dy) {
        this.untouched = this.isCentred = false;
        const {right, up} = this.basis(), unitsPerPixel = this.distance / this.focus();
        this.target = plus(plus(this.target, right, -dx * unitsPerPixel), up, dy * unitsPerPixel);
    }

    /** @param {number} factor */
    zoom(factor) {
        this.untouched = this.isCentred = false;
        this.distance = clamp(this.distance / factor, this.reach * 1e-4, this.reach * 50);
    }

    /** @param {Vector} point */
    lookAt(point) {
        this.isCentred = false;
        this.target = point.slice();
    }
}

export class FlatCamera {
    /** @type {Vector} */ target;
    /** @type {boolean} */ mayTurn;
    /** @type {boolean} */ turned;
    /** @type {number} */ scale;
    /** @type {boolean} */ untouched;

    /** `margin` is what the picture needs around the extent, in units of length. Where it `mayTurn`, y points to the right when
     *  more of the picture is filled so. @param {Extent} extent @param {number} margin */
    constructor(extent, margin, mayTurn = false) {
        this.extent = {lower: extent.lower.map(x => x - margin), upper: extent.upper.map(x => x + margin)};
        this.width = this.height = 1;
        Object.assign(this, {mayTurn, turned: false});
        this.home();
    }

    home() {
        this.target = times(0.5, plus(this.extent.lower, this.extent.upper));
        this.scale = this.homeScale();
        this.untouched = true;
    }

    homeScale() {
        const [x, y] = this.seen(plus(this.extent.upper, this.extent.lower, -1)).map(Math.abs);
        return 0.96 * Math.min(this.width / x, this.height / y);
    }

    /** A vector of the scene as it is seen, x to the right and y upwards; further coordinates stay. @param {Vector} vector */
    seen([x, y, ...more]) {
        return this.turned ? [y, -x, ...more] : [x, y, ...more];
    }

    /** The vector of the scene that is seen so. @param {Vector} vector */
    meant([x, y]) {
        return this.turned ? [-y, x] : [x, y];
    }

    /** The axes of a ball as they are seen. A ball that has not turned is upright, whichever way the scene is.
     *  @param {Vector[]} axes */
    seenAxes([right, up, front]) {
        return (this.turned ? [up, times(-1, right), front] : [right, up, front]).map(axis => this.seen(axis));
    }

    /** Unit vectors to the right, up and towards the eye. */
    basis() {
        return {right: [...this.meant([1, 0]), 0], up: [...this.meant([0, 1]), 0], back: [0, 0, 1]};
    }

    /** @param {number} width @param {number} height */
    resize(width, height) {
        const size = plus(this.extent.upper, this.extent.lower, -1), turned = this.mayTurn && (width - height) * (size[0] - size[1]) < 0;
        [this.width, this.height] = [width, height];
        if (turned !== this.turned) {
            this.turned = turned;
            this.home();
        }
        if (this.untouched) this.scale = this.homeScale();
    }

    /** @param {Vector} point @returns {Spot} */
    project(point) {
        const [x, y] = this.seen([point[0] - this.target[0], point[1] - this.target[1]]);
        return {x: this.width / 2 + x * this.scale, y: this.height / 2 - y * this.scale, scale: this.scale, depth: 1};
    }

    /** The point of the scene at x, y. @param {number} x @param {number} y */
    unproject(x, y) {
        return plus(this.target, this.meant([x - this.width / 2, this.height / 2 - y]), 1 / this.scale);
    }

    /** @param {number} dx @param {number} dy */
    drag(dx, dy) {
        this.shift(dx, dy);
    }

    /** @param {number} dx @param {number} dy */
    shift(dx, dy) {
        this.untouched = false;
        this.target = plus(this.target, this.meant([-dx, dy]), 1 / this.scale);
    }

    /** The point at x, y stays where it is. @param {number} factor @param {number} [x] @param {number} [y] */
    zoom(factor, x = this.width / 2, y = this.height / 2) {
        this.untouched = false;
        const scale = clamp(this.scale * factor, this.homeScale() * 0.2, this.homeScale() * 1e6);
        const away = this.meant([x - this.width / 2, this.height / 2 - y]);
        this.target = plus(this.target, away, 1 / this.scale - 1 / scale);
        this.scale = scale;
    }

    /** @param {Vector} point */
    lookAt(point) {
        this.target = point.slice();
    }
}
