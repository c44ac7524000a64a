// Sounds of a shot, made by the browser as it plays. Off until somebody turns them on.

/** @import {Trajectory} from '../trajectory.js' */

const kMostAtOnce = 8;
/** What is heard of an event. @type {Record<string, string>} */
const kKinds = {'impact of two balls': 'ball', cushion: 'cushion', jaw: 'cushion', pocketed: 'pocket', 'strike of the cue': 'strike'};

/** What is heard of the events from `first` to `last`. @param {Trajectory} trajectory @param {number} first @param {number} last */
export function heardIn(trajectory, first, last) {
    const heard = [];
    for (let k = first; k <= last; ++k) {
        const kind = kKinds[trajectory.kind(k).name], state = trajectory.firstState[k], ball = trajectory.columns.ball[k];
        if (!kind) continue;
        const time = trajectory.eventTime(k), now = trajectory.velocityIn(ball, state, time);
        const before = trajectory.velocityIn(ball, trajectory.before[state], time);
        heard.push({kind, speed: Math.hypot(now[0] - before[0], now[1] - before[1])});
    }
    return heard;
}

export class Sounds {
    /** @type {AudioContext | undefined} */ context;

    constructor() {
        this.on = false;
    }

    /** @param {boolean} on */
    turn(on) {
        this.on = on;
        if (on) this.context ??= new AudioContext();
    }

    /** Of the events that have just happened: {kind, speed} with the speed of the impact in m/s.
     *  @param {{kind: string, speed: number}[]} events */
    play(events) {
        if (!this.on) return;
        for (const {kind, speed} of events.slice(0, kMostAtOnce)) {
            if (kind === 'ball') this.click(2400, 0.03, speed / 4);
            if (kind === 'cushion') this.click(180, 0.08, speed / 6);
            if (kind === 'strike') this.click(1300, 0.04, speed / 6);
            if (kind === 'pocket') this.click(95, 0.25, 0.6);
        }
    }

    /** @param {number} pitch @param {number} length @param {number} strength */
    click(pitch, length, strength) {
        const {context} = this;
        if (!context) return;
        const now = context.currentTime, loud = Math.min(Math.max(strength, 0.02), 1) * 0.5;
        const tone = context.createOscillator(), gain = context.createGain();
        tone.frequency.setValueAtTime(pitch, now);
        tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, now + length);
        gain.gain.setValueAtTime(loud, now);
        gain.gain.exponentialRampToValueAtTime(1e-4, now + length);
        tone.connect(gain).connect(context.destination);
        tone.start(now);
        tone.stop(now + length);
    }
}
