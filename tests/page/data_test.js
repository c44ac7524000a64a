// Promise: the columns that the page carries as base64 come back bit by bit, in as many parts as there are.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {gunzipSync} from 'node:zlib';

import {byteCount, bytesOfFives, decodeInto, readData, unzipped} from '../../src/view/page/data.js';
import {sumOf} from '../../src/view/page/unpack.js';
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

/** One ball at rest without events: its numbers, as packed.cpp writes them. */
function sample() {
    const raw = Buffer.from(Float64Array.of(0.1, -0, Infinity, 5e-324).buffer), body = Buffer.from(Float64Array.of(0.5, 2).buffer);
    const bytes = Buffer.concat([Buffer.of(2), raw, Buffer.of(0), body, Buffer.of(0xac, 0x02)]);
    const f = (...numbers) => Float64Array.of(...numbers), none = new Float64Array(0), whole = new Uint32Array(0);
    const columns = {
        start_time: f(5e-324), start_position: f(0.1, -0), start_velocity: f(Infinity, 5e-324), start_acceleration: none,
        radius: f(0.5), mass: f(2), event_time: none, restitution: none, position: none, velocity: none, acceleration: none,
        species: Uint32Array.of(300), ball: whole, other: whole, kind: new Uint8Array(0),
    };
    const world = {boundary: ['open', 'open'], lower: [0, 0], upper: [0, 0], gravity: [0, 0], walls: [], containers: []};
    const header = {bytes: bytes.length, balls: 1, events: 0, states: 0, dimension: 2, kinds: {}, world, sum: sumOf(columns)};
    return {bytes, columns, header};
}

test('one part', async () => {
    const {columns, bytes, header} = sample(), page = pageOf(header, [bytes.toString('base64')]);
    const data = await readData(page, () => assert.fail('a page in one part needs no progress'));
    assert.deepEqual(data, {header, columns});
    assert.deepEqual(page.removed, [0]);
});

test('several parts, which numbers may lie across', async () => {
    const {columns, bytes, header} = sample(), shares = [], size = bytes.length;
    const cuts = [0, 9, 27, size], parts = [0, 1, 2].map(k => bytes.subarray(cuts[k], cuts[k + 1]).toString('base64'));
    const page = pageOf(header, parts), data = await readData(page, share => shares.push(share));
    assert.deepEqual(data.columns, columns);
    assert.deepEqual(shares, [9 / size, 27 / size, 1]);
    assert.deepEqual(page.removed, [0, 1, 2]);
});

test('data that are cut off or altered are refused', async () => {
    const {bytes, header} = sample(), read = part => readData(pageOf(header, [part.toString('base64')]), () => {});
    await assert.rejects(read(bytes.subarray(0, 30)), /cut off: 30 of \d+ bytes/);
    bytes[5] ^= 1;
    await assert.rejects(read(bytes), /damaged/);
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

/** A file as the build writes it for pages. */
function packedFile(bytes) {
    const folder = mkdtempSync(join(tmpdir(), 'carom-page-')), [from, to] = [join(folder, 'from'), join(folder, 'to')];
    try {
        writeFileSync(from, bytes);
        execFileSync('sh', [fileURLToPath(new URL('../../cmake/page_bytes.sh', import.meta.url)), from, to]);
        return readFileSync(to, 'latin1');
    } finally {
        rmSync(folder, {recursive: true});
    }
}

test('packed files come back, whatever their length', () => {
    const random = randomNumbers(5), lengths = new Set();
    for (let count = 1000; count < 1012; ++count) {
        const bytes = Uint8Array.from({length: count}, () => 256 * random()), text = packedFile(bytes);
        assert.doesNotMatch(text, /[<\s]/, 'nothing that ends a script element');
        assert.deepEqual(Uint8Array.from(gunzipSync(bytesOfFives(text))), bytes);
        lengths.add(text.at(-1));
    }
    assert.deepEqual([...lengths].sort(), ['0', '1', '2', '3']);
});

test('bytes by gzip are taken out of their element', async () => {
    const bytes = Uint8Array.from({length: 5000}, (_, k) => k * k % 251), removed = [];
    const place = {textContent: packedFile(bytes), remove: () => removed.push('engine')};
    const page = {getElementById: id => id === 'engine' ? place : null};
    assert.deepEqual(new Uint8Array(await unzipped(page, 'engine')), bytes);
    assert.deepEqual(removed, ['engine']);
    assert.equal(await unzipped(page, 'chart_library'), undefined);
});
