// The visitor's finger or mouse on a scene at its start: it moves a ball, and the scene runs beside the run before.

import {element} from '../element.js';
import {ring, strokeLine} from '../pen.js';
import {ballAt} from '../pointer.js';
import {inBox, movedBy, overlapped} from './places.js';

/** @import {View} from '../view.js' */
/** @import {SceneMode} from './scene_mode.js' */
/** @import {Camera, Pen, Place, Theme, Vector} from '../types.js' */

const kStill = 5;  // pixels that a finger on a ball may wander

export class SceneHand {
    /** @type {SceneMode} */ scene;
    /** @type {View} */ view;
    /** @type {{ball: number, from: Place, start: Vector, place?: Vector, fits: boolean} | undefined} */ held;

    /** @param {SceneMode} scene */
    constructor(scene) {
        Object.assign(this, {scene, view: scene.view});
    }

    /** It goes down on the picture; true when it takes a ball: in space only on the ball itself, as beside it the picture turns.
     *  @param {Place} at */
    press({x, y}) {
        const {scene, view: {player, trajectory, camera, flat}} = this;
        const isStart = !player.playing && player.time === 0 && trajectory.header.from === 0;
        if (element('text').hidden || scene.runs || !isStart) return false;
        const ball = ballAt(trajectory, camera, 0, x, y, flat ? undefined : 0);
        if (ball < 0) return false;
        this.held = {ball, from: {x, y}, start: trajectory.position(ball, 0), fits: true};
        return true;
    }

    /** @param {Place} at */
    drag({x, y}) {
        const {held, scene, view: {trajectory, camera}} = this;
        if (!held || !held.place && Math.hypot(x - held.from.x, y - held.from.y) <= kStill) return;
        held.place = inBox(trajectory, held.ball, movedBy(camera, held.start, x - held.from.x, y - held.from.y));
        const other = overlapped(trajectory, held.ball, held.place);
        held.fits = other < 0;
        scene.tell(held.fits ? `${trajectory.name(held.ball)} to ${held.place.join(', ')}`
            : `There it would overlap ${trajectory.name(other)}.`);
        this.view.redraw();
    }

    /** A second finger comes, which moves the picture. */
    cancel() {
        this.held = undefined;
        this.view.redraw();
        return true;
    }

    async release() {
        const {held} = this;
        this.held = undefined;
        this.view.redraw();
        if (held && !held.place) this.view.setChosen(held.ball);
        if (held?.place && held.fits) await this.scene.move(held.ball, held.place);
    }

    /** Where the ball that it holds would lie. @param {Pen} pen @param {Camera} camera @param {Theme} theme */
    draw(pen, camera, theme) {
        const {held} = this, from = held && camera.project(held.start), to = held?.place && camera.project(held.place);
        if (!held || !from || !to) return;
        pen.strokeStyle = held.fits ? theme.css.chosen : theme.css.mark;
        pen.lineWidth = 2.5;
        strokeLine(pen, from.x, from.y, to.x, to.y);
        ring(pen, to.x, to.y, Math.max(3, this.view.trajectory.columns.radius[held.ball] * to.scale));
    }
}
