// Recordings: bytes outside, files in the memory of the module inside.

/** @import {Instance} from "./instance.js" */

import { CaromError } from "./instance.js";

let recordings = 0;

/** A name that no other file has. */
export function recordingName() {
    recordings += 1;
    return `recording-${recordings}.carom`;
}

/** Calls `work` with the address of the name of a file with these bytes.
 *  @template Result @param {Instance} instance @param {Uint8Array | ArrayBuffer} bytes
 *  @param {(at: number, length: number) => Result} work
 *  @returns {Result} */
export function withRecording(instance, bytes, work) {
    const name = recordingName();
    instance.files.write(name, bytesOf(bytes));
    try {
        return instance.withText(name, work);
    } finally {
        instance.files.remove(name);
    }
}

/** The bytes of a file that `work` writes under the name at the address that it gets.
 *  @param {Instance} instance @param {(at: number) => void} work */
export function written(instance, work) {
    const name = recordingName();
    try {
        instance.withText(name, work);
        return instance.files.bytesOf(name);
    } finally {
        instance.files.remove(name);
        instance.files.remove(`${name}.partial`);
    }
}

/** @param {unknown} bytes */
export function bytesOf(bytes, what = "a recording") {
    if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
    if (bytes instanceof Uint8Array) return bytes;
    throw new CaromError("BAD_ARGUMENT", [`${what} is needed, as an Uint8Array or an ArrayBuffer`]);
}
