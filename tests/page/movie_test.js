// Promise: a movie is never empty, however late the recorder begins.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Movie} from '../../src/view/page/movie.js';

/** A recorder that takes its time. */
class SlowRecorder extends EventTarget {
    static isTypeSupported = () => true;

    start() {}

    stop() {
        this.dispatchEvent(new Event('stop'));
    }

    give(text) {
        this.dispatchEvent(Object.assign(new Event('dataavailable'), {data: new Blob([text])}));
    }
}

/** A browser with such a recorder; `saved` gets what the page saves. */
function openBrowser(saved) {
    globalThis.window = {MediaRecorder: SlowRecorder};
    globalThis.document = {createElement: () => ({captureStream: () => ({}), click() {}})};
    globalThis.setTimeout = () => {};
    URL.createObjectURL = blob => { saved.push(blob); return ''; };
}

test('it ends when the balls stop, and not before the recorder has begun', async () => {
    const saved = [], counts = {drawn: 0, asked: 0};
    const player = {playing: false, toggle() { this.playing = true; }};
    const view = {player, copy: () => ++counts.drawn, redraw: () => ++counts.asked, trajectory: {header: {name: 'break'}}};
    openBrowser(saved);
    const movie = new Movie(view, why => assert.equal(why, ''), () => {});
    movie.begin();
    const {recorder} = movie;
    movie.take();
    player.playing = false;
    recorder.give('');
    movie.take();
    assert.deepEqual({isOn: movie.isOn, saved: saved.length, counts}, {isOn: true, saved: 0, counts: {drawn: 3, asked: 1}});
    recorder.give('WebM');
    movie.take();
    assert.deepEqual({isOn: movie.isOn, saved: saved.length}, {isOn: false, saved: 1});
    assert.equal(await saved[0].text(), 'WebM');
});
