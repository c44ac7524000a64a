// Promise: a name stands beside its ball, covers no other name and nothing outside the picture, and arrows and balls only
// where that is allowed and nothing else is free.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {kArrow, kBall, kName, Room} from '../../src/view/page/room.js';

const name = {width: 40, height: 16, mayCover: true};
const ball = {x: 100, y: 100, radius: 10};
const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const middle = box => ({x: box.x + box.width / 2, y: box.y + box.height / 2});

test('a name stands above its ball, and does not cover it', () => {
    const room = new Room(200, 200);
    room.takeDisc(ball, kBall);
    const box = room.place(ball, name);
    assert.equal(middle(box).x, ball.x);
    assert.ok(box.y + box.height <= ball.y - ball.radius && box.y > 60);
    assert.equal(box.covers, 0);
});

test('an arrow turns it to another side', () => {
    for (const [tip, free] of [[{x: 100, y: 20}, 1], [{x: 140, y: 40}, 1]]) {
        const room = new Room(200, 200);
        room.takeLine(ball, tip, kArrow);
        const box = room.place(ball, name);
        assert.equal(box.side, free, `${tip.x}`);
        assert.equal(box.covers, 0);
    }
});

test('two names do not cover each other, and a third that has no room stays out', () => {
    const room = new Room(56, 60), at = {x: 28, y: 30, radius: 8};
    const [one, other] = [room.place(at, name), room.place(at, name)];
    assert.ok(!meet(one, other));
    assert.equal(room.place(at, name), undefined);
});

test('it is inside the picture', () => {
    for (const [x, y] of [[5, 5], [195, 5], [5, 195], [195, 195], [100, 3]]) {
        const box = new Room(200, 200).place({x, y, radius: 4}, name);
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 200 && box.y + box.height <= 200, `${x} ${y}`);
    }
    assert.equal(new Room(200, 200).place({x: -50, y: 100, radius: 4}, name), undefined);
});

test('of balls and arrows it covers a ball first, and neither unless it may', () => {
    const room = () => {
        const taken = new Room(200, 200);
        taken.takeBox({x: 0, y: 0, width: 200, height: 100}, kBall);
        taken.takeBox({x: 0, y: 100, width: 200, height: 100}, kArrow);
        return taken;
    };
    assert.equal(room().place(ball, name).covers, kBall);
    assert.equal(room().place(ball, {...name, mayCover: false}), undefined);
});

test('it stays where it stood as long as nothing comes there', () => {
    const room = new Room(200, 200);
    assert.equal(room.place(ball, {...name, side: 2}).side, 2);
    assert.notEqual(room.place(ball, {...name, side: 2}).side, 2);
});

test('of a line that leaves the picture, what is inside is taken', () => {
    const room = new Room(200, 200), box = {x: 90, y: 0, width: 20, height: 200};
    room.takeLine({x: -1e7, y: -1e7}, {x: 1e7, y: 1e7}, kArrow);
    assert.equal(room.found(box), kArrow);
    assert.equal(room.found({x: 0, y: 150, width: 40, height: 40}), 0);
    room.takeLine({x: 20, y: -50}, {x: 20, y: 300}, kName);
    assert.equal(room.found({x: 10, y: 150, width: 20, height: 40}), kName);
    room.takeLine({x: -20, y: -50}, {x: -20, y: 300}, kName);
    assert.equal(room.found({x: 0, y: 150, width: 8, height: 40}), 0);
});
