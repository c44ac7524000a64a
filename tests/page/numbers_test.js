// Promise: numbers are short, can be read back, and say what is no number.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {
    clamp, counted, escaped, firstIndex, parsedNumber, roundLength, shortNumber, timeDecimals, wholeNumber,
} from '../../src/view/page/numbers.js';

test('short numbers have so many significant digits, and an exponent only where it helps', () => {
    assert.equal(shortNumber(1 / 3), '0.3333');
    assert.equal(shortNumber(123456, 3), '123000');
    assert.equal(shortNumber(2), '2');
    assert.equal(shortNumber(0), '0');
    assert.equal(shortNumber(1234567, 3), '1.23e6');
    assert.equal(shortNumber(0.00001234, 3), '1.23e−5');
    assert.equal(shortNumber(-12.345, 3), '−12.3');
    assert.equal(shortNumber(Infinity), '∞');
    assert.equal(shortNumber(-Infinity), '−∞');
    assert.equal(shortNumber(NaN), '–');
});

test('short numbers are read back', () => {
    for (const value of [1e-9, -3.25, -4e-7, 4.5e7, 1000]) assert.equal(parsedNumber(shortNumber(value)), value);
});

test('what is not one number is none', () => {
    for (const text of ['', '  ', '1 2', '1s', 'x']) assert.ok(Number.isNaN(parsedNumber(text)), text);
    assert.equal(parsedNumber(' 7 '), 7);
});

test('counts have separators and plurals', () => {
    assert.equal(wholeNumber(1234567), '1,234,567');
    assert.equal(wholeNumber(999), '999');
    assert.equal(counted(1, 'ball'), '1 ball');
    assert.equal(counted(2000, 'ball'), '2,000 balls');
});

test('decimals tell times of a window apart', () => {
    assert.equal(timeDecimals(1), 6);
    assert.equal(timeDecimals(250), 4);
    assert.equal(timeDecimals(1e-5), 11);
    assert.equal(timeDecimals(1e9), 0);
    assert.equal(timeDecimals(0), 6);
});

test('names cannot bring elements into the page', () => {
    assert.equal(escaped('<b a="1">&'), '&lt;b a=&quot;1&quot;&gt;&amp;');
});

test('the first index is found by halving', () => {
    for (let first = 0; first <= 9; ++first) assert.equal(firstIndex(0, 9, k => k >= first), first);
    assert.equal(firstIndex(4, 4, () => true), 4);
});

test('lengths of scales are 1, 2 or 5 times a power of ten', () => {
    for (const [longest, length] of [[1, 1], [1.99, 1], [2, 2], [4.9, 2], [5, 5], [99, 50], [0.03, 0.02]])
        assert.ok(Math.abs(roundLength(longest) - length) < 1e-15 * length + 1e-17, `${longest}`);
});

test('clamped numbers stay between the limits', () => {
    assert.deepEqual([-1, 0.5, 7].map(x => clamp(x, 0, 1)), [0, 0.5, 1]);
});
