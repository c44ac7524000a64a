// The header and the bytes that the page carries.

import {breathe} from './breathe.js';
import {unpacked} from './unpack.js';

/** @import {Columns, Header} from './types.js' */

const kLetters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&_>()[]{}@%$#';

/** Writes the bytes of base64 text into `target` from its start.
 *  @param {string} text @param {Uint8Array & {setFromBase64?: (text: string) => void}} target */
export function decodeInto(text, target) {
    if (target.setFromBase64) {
        target.setFromBase64(text);
        return;
    }
    const letters = 1 << 20;  // at once: a whole number of bytes
    for (let from = 0, to = 0; from < text.length; from += letters) {
        const bytes = atob(text.slice(from, from + letters));
        for (let k = 0; k < bytes.length; ++k) target[to++] = bytes.charCodeAt(k);
    }
}

/** How many bytes base64 text stands for. @param {string} text */
export function byteCount(text) {
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
    return text.length / 4 * 3 - padding;
}

/** Four bytes for each five letters, as cmake/page_bytes.sh writes them. @param {string} text */
export function bytesOfFives(text) {
    const values = new Uint8Array(128), size = (text.length - 1) / 5 * 4, view = new DataView(new ArrayBuffer(size));
    for (let k = 0; k < kLetters.length; ++k) values[kLetters.charCodeAt(k)] = k;
    for (let from = 0, to = 0; to < size; to += 4) {
        let number = 0;
        for (let k = 0; k < 5; ++k) number = 85 * number + values[text.charCodeAt(from++)];
        view.setUint32(to, number);
    }
    return new Uint8Array(view.buffer, 0, size - Number(text.at(-1)));
}

/** Takes the bytes out of an element of the page, which are there by gzip, in fives. Resolves to undefined where there is no
 *  such element, or where the browser does not unpack.
 *  @param {Document} page @param {string} id */
export async function unzipped(page, id) {
    const place = page.getElementById(id);
    if (!place || typeof DecompressionStream === 'undefined') return undefined;
    const bytes = bytesOfFives(place.textContent ?? '');
    place.remove();
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
}

/**
 * Reads and removes the data elements of a page; `progress` gets the share done.
 * Resolves to {header, columns}, columns by name.
 * @param {Document} page @param {(share: number) => void} progress @returns {Promise<{header: Header, columns: Columns}>}
 */
export async function readData(page, progress) {
    const header = JSON.parse(page.getElementById('header')?.textContent ?? '');
    const bytes = new Uint8Array(header.bytes);
    const parts = page.querySelectorAll('script.data');
    let at = 0;
    for (const part of parts) {
        const text = part.textContent ?? '', count = byteCount(text);
        decodeInto(text, bytes.subarray(at, at + count));
        at += count;
        part.remove();
        if (parts.length > 1) {
            progress(at / bytes.length);
            await breathe();
        }
    }
    if (at !== bytes.length) throw new Error(`the data of this page are cut off: ${at} of ${bytes.length} bytes`);
    return {header, columns: await unpacked(header, bytes, progress)};
}
