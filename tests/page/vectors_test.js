// Promise: arrays are vectors.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {cross, dot, length, plus, times, unit} from '../../src/view/page/vectors.js';
import {near, nearAll} from './support.js';

test('sums, multiples and lengths', () => {
    assert.deepEqual(plus([1, 2], [3, 5]), [4, 7]);
    assert.deepEqual(plus([1, 2], [3, 5], -2), [-5, -8]);
    assert.deepEqual(times(3, [1, -2, 0.5]), [3, -6, 1.5]);
    assert.equal(length([2, 3, 6]), 7);
});

test('a cross product stands on both factors and has the area as its length', () => {
    const a = [1, 2, 3], b = [-2, 0.5, 1], c = cross(a, b);
    assert.equal(dot(a, c), 0);
    assert.equal(dot(b, c), 0);
    near(dot(c, c), dot(a, a) * dot(b, b) - dot(a, b) ** 2, 1e-12);
    assert.deepEqual(cross([1, 0, 0], [0, 1, 0]), [0, 0, 1]);
});

test('unit vectors have length 1; that of zero is zero', () => {
    nearAll(unit([3, 4]), [0.6, 0.8]);
    assert.deepEqual(unit([0, 0]), [0, 0]);
});
