// The present time: play, pause, scrub, from event to event.

import {clamp, firstIndex} from './numbers.js';

/** @import {Trajectory} from './trajectory.js' */

export const kSpeeds = [1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

export class Player {
    /** @type {number} */ speedIndex;
    /** The way in which it plays. @type {boolean} */ backwards;

    /** `changed` is called after every change of the time, the speed or of playing.
     *  @param {Trajectory} trajectory @param {() => void} changed */
    constructor(trajectory, changed) {
        this.trajectory = trajectory;
        this.changed = changed;
        this.time = 0;
        this.playing = this.backwards = false;
        this.setSpeedIndex(this.speedThatTakes(12));
    }

    /** Begins anew, because the trajectory has taken another recording. */
    load() {
        this.playing = false;
        this.seek(0);
    }

    /** The index of the speed that plays the window in about so many seconds. @param {number} seconds */
    speedThatTakes(seconds) {
        const wanted = this.trajectory.length / seconds;
        if (wanted === 0 || wanted > 0.2 && wanted < 5) return kSpeeds.indexOf(1);
        return clamp(firstIndex(0, kSpeeds.length, k => kSpeeds[k] > wanted) - 1, 0, kSpeeds.length - 1);
    }

    get speed() {
        return kSpeeds[this.speedIndex];
    }

    /** @param {number} index */
    setSpeedIndex(index) {
        this.speedIndex = clamp(index, 0, kSpeeds.length - 1);
        this.changed();
    }

    /** The last event that has happened; -1 before the first. */
    get event() {
        return this.trajectory.applied - 1;
    }

    /** True at the very time of the last event. */
    get atEvent() {
        return this.event >= 0 && this.trajectory.eventTime(this.event) === this.time;
    }

    /** To a time of the window; everything up to and including it has happened then. @param {number} time */
    seek(time) {
        this.time = clamp(time, 0, this.trajectory.length);
        this.trajectory.apply(this.trajectory.eventsUntil(this.time));
        this.changed();
    }

    /** To just after an event; of several at the same time the later ones have not happened yet. @param {number} event */
    seekEvent(event) {
        this.playing = false;
        if (event < 0) {
            this.time = 0;
            this.trajectory.apply(0);
        } else if (event >= this.trajectory.eventCount) {
            this.seek(this.trajectory.length);
        } else {
            this.time = this.trajectory.eventTime(event);
            this.trajectory.apply(event + 1);
        }
        this.changed();
    }

    /** To just after an entry of the list, counted from 0; -1 is the start. @param {number} entry */
    seekEntry(entry) {
        const {trajectory} = this;
        this.seekEvent(entry < 0 ? -1 : entry < trajectory.entryCount ? trajectory.lastEvent(entry) : trajectory.eventCount);
    }

    /** So many events forward, or back: from between two events, the first step back is to the earlier one. An impact of
     *  several contacts is never left half done. @param {number} count */
    step(count) {
        const back = count < 0 && !this.atEvent && this.event >= 0 ? 1 : 0;
        const event = this.event + count + back;
        if (event < 0 || event >= this.trajectory.eventCount) return this.seekEvent(event);
        const {first, last} = this.trajectory.impactOf(event);
        return this.seekEvent(count < 0 && event < last ? first - 1 : last);
    }

    /** Pauses what plays, and plays what rests: from the other end where this way has come to its end. `backwards` turns
     *  what plays forward. @param {boolean} [backwards] */
    toggle(backwards = false) {
        const {length} = this.trajectory, stops = this.playing && (this.backwards || !backwards);
        this.playing = !stops;
        if (!stops) {
            this.backwards = backwards;
            if (backwards ? this.time <= 0 : this.time >= length) this.seek(backwards ? length : 0);
        }
        this.changed();
    }

    pause() {
        this.playing = false;
        this.changed();
    }

    /** Goes on by so many seconds of the viewer's time. @param {number} seconds */
    tick(seconds) {
        if (!this.playing) return;
        const next = this.time + (this.backwards ? -1 : 1) * seconds * this.speed;
        if (this.backwards ? next <= 0 : next >= this.trajectory.length) this.playing = false;
        this.seek(next);
    }
}
