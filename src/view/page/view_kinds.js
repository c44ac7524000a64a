// How a table is seen: from above, in space, or from behind the cue ball.

import {element} from './element.js';
import {wantsLessMotion} from './theme.js';

/** @import {View} from './view.js' */
/** @import {Camera} from './types.js' */

export const kViewKinds = ['above', 'space', 'ball'];
const kBehind = {pitch: 0.24, distance: 1.5};  // radians, metres

export class ViewKinds {
    /** @param {View} view */
    constructor(view) {
        this.view = view;
        this.kind = 'above';
        element('view_kinds').hidden = !this.isTable;
        for (const kind of kViewKinds) element(`view_${kind}`).addEventListener('click', () => this.choose(kind));
        this.show();
    }

    get isTable() {
        return Boolean(this.view.trajectory.header.look.table?.rails);
    }

    /** @param {string} kind */
    choose(kind) {
        if (!this.isTable) return;
        const {view} = this, inSpace = kind !== 'above';
        if (inSpace !== (this.kind !== 'above') && !view.setInSpace(inSpace)) return;
        if (kind === 'space' && this.kind === 'ball') view.useNewCamera();
        this.kind = kind;
        if (kind === 'ball') this.goBehind();
        this.show();
        view.redraw();
    }

    next() {
        this.choose(kViewKinds[(kViewKinds.indexOf(this.kind) + 1) % kViewKinds.length]);
    }

    show() {
        for (const kind of kViewKinds) element(`view_${kind}`).setAttribute('aria-pressed', String(kind === this.kind));
    }

    /** All of the table is to be seen. */
    leaveBall() {
        if (this.kind === 'ball') this.choose('space');
    }

    get cueBall() {
        const {names} = this.view.trajectory.header;
        return this.view.play?.session?.aim.cueBall ?? Math.max(names.indexOf('cue'), 0);
    }

    goBehind() {
        const {camera} = this.view;
        Object.assign(camera, kBehind, {untouched: false});
        this.turnBehind(this.view.play?.session?.aim.direction ?? 90);
    }

    /** Looks along a direction of the cue, in degrees. @param {number} direction */
    turnBehind(direction) {
        if (this.kind !== 'ball') return;
        Object.assign(this.view.camera, {yaw: (direction - 90) * Math.PI / 180});
    }

    /** Called before each picture. @param {Camera} camera */
    place(camera) {
        const {play, picture: {seen}, player} = this.view, place = play?.moved.get(this.cueBall);
        if (this.kind !== 'ball' || play?.hand.held || player.playing && wantsLessMotion()) return;
        camera.lookAt(place ? [...place, seen.columns.radius[this.cueBall]] : seen.position(this.cueBall, player.time));
    }
}
