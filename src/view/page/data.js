// The header and the columns of numbers that the page carries.

const kColumnTypes = {f64: Float64Array, u32: Uint32Array, u8: Uint8Array};

/** Writes the bytes of base64 text into `target` from its start. */
function decodeInto(text, target) {
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

/** Lets the browser draw. */
const breathe = () => new Promise(resolve => setTimeout(resolve));

/**
 * Reads and removes the data elements; `progress` gets the share done.
 * Resolves to {header, columns}, columns by name.
 */
async function readData(progress) {
    const header = JSON.parse(document.getElementById('header').textContent);
    const bytes = new Uint8Array(header.bytes);
    const parts = document.querySelectorAll('script.data');
    let at = 0;
    for (const part of parts) {
        const text = part.textContent;
        const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
        const count = text.length / 4 * 3 - padding;
        decodeInto(text, bytes.subarray(at, at + count));
        at += count;
        part.remove();
        if (parts.length > 1) {
            progress(at / bytes.length);
            await breathe();
        }
    }
    if (at !== bytes.length) throw new Error(`the data of this page are cut off: ${at} of ${bytes.length} bytes`);
    const columns = {};
    for (const [name, column] of Object.entries(header.columns)) {
        columns[name] = new kColumnTypes[column.type](bytes.buffer, column.at, column.count);
    }
    return {header, columns};
}
