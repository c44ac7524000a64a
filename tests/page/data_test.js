// Promise: the columns that the page carries as base64 come back bit by bit, in as many parts as there are.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {byteCount, columnsOf, decodeInto, readData} from '../../src/view/page/data.js';
import {randomNumbers} from './support.js';

/** Elements with this header and these texts, as page_file.cpp writes them. */
function pageOf(header, texts) {
    const removed = [];
    const parts = texts.map((text, k) => ({textContent: text, remove: () => removed.push(k)}));
    return {
        removed, getElementById: id => id === 'header' ? {textContent: JSON.stringify(header)} : null,
        querySelectorAll: selector => selector === 'script.data' ? parts : [],
    };
}

/** Numbers of all types, and their bytes. */
function sample() {
    const x = Float64Array.of(0.1, -0, NaN, Infinity, 5e-324);
    const ball = Uint32Array.of(7, 0xffffffff), kind = Uint8Array.of(1, 2, 255);
    const bytes = Buffer.concat([x, ball, kind].map(column => Buffer.from(column.buffer)));
    const columns = {
        x: {type: 'f64', at: 0, count: 5}, ball: {type: 'u32', at: 40, count: 2}, kind: {type: 'u8', at: 48, count: 3},
    };
    return {x, ball, kind, bytes, header: {bytes: bytes.length, columns}};
}

test('one part', async () => {
    const {x, ball, kind, bytes, header} = sample();
    const page = pageOf(header, [bytes.toString('base64')]);
    const data = await readData(page, () => assert.fail('a page in one part needs no progress'));
    assert.deepEqual(data.header, header);
    assert.deepEqual(new Uint8Array(data.columns.x.buffer, 0, 40), new Uint8Array(x.buffer));
    assert.deepEqual(data.columns.ball, ball);
    assert.deepEqual(data.columns.kind, kind);
    assert.deepEqual(page.removed, [0]);
});

test('several parts, which numbers may lie across', async () => {
    const {bytes, header} = sample(), shares = [];
    const cuts = [0, 9, 27, 51], parts = [0, 1, 2].map(k => bytes.subarray(cuts[k], cuts[k + 1]).toString('base64'));
    const page = pageOf(header, parts);
    const {columns} = await readData(page, share => shares.push(share));
    assert.deepEqual(Buffer.from(columns.x.buffer), bytes);
    assert.deepEqual(shares, [9 / 51, 27 / 51, 1]);
    assert.deepEqual(page.removed, [0, 1, 2]);
});

test('data that are cut off are refused', async () => {
    const {bytes, header} = sample(), page = pageOf(header, [bytes.subarray(0, 30).toString('base64')]);
    await assert.rejects(readData(page, () => {}), /cut off: 30 of 51 bytes/);
});

test('padding says how many bytes a text stands for', () => {
    for (let count = 0; count < 8; ++count) assert.equal(byteCount(Buffer.alloc(count).toString('base64')), count);
});

test('long texts are decoded piece by piece', () => {
    const random = randomNumbers(3), bytes = Uint8Array.from({length: 900001}, () => 256 * random());
    const target = new Uint8Array(bytes.length);
    decodeInto(Buffer.from(bytes).toString('base64'), target);
    assert.ok(Buffer.from(target).equals(Buffer.from(bytes)));
});

test('a browser that decodes base64 by itself is left to it', () => {
    const calls = [];
    decodeInto('AAAA', {setFromBase64: text => calls.push(text)});
    assert.deepEqual(calls, ['AAAA']);
});

test('columns share the bytes', () => {
    const {bytes, header} = sample(), own = Uint8Array.from(bytes), {kind} = columnsOf(header, own);
    own[48] = 9;
    assert.equal(kind[0], 9);
});
