// Files that the page hands to its reader.

/** Of plain letters; `name` may be any text. */
export const fileName = (name, ending) => `${name || 'carom'}.${ending}`.replace(/[^\w.-]+/g, '_');

export function saveBlob(blob, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function saveCanvas(canvas, name) {
    canvas.toBlob(blob => saveBlob(blob, name));
}
