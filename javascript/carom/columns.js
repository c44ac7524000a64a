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

    /** Where the numbers are, for a call of this instance. */
    addressIn(instance) {
        if (instance !== this.#instance) throw bad("this column is of another instance of Carom");
        return this.address;
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
    if (typeof value !== "number" || Number.isNaN(value)) throw bad(`${name}: a number is needed, not ${shown(value)}`);
    return value;
}

/** A text, or an error that names it. */
export function text(name, value) {
    if (typeof value !== "string") throw bad(`${name}: a text is needed, not ${shown(value)}`);
    return value;
}

/** An object, or an error that names it. */
export function mustBe(name, given) {
    if (typeof given !== "object" || given === null || isNumbers(given)) throw bad(`${name}: an object is needed, not ${shown(given)}`);
}

/** What was given of these options: none that Carom does not know, so that a slip of the pen has no silent effect. */
export function options(name, given, known) {
    if (given === undefined) return {};
    mustBe(name, given);
    const unknown = Object.keys(given).find((key) => !known.includes(key));
    if (unknown !== undefined) throw bad(`${name}: there is no ${shown(unknown)}; it takes ${known.join(", ")}`);
    return given;
}

/** As many numbers as there are dimensions. */
export function vector(name, value, dimension) {
    if (!isNumbers(value) || value.length !== dimension)
        throw bad(`${name}: ${dimension} numbers are needed, not ${shown(value)}`);
    for (let k = 0; k < dimension; ++k) number(`${name}[${k}]`, value[k]);
    return value;
}

export function isNumbers(value) {
    if (value instanceof DataView || value instanceof BigInt64Array || value instanceof BigUint64Array) return false;
    return Array.isArray(value) || ArrayBuffer.isView(value);
}

export function shown(value) {
    if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
    if (isNumbers(value)) return `an array of ${value.length}`;
    if (ArrayBuffer.isView(value)) return `a ${value.constructor.name}`;
    if (typeof value === "function") return "a function";
    if (typeof value === "bigint") return `${value}n`;
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
            at = given.addressIn(this.#instance);
        } else {
            if (!isNumbers(given)) number(name, given);
            else if (given.length !== count) throw bad(`${name}: ${count} numbers are needed, not ${given.length}`);
            if (isNumbers(given)) for (let k = 0; k < count; ++k) number(`${name}[${k}]`, given[k]);
            at = this.allocate(count * type.BYTES_PER_ELEMENT);
            const numbers = new type(this.#instance.buffer, at, count);
            if (!isNumbers(given)) numbers.fill(given);
            else numbers.set(given);
            checkWhole(name, given, numbers);
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
            this.describe(to, into.addressIn(this.#instance), count);
            return () => into;
        }
        if (into !== undefined) throw bad(`${name}: a column of Carom is needed to write to, not ${shown(into)}`);
        const at = this.allocate(count * type.BYTES_PER_ELEMENT);
        this.describe(to, at, count);
        return () => new type(this.#instance.buffer, at, count).slice();
    }
}

/** Typed arrays cut numbers that are not whole. */
function checkWhole(name, given, taken) {
    if (!(taken instanceof Int32Array) || given instanceof Int32Array) return;
    const entries = isNumbers(given) ? given : [given];
    for (let k = 0; k < entries.length; ++k) {
        if (taken[k] !== entries[k])
            throw bad(`${name}[${k}]: a whole number of 32 bits is needed, not ${shown(entries[k])}`);
    }
}
