// Vectors as arrays.

export const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
export const length = a => Math.sqrt(dot(a, a));
export const plus = (a, b, s = 1) => a.map((x, k) => x + s * b[k]);
export const times = (s, a) => a.map(x => s * x);
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = a => times(1 / (length(a) || 1), a);
