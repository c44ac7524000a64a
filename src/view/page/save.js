// Files that the page hands to its reader.

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
