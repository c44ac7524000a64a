// Files that the page hands to its reader.


/** Of plain letters; `name` may be any text. @type {(name: string, ending: string) => string} */
export const fileName = (name, ending) => `${name || 'carom'}.${ending}`.replace(/[^\w.-]+/g, '_');

/** @param {Blob} blob @param {string} name */
export function saveBlob(blob, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {HTMLCanvasElement} canvas @param {string} name */
export function saveCanvas(canvas, name) {
    canvas.toBlob(blob => { if (blob) saveBlob(blob, name); });
}
