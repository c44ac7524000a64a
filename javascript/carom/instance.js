// An instance of carom.wasm: memory, texts, statuses, handles.

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
    constructor(status, faults, options) {
        super(faults.join("\n"), options);
        this.name = "CaromError";
        this.status = status;
        this.faults = faults;
    }
}

export class Instance {
    files = new Files();
    #exports;
    #memory;
    #goOn; // asked by the call that runs
    #thrown; // by `goOn`
    #ended;
    #view;
    #garbage = new FinalizationRegistry(({ free, handle }) => {
        if (!this.#ended) this.#exports[free](handle);
    });

    /** @param {WebAssembly.Module} module */
    static async create(module) {
        const made = new Instance();
        const instance = await WebAssembly.instantiate(module, {
            wasi_snapshot_preview1: made.files.imports(() => made.#memory),
            carom: { go_on: (_, share) => made.#ask(share) },
        });
        made.#exports = instance.exports;
        made.#memory = instance.exports.memory;
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

    has(name) {
        return name in this.#exports;
    }

    /** Calls a function that gives no status. */
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

    /** Calls a function that gives a status, and says whether it is not the end. */
    call(name, ...given) {
        const status = this.ask(name, ...given);
        const thrown = this.#thrown;
        this.#thrown = undefined;
        if (thrown) throw thrown.what;
        if (status > END) this.#refuse(status);
        return status !== END;
    }

    /** The same for a long call: `onProgress`, if given, gets the share that is done, and stops the call by false.
     *  Says whether the call went to its end. `given` takes the address of the function to ask. */
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

    /** Calls `work` with the address of so many bytes, all 0, that are free again afterwards. */
    with(bytes, work) {
        const at = this.allocate(bytes);
        try {
            return work(at);
        } finally {
            this.free(at);
        }
    }

    allocate(bytes) {
        const at = this.ask("malloc", Math.max(bytes, 1)) >>> 0; // addresses above 2 GiB come as negative numbers
        if (at === 0) throw new CaromError("OUT_OF_MEMORY", ["memory has run out"]);
        new Uint8Array(this.buffer, at, bytes).fill(0);
        return at;
    }

    free(at) {
        if (!this.#ended) this.#exports.free(at);
    }

    /** Calls `work` with the address and the length of a text. */
    withText(text, work) {
        const bytes = new TextEncoder().encode(text);
        return this.with(bytes.length + 1, (at) => {
            new Uint8Array(this.buffer, at, bytes.length).set(bytes);
            return work(at, bytes.length);
        });
    }

    /** The text that ends with a zero. */
    text(at) {
        const bytes = new Uint8Array(this.buffer, at >>> 0);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    /** Makes an object of Carom: `make` gets where its handle goes. Freed when `owner` is collected. */
    handle(owner, free, make) {
        const handle = this.with(4, (at) => {
            make(at);
            return this.view.getUint32(at, true);
        });
        this.#garbage.register(owner, { free, handle }, owner);
        return handle;
    }

    /** Frees it now. */
    release(owner, free, handle) {
        this.#garbage.unregister(owner);
        this.call(free, handle);
    }

    #ask(share) {
        try {
            return this.#goOn(share < 0 ? undefined : share) === false ? 0 : 1;
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

    #refuse(status) {
        const faults = Array.from({ length: this.#exports.carom_fault_count() }, (_, k) =>
            this.text(this.#exports.carom_fault(k)),
        );
        const message = this.text(this.#exports.carom_message());
        throw new CaromError(STATUS[status] ?? "INTERNAL_ERROR", faults.length > 0 ? faults : [message || STATUS[status]]);
    }
}
