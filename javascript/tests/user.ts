// A user's program, which install_test.js compiles strictly and runs.
import { CaromError, load, type Outcomes, type Shot, type SweepAnswer } from "carom";

const carom = await load();
const answer: SweepAnswer = carom.sweep(
    { center: [0, 0], radius: 0.5, displacement: [4, 0] },
    { center: [2, 0], radius: 0.5 },
);

const table = carom.table(`[table]
kind = "pool_9_foot"
[[balls]]
name = "cue"
position = [0.4, 0.6]
`);
const shot: Shot = table.shot({ speed: 1, direction: 90 });
const outcomes: Outcomes | undefined = table.shots({ speed: 1, direction: Float64Array.of(10, 20, 30) });
const column = carom.column(Float64Array, 1);
const swept = carom.sweepEach({ center: [column, [0]], radius: 1 }, { center: [[3], [0]], radius: 1 });

let refused = "";
try {
    carom.scene("no scene");
} catch (error) {
    if (error instanceof CaromError) refused = error.status;
}
console.log([answer.first, shot.end.length, outcomes?.x.length, swept.state[0], refused].join(" "));
