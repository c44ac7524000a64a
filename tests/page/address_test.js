// Promise: a link to a moment does what its words say, in an order in which they do not undo each other.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {followAddress, wishesOf} from '../../src/view/page/address.js';

test('all words', () => {
    const fragment = '#impact=12&trails=all&tab=charts&chart=energy&ball=%235&colour=speed&scale=now&zoom=2&t=1.5' +
        '&arrows=1&walls=0&follow=1';
    assert.deepEqual(wishesOf(fragment), {faults: [], wishes: {
        impact: 12, trails: 'all', tab: 'charts', chart: 'energy', ball: '#5', colour: 'speed', scale: 'now', zoom: 2, t: 1.5,
        arrows: '1', walls: '0', follow: '1',
    }});
});

test('words and values that mean nothing are faults, each by its name', () => {
    assert.deepEqual(wishesOf(''), {wishes: {}, faults: []});
    const bad = {colour: 'red', trails: 'some', t: 'soon', impact: '', zoom: '0', chart: 'toString', tab: 'x', walls: 'yes', toString: '1'};
    const {wishes, faults} = wishesOf(`#${new URLSearchParams(bad)}&names=1`);
    assert.deepEqual(wishes, {names: '1'});
    assert.equal(faults.length, Object.keys(bad).length);
    Object.keys(bad).forEach((word, k) => assert.match(faults[k], new RegExp(`^“${word}`)));
    assert.match(faults[0], /“colour=red”: colour is one of id, species, speed, energy/);
});

/** A view that writes down what it is asked to do. */
function listener() {
    const done = [], note = name => (...words) => done.push([name, ...words].join(' '));
    const view = {
        setColours: note('colours'), setTrails: note('trails'), trajectory: {entryCount: 20}, colours: {mode: 'id'},
        controls: {
            chooseByName(name) { done.push(`ball ${name}`); return name === 'x' ? 'no x' : ''; },
            goTo(time) { done.push(`time ${time}`); return ''; },
            tick: note('box'), openTab: note('tab'), tell: note('tell'),
        },
        player: {seekEntry: note('entry')}, camera: {zoom: note('zoom')}, charts: {choose: note('chart')},
    };
    return {done, view};
}

test('wishes are followed, times from the start of the run and impacts from 1', () => {
    const {done, view} = listener();
    followAddress(view, '#tab=charts&chart=ball&zoom=3&impact=12&t=11.5&names=1&ball=cue&trails=long&colour=id&scale=now');
    assert.deepEqual(done, ['colours id now', 'trails long', 'ball cue', 'box show_names true', 'time 11.5', 'entry 11', 'zoom 3',
        'chart ball', 'tab charts', 'tell ']);
});

test('an empty ball chooses none; what cannot be done is told', () => {
    const {done, view} = listener();
    followAddress(view, '');
    followAddress(view, '#ball=&impact=-1&zoom=0');
    followAddress(view, '#ball=x&impact=21');
    assert.deepEqual(done, ['tell ', 'ball ', 'tell “impact=-1”: impact is a number of an impact; “zoom=0”: zoom is a factor',
        'ball x', 'entry 20', 'tell no x; “impact=21”: this page has 20']);
});
