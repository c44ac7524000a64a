// Numbers as text, and texts as numbers.

/** A number for people: `digits` significant digits, an exponent only where it helps.
 *  @param {number} value @param {number} [digits] */
export function shortNumber(value, digits = 4) {
    if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : '–';
    if (value === 0) return '0';
    const size = Math.abs(value);
    const text = size >= 1e6 || size < 1e-4 ? value.toExponential(digits - 1)
        : String(Number(value.toPrecision(digits)));
    return text.replace('-', '−').replace('e+', 'e');
}

/** A whole number with separators. @param {number} value */
export function wholeNumber(value) {
    return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** "1 ball", "2 balls". @param {number} count @param {string} noun */
export function counted(count, noun) {
    return `${wholeNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Decimals that tell times of a window of this length apart. @param {number} length */
export function timeDecimals(length) {
    return Math.min(15, Math.max(0, 6 - Math.floor(Math.log10(length || 1))));
}

/** @type {Record<string, string>} */
const kEscapes = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

/** For HTML. @param {unknown} text */
export function escaped(text) {
    return String(text).replace(/[&<>"]/g, c => kEscapes[c]);
}

/** Is NaN for what is not one number, also where parseFloat would take a part of it. @param {string} text */
export function parsedNumber(text) {
    return text.trim() === '' ? NaN : Number(text.trim().replace('−', '-'));
}

/** @param {number} x @param {number} low @param {number} high */
export const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/** The first index in [begin, end) for which `holds`, which must not turn false again; else `end`.
 *  @param {number} begin @param {number} end @param {(index: number) => boolean} holds */
export function firstIndex(begin, end, holds) {
    let low = begin, high = end;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (holds(middle)) high = middle;
        else low = middle + 1;
    }
    return low;
}

/** Lengths and times for scales: the largest of 1, 2 and 5 times a power of ten that is at most `longest`. @param {number} longest */
export function roundLength(longest) {
    const power = 10 ** Math.floor(Math.log10(longest));
    const share = longest / power;
    return (share >= 5 ? 5 : share >= 2 ? 2 : 1) * power;
}
