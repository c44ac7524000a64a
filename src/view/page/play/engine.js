// The engine that the page may carry: WebAssembly, packed.

import {Engine} from '../../../../javascript/carom/engine.js';
import {Instance} from '../../../../javascript/carom/instance.js';
import {unzipped} from '../data.js';

/** @import {PageEngine} from '../types.js' */

/** Resolves to the engine; undefined where the page has none, or where the browser cannot open it.
 *  @param {Document} page @returns {Promise<PageEngine | undefined>} */
export async function readEngine(page) {
    const bytes = await unzipped(page, 'engine');
    if (!bytes || !WebAssembly.validate(bytes)) return undefined;  // the latter in a browser without vectors
    return new Engine(await Instance.create(await WebAssembly.compile(bytes)));
}
