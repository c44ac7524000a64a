// Mouse, pen and fingers on the picture: turn, move, nearer and farther, choose.

import {clamp} from './numbers.js';
import {kStart} from './states.js';

/** @import {Trajectory} from './trajectory.js' */
/** @import {Camera, CameraControl, Place, PointerView} from './types.js' */

const kClickReach = 6, kTapReach = 12;  // pixels that a click, or a tap of a finger, may wander
const kNear = 10;                         // pixels that a click may miss something small

export class Pointer {
    /** @type {HTMLElement} */ stage;
    /** @type {PointerView} */ view;
    /** @type {Map<number, Place>} */ down;
    /** @type {number | undefined} */ playing;
    /** @type {Place} */ last;
    /** @type {Place} */ start;
    /** @type {boolean} */ wanders;
    /** @type {Partial<CameraControl>} */ before;

    /** @param {HTMLElement} stage @param {PointerView} view */
    constructor(stage, view) {
        Object.assign(this, {stage, view});
        this.down = new Map();
        stage.addEventListener('pointerdown', e => this.press(e));
        stage.addEventListener('pointermove', e => this.move(e));
        stage.addEventListener('pointerup', e => this.release(e));
        stage.addEventListener('pointercancel', e => this.release(e));
        stage.addEventListener('wheel', e => this.wheel(e), {passive: false});
        stage.addEventListener('contextmenu', e => e.preventDefault());
    }

    /** @param {MouseEvent} e @returns {Place} */
    place(e) {
        const box = this.stage.getBoundingClientRect();
        return {x: e.clientX - box.left - this.stage.clientLeft, y: e.clientY - box.top - this.stage.clientTop};
    }

    /** @param {PointerEvent} e */
    press(e) {
        this.stage.setPointerCapture(e.pointerId);
        if (this.playing !== undefined) {
            if (!this.view.hand?.cancel()) return;
            this.before = {...this.view.camera};  // two fingers move the picture
            this.down.set(this.playing, this.last);
            this.playing = undefined;
        } else if (this.down.size === 0 && e.button === 0 && this.view.hand?.press(this.place(e))) {
            this.playing = e.pointerId;
            this.last = this.place(e);
            return;
        }
        this.down.set(e.pointerId, this.place(e));
        this.wanders = this.down.size > 1;
        this.start = this.place(e);
        if (this.down.size === 1) this.before = {...this.view.camera};
        this.view.dragging(true);
    }

    /** @param {PointerEvent} e */
    move(e) {
        if (this.playing === e.pointerId) {
            this.last = this.place(e);
            this.view.hand?.drag(this.last);
            return;
        }
        const before = this.down.get(e.pointerId);
        if (!before) return;
        const now = this.place(e), dx = now.x - before.x, dy = now.y - before.y;
        if (this.down.size === 2) {
            this.pinch(e.pointerId, before, now);
        } else if (this.down.size === 1) {
            const reach = e.pointerType === 'touch' ? kTapReach : kClickReach;
            this.wanders ||= Math.hypot(now.x - this.start.x, now.y - this.start.y) >= reach;
            if (!this.wanders) return;
            if (e.shiftKey || e.buttons & 6) this.view.camera.shift(dx, dy);
            else this.view.camera.drag(dx, dy);
        }
        this.down.set(e.pointerId, now);
        this.view.stir();
    }

    /** Two fingers: the points under them stay under them, as far as that goes.
     *  @param {number} id @param {Place} before @param {Place} now */
    pinch(id, before, now) {
        const [other] = [...this.down].filter(([key]) => key !== id).map(([, place]) => place);
        const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
        if (Number.isFinite(ratio) && ratio > 0) this.view.camera.zoom(ratio, (now.x + other.x) / 2, (now.y + other.y) / 2);
        this.view.camera.shift((now.x - before.x) / 2, (now.y - before.y) / 2);
    }

    /** @param {PointerEvent} e */
    release(e) {
        if (this.playing === e.pointerId) {
            this.playing = undefined;
            this.view.hand?.release(this.place(e));
            return;
        }
        const at = this.down.get(e.pointerId);
        this.down.delete(e.pointerId);
        if (this.down.size > 0) return;
        this.view.dragging(false);
        if (e.type === 'pointercancel') this.takeBack();
        else if (at && !this.wanders) this.view.choose(at.x, at.y);
    }

    /** The browser moves along the page instead, or the finger was no finger. */
    takeBack() {
        const {camera} = this.view, {width, height} = camera;
        Object.assign(camera, this.before, {width, height});
        this.view.stir();
    }

    /** @param {WheelEvent} e */
    wheel(e) {
        e.preventDefault();
        const at = this.place(e);
        this.view.camera.zoom(Math.exp(-clamp(e.deltaY, -300, 300) * 0.0016), at.x, at.y);
        this.view.stir();
    }
}

/** The foremost ball at a place of the picture; -1 where there is none. A small ball may be missed by `near` pixels.
 *  @param {Trajectory} trajectory @param {Camera} camera @param {number} time @param {number} x @param {number} y @param {number} [near] */
export function ballAt(trajectory, camera, time, x, y, near = kNear) {
    let best = -1, bestDepth = Infinity, nearest = -1, nearestGap = near;
    for (let b = 0; b < trajectory.ballCount; ++b) {
        const at = camera.project(trajectory.position(b, time));
        if (!at) continue;
        const gap = Math.hypot(at.x - x, at.y - y) - trajectory.columns.radius[b] * at.scale;
        if (gap <= 0 && at.depth < bestDepth) [best, bestDepth] = [b, at.depth];
        if (gap < nearestGap) [nearest, nearestGap] = [b, gap];
    }
    return best >= 0 ? best : nearest;
}

/** The event at a place of the picture where the trail of one of these balls, which begins at `begin`, has its corner; of
 *  several the nearest; -1 where there is none.
 *  @param {Trajectory} trajectory @param {Camera} camera @param {number[]} balls @param {number} begin @param {number} x
  *  @param {number} y */
export function cornerAt(trajectory, camera, balls, begin, x, y) {
    let nearest = -1, nearestGap = kNear;
    for (const ball of balls) {
        for (let s = trajectory.current[ball]; s !== kStart && trajectory.stateTime(ball, s) >= begin; s = trajectory.before[s]) {
            const at = camera.project(trajectory.positionIn(ball, s, trajectory.stateTime(ball, s)));
            const gap = at ? Math.hypot(at.x - x, at.y - y) : Infinity;
            if (gap < nearestGap) [nearest, nearestGap] = [trajectory.stateEvent[s], gap];
        }
    }
    return nearest;
}
