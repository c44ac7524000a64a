// Promise: the player plays forward and backwards, stops at the ends, and begins at the other end from there.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Player} from '../../src/view/page/player.js';
import {kWall, trajectoryOf, worldOf} from './support.js';

/** A ball that goes to and fro: one impact at 4, which turns it. */
function playerOfOneImpact() {
    const after = [{at: [9, 5], velocity: [-2, 0]}];
    const trajectory = trajectoryOf({
        world: worldOf(2), balls: [{at: [1, 5], velocity: [2, 0], radius: 1}],
        events: [{time: 4, kind: kWall, ball: 0, other: 1, e: 1, after}], length: 6,
    });
    const player = new Player(trajectory, () => {});
    player.setSpeedIndex(9);
    assert.equal(player.speed, 1);
    return {player, trajectory};
}

test('backwards over an impact, to the places of before, until the start', () => {
    const {player, trajectory} = playerOfOneImpact(), placeAt = time => trajectory.position(0, time);
    player.seek(5);
    assert.deepEqual([player.event, placeAt(5)[0]], [0, 7]);
    player.toggle(true);
    player.tick(2);
    assert.deepEqual([player.playing, player.time, player.event, placeAt(3)[0]], [true, 3, -1, 7]);
    player.tick(5);
    assert.deepEqual([player.playing, player.time, placeAt(0)[0]], [false, 0, 1]);
});

test('either way begins at the other end when it has come to its own', () => {
    const {player} = playerOfOneImpact();
    player.toggle(true);
    assert.deepEqual([player.playing, player.time], [true, 6]);
    player.tick(1);
    assert.equal(player.time, 5);
    player.toggle(true);
    assert.deepEqual([player.playing, player.time], [false, 5], 'pauses there');
    player.seek(6);
    player.toggle();
    assert.deepEqual([player.playing, player.time], [true, 0]);
    player.tick(2);
    assert.equal(player.time, 2, 'forward again');
});

test('what plays forward turns round, and what plays backwards is paused by either', () => {
    const {player} = playerOfOneImpact();
    player.seek(3);
    player.toggle();
    player.toggle(true);
    assert.deepEqual([player.playing, player.backwards], [true, true]);
    player.tick(1);
    assert.equal(player.time, 2);
    player.toggle();
    assert.deepEqual([player.playing, player.time], [false, 2]);
});
