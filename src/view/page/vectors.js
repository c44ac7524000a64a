// Vectors as arrays.

/** @import {Vector} from './types.js' */

/** @type {(a: Vector, b: Vector) => number} */
export const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
/** @type {(a: Vector) => number} */
export const length = a => Math.sqrt(dot(a, a));
/** @type {(a: Vector, b: Vector, s?: number) => Vector} */
export const plus = (a, b, s = 1) => a.map((x, k) => x + s * b[k]);
/** @type {(s: number, a: Vector) => Vector} */
export const times = (s, a) => a.map(x => s * x);
/** @type {(a: Vector, b: Vector) => Vector} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @type {(a: Vector) => Vector} */
export const unit = a => times(1 / (length(a) || 1), a);
