// Frames: contacts, steps, obstacles, filters and gravity.
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../../build/npm/index.js";
import { refuses } from "./refusals.js";

const carom = await load();

test("a frame: contacts and a step", () => {
    const frame = carom.frame({ dimension: 2 });
    const balls = { center: [[0, 2, 9], [0, 0, 0]], radius: 0.5, displacement: [[4, 0, 0], 0] };
    const contacts = frame.contacts(balls);
    assert.equal(contacts.count, 1);
    assert.deepEqual([contacts.a[0], contacts.b[0], contacts.first[0]], [0, 1, 0.25]);
    const picture = frame.svg();
    assert.ok(picture.startsWith("<svg") && picture.trimEnd().endsWith("</svg>"), picture.slice(0, 60));
    const step = frame.step(balls, { restitution: 1 });
    assert.deepEqual(step.bounces, [{ fraction: 0.25, a: 0, b: 1 }]);
    assert.deepEqual([...step.center[0]], [1, 5, 9]);
    assert.deepEqual([...step.displacement[0]], [0, 4, 0]);
    assert.deepEqual(balls.center[0], [0, 2, 9]);
    refuses("BAD_ARGUMENT", "bodies.displacement", () =>
        frame.step({ ...balls, displacement: undefined }, { restitution: 1 }));
    refuses("BAD_ARGUMENT", "2 columns", () =>
        frame.step({ center: [[0], [0], [0]], radius: 1, displacement: [0, 0, 0] }, { restitution: 1 }));
    frame.free();
    refuses("BAD_HANDLE", "", () => frame.contacts(balls));
    refuses("BAD_ARGUMENT", "two", () => carom.frame({ dimension: 3 }).svg());
    refuses("BAD_ARGUMENT", "contacts", () => carom.frame({ dimension: 2 }).svg());
});

test("a ball falls on a floor, and comes to rest", () => {
    const frame = carom.frame({ dimension: 2 });
    frame.setObstacles({ halfSpaces: { normal: [[0], [1]], offset: [0] } }, { restitution: 0.6 });
    const fall = 9.81 / 60 ** 2;
    let balls = { center: [[0], [0.3]], radius: 0.005, displacement: [0, 0] };
    const met = [], heights = [];
    for (let k = 0; k < 360; ++k) {
        const step = frame.step(balls, { restitution: 1, acceleration: [0, -fall] });
        assert.deepEqual(step.lost, []);
        met.push(...step.bounces);
        heights.push(step.center[1][0]);
        balls = { ...balls, center: step.center, displacement: step.displacement };
    }
    assert.deepEqual(met[0].obstacle, { kind: "half-space", index: 0 });
    assert.deepEqual([met[0].a, "b" in met[0]], [0, false]);
    assert.ok(Math.min(...heights) >= 0.005);
    assert.equal(new Set(heights.slice(300)).size, 1, "no bit changes");
    const each = frame.step({ ...balls, center: [[0, 1], [5, 5]], displacement: [0, 0] }, {
        restitution: 1,
        acceleration: [0, [-1, -2]],
    });
    assert.deepEqual([...each.center[1]], [4, 3]);
    frame.setObstacles();
    assert.deepEqual(frame.step({ ...balls, displacement: [0, -1] }, { restitution: 1 }).bounces, []);
});

test("obstacles, filters and bounds of a frame", () => {
    const frame = carom.frame({ dimension: 2 });
    frame.setObstacles({
        balls: { center: [[4, 8], [0, 0]], radius: 1 },
        planes: { normal: [[1], [0]], offset: -3 },
        boxes: { lower: [[-1], [4]], upper: [[1], 5] },
    });
    const balls = { center: [[0, 0], [0, 2]], radius: 0.5, displacement: [[5, -4], [0, 0]] };
    assert.deepEqual(frame.obstacleContacts(balls), [
        { ball: 0, obstacle: { kind: "ball", index: 0 }, first: 0.5, last: 1, state: "will touch" },
        { ball: 1, obstacle: { kind: "plane", index: 0 }, first: 0.625, last: 0.875, state: "will touch" },
    ]);
    const squeezed = { center: [[0], [4.4]], radius: 0.5, displacement: [0, 0] };
    assert.equal(frame.obstacleContacts(squeezed)[0].obstacle.kind, "box");
    frame.setObstacles({ halfSpaces: { normal: [[1, -1], [0, 0]], offset: [0, -2] } });
    const between = { center: [[1], [0]], radius: 0.5, displacement: [10, 0] };
    const step = frame.step(between, { restitution: 1, mostBounces: 3 });
    assert.deepEqual(step.bounces.map(({ a, obstacle }) => [a, obstacle.index]), [[0, 1], [0, 0], [0, 1]]);
    assert.deepEqual(step.lost.map(({ ball }) => ball), [0]);
    assert.deepEqual(frame.step(between, { restitution: 1 }).lost, []);

    const three = { center: [[0, 1, 2], [0, 0, 0]], radius: 0.5, displacement: [0, 0] };
    const pairs = () => { const { a, b } = frame.contacts(three); return [...a].map((one, k) => [one, b[k]]); };
    frame.setFilter({ ignored: [[1, 0]] });
    assert.deepEqual(pairs(), [[1, 2]]);
    frame.setFilter({ group: [1, 2, 4], mask: [-1, 3, -1] });
    assert.deepEqual(pairs(), [[0, 1]]);
    frame.setFilter();
    assert.deepEqual(pairs(), [[0, 1], [1, 2]]);
    refuses("BAD_ARGUMENT", "filter.ignored[0]", () => frame.setFilter({ ignored: [[1]] }));
    refuses("BAD_ARGUMENT", "spheres", () => frame.setObstacles({ spheres: {} }));
    refuses("BAD_ARGUMENT", "obstacles.planes.offset", () => frame.setObstacles({ planes: { normal: [[1], [0]] } }));
    refuses("BAD_ARGUMENT", "restitution", () => frame.setObstacles({}, { restitution: 2 }));
    refuses("BAD_ARGUMENT", "mostBounces", () => frame.step(between, { restitution: 1, mostBounces: 0 }));
    refuses("BAD_ARGUMENT", "acceleration", () => frame.step(between, { restitution: 1, acceleration: [1] }));
});
