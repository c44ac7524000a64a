// A table and an aim in the fragment of an address: text, compressed, in base64url, and a hash of what the shot does.

import {counted} from '../numbers.js';
import {isOut} from './session.js';

/** @import {BallState, Shot} from '../../../../javascript/carom/index.js' */

/** @param {CompressionStream | DecompressionStream} stream @param {Uint8Array} bytes */
async function through(stream, bytes) {
    const piped = new Blob([bytes]).stream().pipeThrough(stream);
    return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** @param {Uint8Array} bytes */
const toBase64Url = bytes => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** @param {string} text */
function fromBase64Url(text) {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(letters, letter => letter.charCodeAt(0));
}

const kPlaces = /(?<=^position = \[)(-?\d\.[\de-]{9,}), (-?\d\.[\de-]{9,})(?=\]$)/gm;  // with so many digits that bytes are shorter
const kMarks = /(?<=^position = \[)(?:[0-9a-f]{4})?(?=\]$)/gm;
const kLowBytes = 7;  // of a number; the last, its sign and most of its exponent, stays in the text
const kUsual = '3f3f';  // the last bytes of two numbers below 2, which need not be said
/** What scenes say again and again; in a link each is one letter that no scene has. */
const kPhrases = [
    '\n\n[[balls]]\nname = "', '"\nposition = [', ']\n\n[[shots]]\nspeed = ', '\ndirection = ', '\nelevation = ', '\nleft = ', '\nup = ',
    '"\n\n[table]\nkind = "pool_9_foot"', 'name = "', '"\nout_of_play = "pocketed"',
].map((phrase, k) => ({phrase, letter: String.fromCharCode(14 + k)}));

/** A scene whose places are marks, and the bytes of their numbers. @param {string} scene */
function withoutPlaces(scene) {
    /** @type {number[]} */
    const low = [];
    const text = scene.replace(kPlaces, (_, ...numbers) => {
        const mark = numbers.slice(0, 2).map(number => {
            const bytes = new Uint8Array(new Float64Array([Number(number)]).buffer);
            low.push(...bytes.subarray(0, kLowBytes));
            return bytes[kLowBytes].toString(16).padStart(2, '0');
        }).join('');
        return mark === kUsual ? '' : mark;
    });
    return {text, low: Uint8Array.from(low)};
}

/** The scene again. @param {string} text @param {Uint8Array} low */
function withPlaces(text, low) {
    let at = 0;
    const scene = text.replace(kMarks, given => {
        const mark = given || kUsual;
        return [mark.slice(0, 2), mark.slice(2)].map(high => {
            const bytes = Uint8Array.from([...low.subarray(at, at + kLowBytes), parseInt(high, 16)]);
            at += kLowBytes;
            return new Float64Array(bytes.buffer)[0];
        }).join(', ');
    });
    if (at !== low.length) throw new RangeError('places are missing, or too many');
    return scene;
}

/** A scene as a short text: what is written, compressed, and after a ~ the numbers of places. @param {string} scene */
export async function packed(scene) {
    const {text, low} = withoutPlaces(scene), short = kPhrases.reduce((rest, {phrase, letter}) => rest.replaceAll(phrase, letter), text);
    const written = toBase64Url(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(short)));
    return low.length > 0 ? `${written}~${toBase64Url(low)}` : written;
}

/** The scene of such a text; undefined where it is none. @param {string} text */
export async function unpacked(text) {
    try {
        const [written, places = ''] = text.split('~');
        const bytes = await through(new DecompressionStream('deflate-raw'), fromBase64Url(written));
        const short = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
        return withPlaces(kPhrases.reduce((rest, {phrase, letter}) => rest.replaceAll(letter, phrase), short), fromBase64Url(places));
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

/** 64 bits of the final places and of the duration, by FNV-1a, as 16 digits. Balls that were out of play before are left out:
 *  a link does not have their places. @param {Shot} shot @param {BallState[]} before */
export function hashOf(shot, before) {
    const end = shot.end.filter((_, ball) => !isOut(before[ball]));
    const numbers = new Float64Array([shot.duration, ...end.flatMap(({position}) => Array.from(position))]);
    let hash = 0xcbf29ce484222325n;
    for (const byte of new Uint8Array(numbers.buffer))
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    return hash.toString(16).padStart(16, '0');
}
