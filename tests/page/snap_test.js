// Promise: a ball that a hand puts near enough to balls and cushions touches them.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {nearTouch} from '../../src/view/page/play/snap.js';
import {nearAll} from './support.js';

const at = (x, y, phase = 'resting') => ({phase, position: [x, y, 0.03]});
const table = {columns: {radius: [0.03, 0.03, 0.03]}, header: {world: {lower: [0, 0], upper: [1, 2]}}};

test('a ball that nearly touches touches', () => {
    const states = [at(0, 0), at(0.5, 1), at(0.5, 0.5, 'pocketed')];
    nearAll(nearTouch([0.5, 1.065], 0, states, table), [0.5, 1.06]);
    nearAll(nearTouch([0.5, 1.055], 0, states, table), [0.5, 1.06]);
    assert.deepEqual(nearTouch([0.5, 1.2], 0, states, table), [0.5, 1.2]);
    assert.deepEqual(nearTouch([0.5, 0.555], 0, states, table), [0.5, 0.555]);  // what is in a pocket is not there
    assert.deepEqual(nearTouch([0.035, 1.97], 0, states, table), [0.03, 1.97]);
});

test('a ball that nearly touches two things touches both, as exactly as numbers go', () => {
    const states = [at(0, 0), at(0.5, 1), at(0.56, 1)], away = ([x, y], ball) => Math.hypot(x - states[ball].position[0], y - states[ball].position[1]) - 0.06;
    const between = nearTouch([0.532, 1.055], 0, states, table);
    nearAll([between[0], away(between, 1), away(between, 2)], [0.53, 0, 0], 1e-16);
    assert.ok(between[1] > 1, 'on the side where the hand is');
    states[1] = at(0.03, 0.5);
    const frozen = nearTouch([0.033, 0.565], 0, states, table);
    nearAll([frozen[0], away(frozen, 1)], [0.03, 0], 1e-16);
    nearAll(nearTouch([0.033, 0.032], 0, states, table), [0.03, 0.03], 0);
    states[1] = at(0.085, 0.5);  // too far from the cushion for a ball between them, not for one beside it
    const beside = nearTouch([0.034, 0.536], 0, states, table);
    nearAll([beside[0], away(beside, 1)], [0.03, 0], 1e-16);
    states[1] = at(0.5, 0.145);  // a ball between it and the cushion below touches only one of them
    nearAll(nearTouch([0.5, 0.088], 0, states, table), [0.5, 0.085]);
});
