// Numbers as text, and a little arithmetic of vectors as arrays.

/** A number for people: `digits` significant digits, an exponent only where it helps. */
function shortNumber(value, digits = 4) {
    if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : '–';
    if (value === 0) return '0';
    const size = Math.abs(value);
    const text = size >= 1e6 || size < 1e-4 ? value.toExponential(digits - 1)
        : String(Number(value.toPrecision(digits)));
    return text.replace('-', '−').replace('e+', 'e');
}

/** A whole number with separators. */
function wholeNumber(value) {
    return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** "1 ball", "2 balls". */
function counted(count, noun) {
    return `${wholeNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Decimals that tell times of a window of this length apart. */
function timeDecimals(length) {
    return Math.min(15, Math.max(0, 6 - Math.floor(Math.log10(length || 1))));
}

function escaped(text) {
    return String(text).replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
}

/** Is NaN for what is not one number, also where parseFloat would take a part of it. */
function parsedNumber(text) {
    return text.trim() === '' ? NaN : Number(text.trim().replace('−', '-'));
}

const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const length = a => Math.sqrt(dot(a, a));
const plus = (a, b, s = 1) => a.map((x, k) => x + s * b[k]);
const times = (s, a) => a.map(x => s * x);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = a => times(1 / (length(a) || 1), a);
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/** The first index in [low, high) for which `holds`, which must not turn false again; else `high`. */
function firstIndex(low, high, holds) {
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (holds(middle)) high = middle;
        else low = middle + 1;
    }
    return low;
}

/** Lengths and times for scales: the largest of 1, 2 and 5 times a power of ten that is at most `longest`. */
function roundLength(longest) {
    const power = 10 ** Math.floor(Math.log10(longest));
    const share = longest / power;
    return (share >= 5 ? 5 : share >= 2 ? 2 : 1) * power;
}
