// The engine that the page may carry: WebAssembly, by gzip, in base64.

import {Engine} from '../../../../javascript/carom/engine.js';
import {Instance} from '../../../../javascript/carom/instance.js';
import {byteCount, decodeInto} from '../data.js';

/** Resolves to the engine; undefined where the page has none, or where the browser cannot open it. */
export async function readEngine(page) {
    const place = page.getElementById('engine');
    if (!place || typeof DecompressionStream === 'undefined') return undefined;
    const text = place.textContent, packed = new Uint8Array(byteCount(text));
    decodeInto(text, packed);
    place.remove();
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const bytes = await new Response(stream).arrayBuffer();
    if (!WebAssembly.validate(bytes)) return undefined;  // a browser without vectors
    return new Engine(await Instance.create(await WebAssembly.compile(bytes)));
}
