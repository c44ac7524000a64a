// Two runs side by side, in step: the one that was kept, and the present one.

import {Colours} from '../colours.js';
import {differenceText, distanceAt, firstDifference} from '../difference.js';
import {element} from '../element.js';
import {extentOf} from '../extent.js';
import {shortNumber} from '../numbers.js';
import {Picture} from '../picture.js';
import {Player} from '../player.js';
import {ballAt, Pointer} from '../pointer.js';
import {Trajectory} from '../trajectory.js';

/** @import {View} from '../view.js' */
/** @import {Camera, Settings, Theme} from '../types.js' */

export class Comparison {
    /** @type {View} */ view;
    /** @type {Trajectory} */ trajectory;
    /** @type {Player} */ player;
    /** @type {Colours} */ colours;
    /** @type {Picture} */ picture;
    /** @type {ReturnType<typeof firstDifference>} */ difference;

    /** @param {View} view */
    constructor(view) {
        this.view = view;
        element('keep_run').addEventListener('click', () => { if (view.other) this.end(); else this.begin(); });
        element('to_difference').addEventListener('click', () => {
            view.player.pause();
            if (this.difference) view.player.seek((this.difference.others ?? this.difference).time);
        });
        new Pointer(element('other_stage'), this);
    }

    /** Keeps the present run beside those that follow. */
    begin() {
        const {header, columns} = this.view.trajectory;
        this.trajectory = new Trajectory(header, columns);
        this.player = new Player(this.trajectory, () => {});
        this.colours = new Colours(this.trajectory);
        this.picture = new Picture(element('other_stage'), this.trajectory, extentOf(this.trajectory), this.colours);
        this.show(this);
    }

    end() {
        this.show(undefined);
    }

    /** `other` is drawn beside the present run; none when it is undefined. @param {Comparison | undefined} other */
    show(other) {
        this.view.other = other;
        for (const id of ['other_stage', 'this_run', 'difference']) element(id).hidden = !other;
        element('keep_run').textContent = other ? 'Close the kept run' : 'Keep this run beside the next';
        this.tell();
        this.view.resize();
    }

    /** Says when the present run begins to differ from the kept one. */
    tell() {
        if (!this.view.other) return;
        const {trajectory} = this.view;
        this.difference = firstDifference(trajectory, this.trajectory);
        element('difference_told').textContent = differenceText(this.difference, trajectory.header.from);
        element('to_difference').hidden = this.difference === undefined;
    }

    /** Called with each picture of the present run.
     *  @param {Camera} camera @param {number} time @param {Settings} settings @param {Theme} theme @param {boolean} moves */
    draw(camera, time, settings, theme, moves) {
        this.player.seek(time);
        this.colours.follow(this.view.colours);
        const chosen = settings.chosen < this.trajectory.ballCount ? settings.chosen : -1;
        const impact = settings.impact && this.player.atEvent;
        this.picture.draw(camera, this.player, {...settings, chosen, impact}, theme, moves);
        const apart = distanceAt(this.view.trajectory, this.trajectory, time);
        element('kept_run').textContent = apart === undefined ? 'kept run' : `kept run, balls ${shortNumber(apart, 2)} apart`;
    }

    // What a pointer on the other picture needs.
    get camera() {
        return this.view.camera;
    }

    stir() {
        this.view.stir();
    }

    /** @param {boolean} yes */
    dragging(yes) {
        this.view.dragging(yes);
    }

    /** @param {number} x @param {number} y */
    choose(x, y) {
        const ball = ballAt(this.trajectory, this.camera, this.player.time, x, y);
        this.view.setChosen(ball < this.view.trajectory.ballCount ? ball : -1);
    }
}
