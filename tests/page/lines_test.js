// Promise: each of the four corners of a line has its numbers and colours, however many lines there are.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {LineList} from '../../src/view/page/draw_lines.js';

test('lines are there for each of their corners', () => {
    const list = new LineList(), floats = 9, bytes = 36;
    for (let k = 0; k < 1000; ++k) list.add([k, 1, 2], [3, 4, 5], k / 2, [6, 7, 8, 9], [10, 11, 12, 13]);
    assert.equal(list.count, 1000);
    for (let corner = 0; corner < 4 * list.count; ++corner) {
        const k = Math.floor(corner / 4);
        assert.deepEqual(Array.from(list.floats.subarray(floats * corner, floats * corner + 6)), [k, 1, 2, 3, 4, 5]);
        assert.deepEqual(Array.from(list.bytes.subarray(bytes * corner + 24, bytes * corner + 32)), [6, 7, 8, 9, 10, 11, 12, 13]);
        assert.equal(list.floats[floats * corner + 8], k / 2);
    }
});
