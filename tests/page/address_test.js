// Promise: a link to a moment does what its words say, in an order in which they do not undo each other.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {followAddress, wishesOf} from '../../src/view/page/address.js';

test('all words', () => {
    const fragment = '#impact=12&trails=all&tab=charts&chart=energy&ball=%235&colour=speed&zoom=2&t=1.5' +
        '&arrows=1&walls=0&follow=1';
    assert.deepEqual(wishesOf(fragment), {
        colour: 'speed', trails: 'all', ball: '#5', boxes: [['show_arrows', true], ['show_walls', false], ['follow', true]],
        time: 1.5, impact: 12, zoom: 2, chart: 'energy', tab: 'charts',
    });
});

test('silence and words that mean nothing are no wishes', () => {
    const none = {
        colour: undefined, trails: undefined, ball: undefined, boxes: [], time: NaN, impact: NaN, zoom: NaN,
        chart: undefined, tab: undefined,
    };
    assert.deepEqual(wishesOf(''), none);
    assert.deepEqual(wishesOf('#colour=red&trails=some&t=soon&impact=&zoom=1x&chart=toString&other=1'), none);
});

/** A view that writes down what it is asked to do. */
function listener() {
    const done = [], note = name => (...words) => done.push([name, ...words].join(' '));
    const view = {
        setColours: note('colours'), setTrails: note('trails'), trajectory: {header: {from: 10}},
        controls: {chooseByName: note('ball'), tick: note('box'), openTab: note('tab')},
        player: {seek: note('seek'), seekEntry: note('entry')}, camera: {zoom: note('zoom')}, charts: {choose: note('chart')},
    };
    return {done, view};
}

test('wishes are followed, times from the start of the run and impacts from 1', () => {
    const {done, view} = listener();
    followAddress(view, '#tab=charts&chart=ball&zoom=3&impact=12&t=11.5&names=1&ball=cue&trails=long&colour=id');
    assert.deepEqual(done, ['colours id', 'trails long', 'ball cue', 'box show_names true', 'seek 1.5', 'entry 11', 'zoom 3',
        'chart ball', 'tab charts']);
});

test('an empty ball chooses none; nothing else happens without a word', () => {
    const {done, view} = listener();
    followAddress(view, '');
    followAddress(view, '#ball=&impact=-1&zoom=0');
    assert.deepEqual(done, ['ball ']);
});
