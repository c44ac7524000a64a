// Plain shapes on a canvas.

export const kFont = 'Inter, "Segoe UI", system-ui, Helvetica, Arial, "DejaVu Sans", sans-serif';

export function disc(pen, x, y, radius) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
}

export function ring(pen, x, y, radius) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.stroke();
}

export function strokeLine(pen, x1, y1, x2, y2) {
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
}
