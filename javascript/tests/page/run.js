// Compares the golden hashes, and tells how many are equal.
import { load } from "../../../build/npm/index.js";
import { parseHashes, shotsHash, trajectoryHash } from "../golden.js";

const root = new URL("../../../", import.meta.url);
const read = async (path) => (await fetch(new URL(path, root))).text();

export async function run(where, say) {
    for (const module of ["carom", "carom_plain"]) {
        try {
            const carom = await load({ wasm: new URL(`build/npm/${module}.wasm`, root) });
            say(`${where}, ${module}: ${await equal(carom, "golden_hashes", trajectoryHash)} simulations`);
            say(`${where}, ${module}: ${await equal(carom, "golden_shots", shotsHash)} shots`);
        } catch (error) {
            say(`${where}, ${module}: ${error.stack}`);
        }
    }
}

async function equal(carom, list, hashOf) {
    let count = 0;
    for (const [name, hash] of parseHashes(await read(`tests/data/${list}.txt`)))
        count += hashOf(carom, await read(`scenes/${name}.toml`)) === hash;
    return count;
}
