// A table and an aim in the fragment of an address: text, compressed, in base64url, and a hash of what the shot does.

import {counted} from '../numbers.js';

/** @import {Shot} from '../../../../javascript/carom/index.js' */

async function through(stream, bytes) {
    const piped = new Blob([bytes]).stream().pipeThrough(stream);
    return new Uint8Array(await new Response(piped).arrayBuffer());
}

const toBase64Url = bytes => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

function fromBase64Url(text) {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(letters, letter => letter.charCodeAt(0));
}

/** A scene as a short text. @param {string} scene */
export async function packed(scene) {
    return toBase64Url(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(scene)));
}

/** The scene of such a text; undefined where it is none. @param {string} text */
export async function unpacked(text) {
    try {
        return new TextDecoder('utf-8', {fatal: true})
            .decode(await through(new DecompressionStream('deflate-raw'), fromBase64Url(text)));
    } catch {
        return undefined;
    }
}

/** Puts a link into the address line and the clipboard, and says so. @param {string} link @param {string} what */
export async function copied(link, what) {
    history.replaceState(null, '', link);
    try {
        await navigator.clipboard.writeText(link);
        return `The link is copied: ${counted(link.length, 'letter')}. Whoever opens it gets ${what}, bit for bit.`;
    } catch {
        return 'The link is in the address line now: copy it from there.';
    }
}

/** 64 bits of the final places and of the duration, by FNV-1a, as 16 digits. @param {Shot} shot */
export function hashOf(shot) {
    const numbers = new Float64Array([shot.duration, ...shot.end.flatMap(({position}) => Array.from(position))]);
    let hash = 0xcbf29ce484222325n;
    for (const byte of new Uint8Array(numbers.buffer))
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    return hash.toString(16).padStart(16, '0');
}
