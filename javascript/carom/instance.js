// An instance of carom.wasm: memory, texts, statuses, handles.

/** @import {OnProgress} from "./index.js" */
/** What functions of the module take: numbers and addresses, and whole numbers of 64 bits. @typedef {number | bigint} Argument */
/** @typedef {Record<string, (...given: Argument[]) => number>} Exports */

import { Files } from "./files.js";

/** How a call ended: the names of carom_status in carom/c/base.h. */
const STATUS = [
    "OK",
    "END",
    "BAD_ARGUMENT",
    "BAD_HANDLE",
    "BUSY",
    "BAD_INPUT",
    "FILE_ERROR",
    "STOPPED",
    "OUT_OF_MEMORY",
    "INTERNAL_ERROR",
];
export const END = 1;
const STOPPED = 7;

/** What Carom refuses. `faults` has all that is wrong, each with its place. */
export class CaromError extends Error {
    /** @param {string} status @param {string[]} faults @param {ErrorOptions} [options] */
    constructor(status, faults, options) {
        super(faults.join("\n"), options);
        this.name = "CaromError";
        this.status = status;
        this.faults = faults;
    }
}

export class Instance {
    files = new Files();
    /** @type {Exports} */ #exports;
    /** @type {WebAssembly.Memory} */ #memory;
    /** Asked by the call that runs. @type {OnProgress | undefined} */ #goOn;
    /** By `goOn`. @type {{what: unknown} | undefined} */ #thrown;
    /** Why this instance is of no use any more. @type {unknown} */ #ended;
    /** @type {DataView | undefined} */ #view;
    #garbage = new FinalizationRegistry(({ free, handle }) => {
        if (!this.#ended) this.#exports[free](handle);
    });

    /** @param {WebAssembly.Module} module */
    static async create(module) {
        const made = new Instance();
        const instance = await WebAssembly.instantiate(module, {
            wasi_snapshot_preview1: made.files.imports(() => made.#memory),
            carom: { go_on: (/** @type {number} */ _, /** @type {number} */ share) => made.#ask(share) },
        });
        made.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
        made.#memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
        made.#exports._initialize();
        return made;
    }

    /** Memory of the module. It moves when it grows: ask again after each call. */
    get view() {
        if (this.#view?.buffer !== this.#memory.buffer) this.#view = new DataView(this.#memory.buffer);
        return this.#view;
    }

    get buffer() {
        return this.#memory.buffer;
    }

    /** @param {string} name */
    has(name) {
        return name in this.#exports;
    }

    /** Calls a function that gives no status. @param {string} name @param {...Argument} given */
    ask(name, ...given) {
        this.#mustLive();
        const call = this.#exports[name];
        if (!call) throw new CaromError("BAD_ARGUMENT", [`${name} is not in this module: load carom.wasm`]);
        try {
            return call(...given);
        } catch (cause) {
            this.#ended = cause;
            throw new CaromError(
                "OUT_OF_MEMORY",
                [`${name} has ended this instance of Carom, probably because memory has run out: load another one`],
                { cause },
            );
        }
    }

    /** Calls a function that gives a status, and says whether it is not the end.
     *  @param {string} name @param {...Argument} given */
    call(name, ...given) {
        const status = this.ask(name, ...given);
        const thrown = this.#thrown;
        this.#thrown = undefined;
        if (thrown) throw thrown.what;
        if (status > END) this.#refuse(status);
        return status !== END;
    }

    /** The same for a long call: `onProgress`, if given, gets the share that is done, and stops the call by false.
     *  Says whether the call went to its end. `given` takes the address of the function to ask.
     *  @param {string} name @param {OnProgress | undefined} onProgress @param {(goOn: number) => Argument[]} given */
    callLong(name, onProgress, given) {
        if (onProgress === undefined) return this.call(name, ...given(0)) || true;
        if (typeof onProgress !== "function") throw new CaromError("BAD_ARGUMENT", ["onProgress: a function is needed"]);
        const before = this.#goOn;
        this.#goOn = onProgress;
        try {
            this.call(name, ...given(this.ask("carom_javascript_go_on")));
            return true;
        } catch (error) {
            if (error instanceof CaromError && error.status === STATUS[STOPPED]) return false;
            throw error;
        } finally {
            this.#goOn = before;
        }
    }

    /** Calls `work` with the address of so many bytes, all 0, that are free again afterwards.
     *  @template Result @param {number} bytes @param {(at: number) => Result} work @returns {Result} */
    with(bytes, work) {
        const at = this.allocate(bytes);
        try {
            return work(at);
        } finally {
            this.free(at);
        }
    }

    /** @param {number} bytes */
    allocate(bytes) {
        const at = this.ask("malloc", Math.max(bytes, 1)) >>> 0; // addresses above 2 GiB come as negative numbers
        if (at === 0) throw new CaromError("OUT_OF_MEMORY", ["memory has run out"]);
        new Uint8Array(this.buffer, at, bytes).fill(0);
        return at;
    }

    /** @param {number} at */
    free(at) {
        if (!this.#ended) this.#exports.free(at);
    }

    /** Calls `work` with the address and the length of a text.
     *  @template Result @param {string} text @param {(at: number, length: number) => Result} work @returns {Result} */
    withText(text, work) {
        const bytes = new TextEncoder().encode(text);
        return this.with(bytes.length + 1, (at) => {
            new Uint8Array(this.buffer, at, bytes.length).set(bytes);
            return work(at, bytes.length);
        });
    }

    /** The text that ends with a zero. @param {number} at */
    text(at) {
        const bytes = new Uint8Array(this.buffer, at >>> 0);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    /** Makes an object of Carom: `make` gets where its handle goes. Freed when `owner` is collected.
     *  @param {object} owner @param {string} free @param {(to: number) => void} make */
    handle(owner, free, make) {
        const handle = this.with(4, (at) => {
            make(at);
            return this.view.getUint32(at, true);
        });
        this.#garbage.register(owner, { free, handle }, owner);
        return handle;
    }

    /** Frees it now. @param {object} owner @param {string} free @param {number} handle */
    release(owner, free, handle) {
        this.#garbage.unregister(owner);
        this.call(free, handle);
    }

    /** @param {number} share */
    #ask(share) {
        try {
            return this.#goOn?.(share < 0 ? undefined : share) === false ? 0 : 1;
        } catch (what) {
            this.#thrown = { what };
            return 0;
        }
    }

    #mustLive() {
        if (!this.#ended) return;
        throw new CaromError("OUT_OF_MEMORY", ["this instance of Carom has ended: load another one"], {
            cause: this.#ended,
        });
    }

    /** @param {number} status */
    #refuse(status) {
        const faults = Array.from({ length: this.#exports.carom_fault_count() }, (_, k) =>
            this.text(this.#exports.carom_fault(k)),
        );
        const message = this.text(this.#exports.carom_message());
        throw new CaromError(STATUS[status] ?? "INTERNAL_ERROR", faults.length > 0 ? faults : [message || STATUS[status]]);
    }
}
