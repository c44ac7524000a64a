// Which states belong to an event and to a ball, and which was the ball's state before.
//
// A state is a velocity change: the position and velocity of a ball just after an event. States are numbered as in
// the data: those of the first event, then of the second, and so on. -1 is the state at the start of the window.

/** @import {Columns, Header} from './types.js' */

export const kStart = -1;

/** Of each event its first state; of each state its ball, its event, and the state of the ball before. The states of ball b
 *  are ofBall[ballBegin[b]] to ofBall[ballBegin[b + 1] - 1], in order.
 *  @param {Header} header @param {Columns} columns */
export function linkedStates({kinds, balls, events, dimension}, {ball, other, kind, position}) {
    const states = position.length / dimension, firstState = new Uint32Array(events + 1);
    const stateBall = new Uint32Array(states), stateEvent = new Uint32Array(states), before = new Int32Array(states);
    const last = new Int32Array(balls).fill(kStart);
    let state = 0;
    /** @type {(event: number, b: number) => void} */
    const link = (event, b) => {
        stateBall[state] = b;
        stateEvent[state] = event;
        before[state] = last[b];
        last[b] = state++;
    };
    for (let event = 0; event < events; ++event) {
        firstState[event] = state;
        link(event, ball[event]);
        if (kinds[kind[event]].other === 'ball') link(event, other[event]);
    }
    firstState[events] = state;
    return {firstState, stateBall, stateEvent, before, ...statesOfBalls(stateBall, balls)};
}

/** @param {Uint32Array} stateBall @param {number} balls */
function statesOfBalls(stateBall, balls) {
    const ballBegin = new Uint32Array(balls + 1), ofBall = new Uint32Array(stateBall.length);
    for (const ball of stateBall) ++ballBegin[ball + 1];
    for (let b = 0; b < balls; ++b) ballBegin[b + 1] += ballBegin[b];
    const next = ballBegin.slice();
    stateBall.forEach((ball, state) => { ofBall[next[ball]++] = state; });
    return {ballBegin, ofBall};
}
