// Rates of the package, and fingerprints of its answers: one line of JSON each. compare.py calls this.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { load } from "../../build/npm/index.js";

const [wasm, given] = process.argv.slice(2);
const { gases, table: tableText, shots, pairs, rounds } = JSON.parse(readFileSync(given, "utf8"));
const carom = await load({ wasm: readFileSync(wasm) });
const print = (name, rate, answers) => console.log(JSON.stringify({ name, rate, answers: fingerprint(answers) }));

function fingerprint(columns) {
    const hash = createHash("sha256");
    for (const { buffer, byteOffset, byteLength } of columns) hash.update(new Uint8Array(buffer, byteOffset, byteLength));
    return hash.digest("hex");
}

/** The best rate of all rounds. */
function fastest(count, work) {
    let best = 0;
    for (let round = 0; round < rounds; ++round) {
        const start = performance.now();
        work();
        best = Math.max(best, (1000 * count) / (performance.now() - start));
    }
    return best;
}

for (const { name, text, events } of gases) {
    const simulation = carom.simulation(text);
    const rate = fastest(events, () => simulation.advance({ events }));
    print(name, rate, [...simulation.states().position, ...simulation.states().velocity]);
}

{
    const table = carom.table(tableText);
    const [planned] = table.planned;
    const direction = Float64Array.from({ length: shots }, (_, k) => planned.direction + (k - shots / 2) / 8192);
    let outcomes;
    const rate = fastest(shots, () => (outcomes = table.shots({ ...planned, direction })));
    print("nine-ball breaks", rate, [outcomes.x, outcomes.y, outcomes.duration]);
}

{
    // Places on a lattice of 1/64 by whole numbers only, so that every language has the same ones.
    const place = (seed) => (k) => ((k * seed) % 65521) / 4096;
    const column = (of) => {
        const made = carom.column(Float64Array, pairs);
        made.array.forEach((_, k, numbers) => (numbers[k] = of(k)));
        return made;
    };
    const [a, b] = [
        { center: [column(place(7919)), column(place(104729)), column(place(1299709))], displacement: [column(place(15485)), 0, 0] },
        { center: [column(place(3571)), column(place(27449)), column(place(611953))] },
    ].map((balls) => ({ ...balls, radius: column(() => 0.5) }));
    const into = {
        state: carom.column(Int32Array, pairs),
        first: carom.column(Float64Array, pairs),
        last: carom.column(Float64Array, pairs),
    };
    const rate = fastest(pairs, () => carom.sweepEach(a, b, into));
    print("sweeps", rate, [into.state.array, into.first.array, into.last.array]);
}
