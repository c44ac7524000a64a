// The visitor's finger or mouse on the table: it aims, or moves a ball.

import {ballAt} from '../pointer.js';
import {nearTouch} from './snap.js';

/** @import {View} from '../view.js' */
/** @import {PlayMode} from './play_mode.js' */
/** @import {CameraControl, Place, Vector} from '../types.js' */

const kStill = 5;  // pixels that a finger on a ball may wander

export class Hand {
    /** @type {PlayMode} */ play;
    /** @type {View} */ view;
    /** @type {{ball: number, moved: boolean, from: Place, place?: number[]} | undefined} */ held;
    /** @type {number | undefined} */ before;

    /** Of the tab Play; `view` shows its table. @param {PlayMode} play */
    constructor(play) {
        Object.assign(this, {play, view: play.view});
    }

    /** It goes down on the picture; true when it is taken. @param {Place} at */
    press({x, y}) {
        const {play} = this;
        if (!play.isAiming) return false;
        const ball = this.ballUnder(x, y);
        if (ball < 0 && !this.isOnBed(x, y)) return false;
        this.held = ball >= 0 ? {ball, moved: false, from: {x, y}} : undefined;
        this.before = play.session.aim.direction;
        if (!this.held) this.pointAt(x, y);
        return true;
    }

    /** The ball that is seen at x, y: where it lies for the next shot. @param {number} x @param {number} y */
    ballUnder(x, y) {
        const {picture, camera, player} = this.view;
        return ballAt(Object.create(picture.seen, {position: {value: picture.placeOf.bind(picture)}}), camera, player.time, x, y);
    }

    /** True from press to release. */
    get isDown() {
        return this.before !== undefined;
    }

    /** Where the table is seen in space, a place beside the bed turns the picture. @param {number} x @param {number} y */
    isOnBed(x, y) {
        const {view} = this, {lower, upper} = view.extent, place = this.placeAt(x, y);
        return view.flat || place !== undefined && place.every((at, k) => at > lower[k] && at < upper[k]);
    }

    /** The point on the table, in the height of the cue ball, that is seen at x, y; undefined in the sky.
     *  @param {number} x @param {number} y @returns {Vector | undefined} */
    placeAt(x, y) {
        const {session} = this.play;
        /** @type {CameraControl} */
        const camera = this.view.camera;
        return camera.unproject(x, y, session.heightOf(session.aim.cueBall))?.slice(0, 2);
    }

    /** @param {number} x @param {number} y */
    pointAt(x, y) {
        const {session} = this.play, under = this.placeAt(x, y), place = session.states[session.aim.cueBall].position;
        if (!under) return;
        const degrees = Math.atan2(under[1] - place[1], under[0] - place[0]) * 180 / Math.PI;
        this.play.change({direction: Number(degrees.toFixed(4))});
    }

    /** @param {Place} at */
    drag({x, y}) {
        if (!this.held) {
            this.pointAt(x, y);
            return;
        }
        const {held, play, view} = this;
        held.moved ||= Math.hypot(x - held.from.x, y - held.from.y) > kStill;
        if (!held.moved) return;
        const under = this.placeAt(x, y), place = under && nearTouch(under, held.ball, play.session.states, view.trajectory);
        const refused = place && held.ball === play.session.aim.cueBall && !play.game.mayPut(place);
        const fits = place !== undefined && !refused && play.session.move(held.ball, place, held.place !== undefined);
        if (fits) held.place = place;
        const {part} = play.game;
        play.tell(fits ? '' : !refused ? 'There it would overlap something, or lie beside the table.'
            : part === '' ? 'The cue ball is not in hand.' : `The cue ball is in hand only ${part}.`);
        if (fits) play.preview = undefined;
        view.redraw();
    }

    /** A second finger comes: the first one did not aim. False where it holds a ball. */
    cancel() {
        if (this.held) return false;
        if (this.before !== undefined) this.play.change({direction: this.before});
        this.before = undefined;
        return true;
    }

    /** Lets go of what it held, because the table is another one. */
    drop() {
        this.held = this.before = undefined;
    }

    /** @param {Place} at */
    async release({x, y}) {
        const {held, play} = this;
        this.drop();
        if (held?.place) {
            const anew = held.ball !== play.session.aim.cueBall;
            if (anew) play.game.replay();
            play.tell(anew ? 'The game begins anew from here; “Take back” brings the old one back.' : '');
            await play.showRecorded();
        } else if (held && !held.moved) {
            if (held.ball === play.session.aim.cueBall) this.view.setChosen(held.ball);
            else this.pointAt(x, y);
        }
        play.aimed();
    }
}
