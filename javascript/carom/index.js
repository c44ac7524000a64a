// Carom in JavaScript: collisions of moving spheres and circles, simulations and billiards, with the bits of the
// native library. docs/how_to/use_from_javascript.md.

import { options, shown, text } from "./columns.js";
import { Engine } from "./engine.js";
import { CaromError, Instance } from "./instance.js";
import { pageOf, withScene } from "./pages.js";

export { SHOT_EVENTS, Shot, Table } from "./billiards.js";
export { Column } from "./columns.js";
export { Frame } from "./frames.js";
export { FOULS, Game } from "./games.js";
export { CaromError } from "./instance.js";
export { CONTACT_STATES } from "./pairs.js";
export { EVENTS, STOP_REASONS, Scene, Simulation, Trajectory } from "./simulations.js";
export { PHASES } from "./states.js";

/** What `load` gives: an instance of the module. */
export class Carom extends Engine {
    /** A page that plays a recording, as a text. With `play` it has the engine: a visitor can play on a table, or change
     *  another scene, whose text is then needed.
     *  @param {Uint8Array | ArrayBuffer} bytes @param {{play?: boolean, scene?: string, mostRecords?: number} | undefined} given */
    async page(bytes, given) {
        const { play = false, scene, ...rest } = options("page", given, ["play", "scene", "mostRecords"]);
        const told = this.pageData(bytes, rest);
        const data = scene === undefined ? told : withScene(told, text("scene", scene));
        if (play && !JSON.parse(data.header).scene_text)
            throw new CaromError("BAD_ARGUMENT", ["scene: the text of the scene is needed with play, as this recording has none"]);
        const [frame, engine] = await Promise.all([textOf("viewer.html"), play ? textOf("engine.txt") : ""]);
        return pageOf(frame, data, engine);
    }
}

/** A module with one function that uses a vector. */
const WITH_VECTORS = [
    [0, 97, 115, 109, 1, 0, 0, 0], // header
    [1, 5, 1, 96, 0, 1, 123], // a type: () -> v128
    [3, 2, 1, 0], // a function of it
    [10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11], // i32.const 0, i8x16.splat, i8x16.popcnt
].flat();

/** Loads Carom. `wasm` is a module, its bytes, a response, or an address.
 *  @param {{wasm?: unknown} | undefined} given */
export async function load(given) {
    const { wasm } = options("load", given, ["wasm"]);
    return new Carom(await Instance.create(await moduleOf(wasm ?? fastest())));
}

/** The module beside this file that this engine takes. */
function fastest() {
    return WebAssembly.validate(Uint8Array.from(WITH_VECTORS))
        ? new URL("carom.wasm", import.meta.url)
        : new URL("carom_plain.wasm", import.meta.url);
}

/** @param {unknown} wasm */
async function moduleOf(wasm) {
    if (wasm instanceof WebAssembly.Module) return wasm;
    if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
    if (typeof Response !== "undefined" && wasm instanceof Response) return compiled(wasm);
    const address = addressOf(wasm);
    return isFileOfNode(address) ? WebAssembly.compile(await fileAt(address)) : compiled(await fetch(address));
}

/** @param {unknown} wasm */
function addressOf(wasm) {
    try {
        if (typeof wasm === "string" || wasm instanceof URL) return new URL(wasm, import.meta.url);
    } catch {
        // A text that is no address is refused like the rest.
    }
    const what = `wasm: a module, its bytes, a response or an address is needed, not ${shown(wasm)}`;
    throw new CaromError("BAD_ARGUMENT", [what]);
}

/** A text beside this file. @param {string} name */
async function textOf(name) {
    const address = new URL(name, import.meta.url);
    if (isFileOfNode(address)) return new TextDecoder().decode(await fileAt(address));
    const response = await fetch(address);
    if (!response.ok) throw new CaromError("FILE_ERROR", [`${response.url}: ${response.status} ${response.statusText}`]);
    return response.text();
}

/** @param {URL} address */
function isFileOfNode({ protocol }) {
    const { process } = /** @type {{process?: {versions?: {node?: string}}}} */ (globalThis);
    return protocol === "file:" && process?.versions?.node !== undefined;
}

/** @param {URL} address */
async function fileAt(address) {
    const { readFile } = await import("node:fs/promises");
    try {
        return await readFile(address);
    } catch (cause) {
        throw new CaromError("FILE_ERROR", [`${address}: ${cause instanceof Error ? cause.message : cause}`], { cause });
    }
}

/** @param {Response} response */
async function compiled(response) {
    if (!response.ok) throw new CaromError("FILE_ERROR", [`${response.url}: ${response.status} ${response.statusText}`]);
    return WebAssembly.compile(await response.arrayBuffer());
}
