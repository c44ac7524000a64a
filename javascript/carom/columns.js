// Columns of numbers between JavaScript and the module's memory.

/** @import {Instance} from "./instance.js" */
/** @typedef {Float64ArrayConstructor | Int32ArrayConstructor} NumbersType  of numbers in a column */

import { CaromError } from "./instance.js";

/** @param {string} what */
const bad = (what) => new CaromError("BAD_ARGUMENT", [what]);

/** Numbers in the module's own memory: calls read them and write to them without a copy. Made by `carom.column`. */
export class Column {
    #instance;
    #type;

    /** @param {Instance} instance @param {NumbersType} type @param {unknown} length */
    constructor(instance, type, length) {
        if (type !== Float64Array && type !== Int32Array) throw bad("column: Float64Array or Int32Array is needed");
        const count = whole("column: length", length, 0, 2 ** 29);
        this.#instance = instance;
        this.#type = type;
        this.length = count;
        this.address = instance.allocate(count * type.BYTES_PER_ELEMENT);
    }

    /** The numbers. Ask again after each call of Carom: memory moves when it grows. */
    get array() {
        if (this.address === 0) throw bad("this column was freed");
        return new this.#type(this.#instance.buffer, this.address, this.length);
    }

    /** Where the numbers are, for a call of this instance. @param {Instance} instance */
    addressIn(instance) {
        if (instance !== this.#instance) throw bad("this column is of another instance of Carom");
        return this.address;
    }

    free() {
        if (this.address !== 0) this.#instance.free(this.address);
        this.address = 0;
    }
}

/** A whole number of a range, or an error that names it.
 *  @param {string} name @param {unknown} value @param {number} least @param {number} most */
export function whole(name, value, least, most) {
    if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
        throw bad(`${name}: a whole number from ${least} to ${most} is needed, not ${shown(value)}`);
    return value;
}

/** A number, or an error that names it. @param {string} name @param {unknown} value */
export function number(name, value) {
    if (typeof value !== "number" || Number.isNaN(value)) throw bad(`${name}: a number is needed, not ${shown(value)}`);
    return value;
}

/** A time that is not negative, or an error that names it. @param {string} name @param {unknown} value */
export function time(name, value) {
    const given = number(name, value);
    if (given < 0) throw bad(`${name}: a time >= 0 is needed`);
    return given;
}

/** A text, or an error that names it. @param {string} name @param {unknown} value */
export function text(name, value) {
    if (typeof value !== "string") throw bad(`${name}: a text is needed, not ${shown(value)}`);
    return value;
}

/** An object, or an error that names it. @param {string} name @param {unknown} given @returns {asserts given is object} */
export function mustBe(name, given) {
    if (typeof given !== "object" || given === null || isNumbers(given)) throw bad(`${name}: an object is needed, not ${shown(given)}`);
}

/** What was given of these options: none that Carom does not know, so that a slip of the pen has no silent effect.
 *  @template {object} Given @param {string} name @param {Given | undefined} given
 *  @param {readonly (keyof Given & string)[]} known
 *  @returns {Partial<Given>} */
export function options(name, given, known) {
    if (given === undefined) return {};
    mustBe(name, given);
    const unknown = Object.keys(given).find((key) => !known.some((each) => each === key));
    if (unknown !== undefined) throw bad(`${name}: there is no ${shown(unknown)}; it takes ${known.join(", ")}`);
    return given;
}

/** As many numbers as there are dimensions.
 *  @param {string} name @param {unknown} value @param {number} dimension @returns {ArrayLike<number>} */
export function vector(name, value, dimension) {
    if (!isNumbers(value) || value.length !== dimension)
        throw bad(`${name}: ${dimension} numbers are needed, not ${shown(value)}`);
    for (let k = 0; k < dimension; ++k) number(`${name}[${k}]`, value[k]);
    return value;
}

/** @param {unknown} value @returns {value is ArrayLike<number>} */
export function isNumbers(value) {
    if (value instanceof DataView || value instanceof BigInt64Array || value instanceof BigUint64Array) return false;
    return Array.isArray(value) || ArrayBuffer.isView(value);
}

/** @param {unknown} value */
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
    /** @type {number[]} */ #memory = [];

    /** @param {Instance} instance */
    constructor(instance) {
        this.#instance = instance;
    }

    /** @template Result @param {Instance} instance @param {(scope: Scope) => Result} work @returns {Result} */
    static run(instance, work) {
        const scope = new Scope(instance);
        try {
            return work(scope);
        } finally {
            for (const at of scope.#memory) instance.free(at);
        }
    }

    /** @param {number} bytes */
    allocate(bytes) {
        const at = this.#instance.allocate(bytes);
        this.#memory.push(at);
        return at;
    }

    /** Writes the description of a column at `to`: a column, numbers that are copied, or one number for all.
     *  @param {number} to @param {string} name @param {unknown} given @param {number} count @param {NumbersType} [type] */
    read(to, name, given, count, type = Float64Array) {
        let at = 0;
        if (given instanceof Column) {
            if (given.length !== count) throw bad(`${name}: ${count} numbers are needed, not ${given.length}`);
            if (!(given.array instanceof type)) throw bad(`${name}: a column of ${type.name} is needed`);
            at = given.addressIn(this.#instance);
        } else {
            const one = isNumbers(given) ? 0 : number(name, given);
            if (isNumbers(given) && given.length !== count) throw bad(`${name}: ${count} numbers are needed, not ${given.length}`);
            if (isNumbers(given)) for (let k = 0; k < count; ++k) number(`${name}[${k}]`, given[k]);
            at = this.allocate(count * type.BYTES_PER_ELEMENT);
            const numbers = new type(this.#instance.buffer, at, count);
            if (isNumbers(given)) numbers.set(given);
            else numbers.fill(one);
            checkWhole(name, given, numbers);
        }
        this.describe(to, at, count);
    }

    /** @param {number} to @param {number} at @param {number} count */
    describe(to, at, count) {
        const view = this.#instance.view;
        view.setUint32(to, at, true);
        view.setUint32(to + 4, count, true);
        view.setInt32(to + 8, 0, true);
    }

    /** Writes the description of a column of answers at `to`, and gives a function that takes them.
     *  @template {NumbersType} Type @param {number} to @param {number} count @param {Type} type
     *  @returns {() => InstanceType<Type>} */
    write(to, count, type) {
        const at = this.allocate(count * type.BYTES_PER_ELEMENT);
        this.describe(to, at, count);
        return () => /** @type {InstanceType<Type>} */ (new type(this.#instance.buffer, at, count).slice());
    }

    /** The same, into a column where one is given.
     *  @param {number} to @param {string} name @param {number} count @param {NumbersType} type @param {unknown} into
     *  @returns {() => Float64Array | Int32Array | Column} */
    writeInto(to, name, count, type, into) {
        if (into === undefined) return this.write(to, count, type);
        if (!(into instanceof Column)) throw bad(`${name}: a column of Carom is needed to write to, not ${shown(into)}`);
        if (into.length !== count) throw bad(`${name}: a column of ${count} is needed, not of ${into.length}`);
        if (!(into.array instanceof type)) throw bad(`${name}: a column of ${type.name} is needed`);
        this.describe(to, into.addressIn(this.#instance), count);
        return () => into;
    }
}

/** Typed arrays cut numbers that are not whole.
 *  @param {string} name @param {unknown} given @param {Float64Array | Int32Array} taken */
function checkWhole(name, given, taken) {
    if (!(taken instanceof Int32Array) || given instanceof Int32Array) return;
    const entries = isNumbers(given) ? given : [given];
    for (let k = 0; k < entries.length; ++k) {
        if (taken[k] !== entries[k])
            throw bad(`${name}[${k}]: a whole number of 32 bits is needed, not ${shown(entries[k])}`);
    }
}
