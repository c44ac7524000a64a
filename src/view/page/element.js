// Access to the parts of the page.

/** @import {PageElements} from './types.js' */

/**
 * An element of the page by its id.
 * @template {keyof PageElements} Id
 * @overload @param {Id} id @returns {PageElements[Id]}
 */
/**
 * @overload @param {string} id @returns {HTMLElement}
 */
/** @param {string} id */
export function element(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no ${id}`);
    return found;
}
