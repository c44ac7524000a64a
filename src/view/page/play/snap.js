// Balls that are moved by hand: near enough to touch, they touch.

/** @import {BallState} from '../../../../javascript/carom/index.js' */
/** @import {Trajectory} from '../trajectory.js' */

const kNear = 0.35;  // ball radii

/** @param {BallState} state */
const isOut = ({phase}) => phase === 'pocketed' || phase === 'off the table';

/** The place, moved so that the ball touches the ball or the straight cushion of a rectangle that it nearly touches.
 *  @param {number[]} place @param {number} ball @param {BallState[]} states @param {Trajectory} trajectory */
export function nearTouch([x, y], ball, states, trajectory) {
    const {radius} = trajectory.columns, near = kNear * radius[ball], {lower, upper} = trajectory.header.world;
    let best, least = near;
    states.forEach((state, other) => {
        if (other === ball || isOut(state)) return;
        const dx = x - state.position[0], dy = y - state.position[1], away = Math.hypot(dx, dy);
        const touch = 2 * Math.sqrt(radius[ball] * radius[other]), gap = Math.abs(away - touch);
        if (away === 0 || gap >= least) return;
        least = gap;
        best = [state.position[0] + dx / away * touch, state.position[1] + dy / away * touch];
    });
    if (best) return best;
    return [x, y].map((at, k) => {
        const ends = [lower[k] + radius[ball], upper[k] - radius[ball]];
        return ends.find(end => Math.abs(at - end) < near) ?? at;
    });
}
