// Promise: an impact of several contacts is one entry of the list and one step of the player, and never half done.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {kSpeeds, Player} from '../../src/view/page/player.js';
import {kKick, kPart, kWall, near, shuttle, trajectoryOf, worldOf} from './support.js';

/** Three balls in a row bounce as one at time 1, after which a thermostat kicks the first, and the last meets a wall. */
function cradle() {
    const balls = [0, 1, 2].map(k => ({at: [2 + k - (k === 0), 5], velocity: [k === 0 ? 1 : 0, 0]}));
    const part = (ball, other, at, v) => ({time: 1, kind: kPart, ball, other, after: [{at: [at, 5], velocity: [v, 0]}]});
    const events = [
        part(0, 2, 2, 0), part(1, 1, 3, 0), part(2, 0, 4, 1),
        {time: 2, kind: kKick, ball: 0, after: [{at: [2, 5], velocity: [0, 1]}]},
        {time: 6.5, kind: kWall, ball: 2, other: 1, after: [{at: [9.5, 5], velocity: [-1, 0]}]},
    ];
    return trajectoryOf({world: worldOf(2), balls, events, length: 8});
}

test('the parts of an impact are one entry', () => {
    const trajectory = cradle();
    assert.equal(trajectory.entryCount, 3);
    assert.equal(trajectory.impactCount, 2);
    assert.deepEqual([0, 1, 2].map(entry => trajectory.lastEvent(entry)), [2, 3, 4]);
    assert.deepEqual([-1, 0, 2, 3, 4].map(event => trajectory.entriesUntil(event)), [0, 1, 1, 2, 3]);
    for (const event of [0, 1, 2]) {
        assert.deepEqual(trajectory.impactOf(event), {first: 0, last: 2});
        assert.deepEqual(trajectory.partners(event), [0, 1, 2]);
        near(trajectory.gapAtEvent(event), 0);
    }
    assert.ok(Number.isNaN(trajectory.gapAtEvent(3)));
    assert.equal(trajectory.otherName(3), 'thermostat');
});

test('where every event is an entry, numbers are those of events', () => {
    const trajectory = shuttle();
    assert.equal(trajectory.entryCount, trajectory.eventCount);
    assert.equal(trajectory.entriesUntil(4), 5);
    assert.equal(trajectory.lastEvent(4), 4);
});

test('steps lead from impact to impact, and back', () => {
    const trajectory = cradle(), player = new Player(trajectory, () => {}), seen = [];
    for (const count of [1, 1, 1, 1, -1, -1, -1, -1]) {
        player.step(count);
        seen.push([player.event, player.time]);
    }
    assert.deepEqual(seen, [[2, 1], [3, 2], [4, 6.5], [4, 8], [4, 6.5], [3, 2], [2, 1], [-1, 0]]);
});

test('from between two events the first step back is to the earlier one', () => {
    const player = new Player(cradle(), () => {});
    player.seek(3);
    assert.ok(!player.atEvent);
    player.step(-1);
    assert.deepEqual([player.event, player.time, player.atEvent], [3, 2, true]);
});

test('entries are sought by number', () => {
    const player = new Player(cradle(), () => {});
    for (const [entry, event, time] of [[0, 2, 1], [2, 4, 6.5], [-1, -1, 0], [99, 4, 8]]) {
        player.seekEntry(entry);
        assert.deepEqual([player.event, player.time], [event, time]);
    }
});

test('playing goes on at its speed, ends with the window, and begins again', () => {
    let changes = 0;
    const player = new Player(cradle(), () => ++changes);
    player.setSpeedIndex(kSpeeds.indexOf(2));
    player.tick(1);
    assert.equal(player.time, 0);
    player.toggle();
    player.tick(1.5);
    assert.deepEqual([player.time, player.playing, player.event], [3, true, 3]);
    player.tick(60);
    assert.deepEqual([player.time, player.playing, player.event], [8, false, 4]);
    player.toggle();
    assert.deepEqual([player.time, player.playing], [0, true]);
    player.pause();
    assert.ok(!player.playing);
    assert.ok(changes > 5);
});

test('times outside the window are its ends', () => {
    const player = new Player(cradle(), () => {});
    player.seek(-5);
    assert.equal(player.time, 0);
    player.seek(1e9);
    assert.equal(player.time, 8);
});

test('the first speed plays the window in about twelve seconds, at 1 where that is near', () => {
    const speed = length => new Player(shuttle(length), () => {}).speed;
    assert.equal(speed(12), 1);
    assert.equal(speed(30), 1);
    assert.equal(speed(0.012), 1e-3);
    assert.equal(speed(240), 20);
});
