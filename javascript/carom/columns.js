// Columns of numbers between JavaScript and the module's memory.

import { CaromError } from "./instance.js";

const bad = (what) => new CaromError("BAD_ARGUMENT", [what]);

/** Numbers in the module's own memory: calls read them and write to them without a copy. Made by `carom.column`. */
export class Column {
    #instance;
    #type;

    constructor(instance, type, length) {
        if (![Float64Array, Int32Array].includes(type)) throw bad("column: Float64Array or Int32Array is needed");
        whole("column: length", length, 0, 2 ** 29);
        this.#instance = instance;
        this.#type = type;
        this.length = length;
        this.address = instance.allocate(length * type.BYTES_PER_ELEMENT);
    }

    /** The numbers. Ask again after each call of Carom: memory moves when it grows. */
    get array() {
        if (this.address === 0) throw bad("this column was freed");
        return new this.#type(this.#instance.buffer, this.address, this.length);
    }

    free() {
        if (this.address !== 0) this.#instance.free(this.address);
        this.address = 0;
    }
}

/** A whole number of a range, or an error that names it. */
export function whole(name, value, least, most) {
    if (!Number.isInteger(value) || value < least || value > most)
        throw bad(`${name}: a whole number from ${least} to ${most} is needed, not ${shown(value)}`);
    return value;
}

/** A number, or an error that names it. */
export function number(name, value) {
    if (typeof value !== "number") throw bad(`${name}: a number is needed, not ${shown(value)}`);
    return value;
}

/** As many numbers as there are dimensions. */
export function vector(name, value, dimension) {
    if (!isNumbers(value) || value.length !== dimension)
        throw bad(`${name}: ${dimension} numbers are needed, not ${shown(value)}`);
    for (let k = 0; k < dimension; ++k) number(`${name}[${k}]`, value[k]);
    return value;
}

export function isNumbers(value) {
    return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

export function shown(value) {
    if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
    if (isNumbers(value)) return `an array of ${value.length}`;
    return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** Memory of one call: freed when it ends. */
export class Scope {
    #instance;
    #memory = [];

    constructor(instance) {
        this.#instance = instance;
    }

    static run(instance, work) {
        const scope = new Scope(instance);
        try {
            return work(scope);
        } finally {
            for (const at of scope.#memory) instance.free(at);
        }
    }

    allocate(bytes) {
        const at = this.#instance.allocate(bytes);
        this.#memory.push(at);
        return at;
    }

    /** Writes the description of a column at `to`: a column, numbers that are copied, or one number for all. */
    read(to, name, given, count, type = Float64Array) {
        let at = 0;
        if (given instanceof Column) {
            if (given.length !== count) throw bad(`${name}: ${count} numbers are needed, not ${given.length}`);
            if (!(given.array instanceof type)) throw bad(`${name}: a column of ${type.name} is needed`);
            at = given.address;
        } else {
            if (!isNumbers(given)) number(name, given);
            else if (given.length !== count) throw bad(`${name}: ${count} numbers are needed, not ${given.length}`);
            at = this.allocate(count * type.BYTES_PER_ELEMENT);
            const numbers = new type(this.#instance.buffer, at, count);
            if (!isNumbers(given)) numbers.fill(given);
            else numbers.set(given);
            check(name, given, numbers, type);
        }
        this.describe(to, at, count);
    }

    describe(to, at, count) {
        const view = this.#instance.view;
        view.setUint32(to, at, true);
        view.setUint32(to + 4, count, true);
        view.setInt32(to + 8, 0, true);
    }

    /** Writes the description of a column of answers at `to`, and gives a function that takes them. */
    write(to, name, count, type, into) {
        if (into instanceof Column) {
            if (into.length !== count) throw bad(`${name}: a column of ${count} is needed, not of ${into.length}`);
            if (!(into.array instanceof type)) throw bad(`${name}: a column of ${type.name} is needed`);
            this.describe(to, into.address, count);
            return () => into;
        }
        const at = this.allocate(count * type.BYTES_PER_ELEMENT);
        this.describe(to, at, count);
        return () => new type(this.#instance.buffer, at, count).slice();
    }
}

/** Typed arrays take undefined for NaN and texts for numbers, and cut whole numbers. */
function check(name, given, taken, type) {
    if (ArrayBuffer.isView(given) && (type === Float64Array || given instanceof type)) return;
    const entries = isNumbers(given) ? given : [given];
    for (let k = 0; k < entries.length; ++k) {
        if (typeof entries[k] !== "number") throw bad(`${name}[${k}]: a number is needed, not ${shown(entries[k])}`);
        if (type === Int32Array && taken[k] !== entries[k])
            throw bad(`${name}[${k}]: a whole number of 32 bits is needed, not ${entries[k]}`);
    }
}
