// How a ball flies: the one place that knows.

/** A coordinate of a ball that was at x with velocity v and has had the acceleration a since.
 *  @param {number} x @param {number} v @param {number} a @param {number} elapsed */
export const flownTo = (x, v, a, elapsed) => x + elapsed * (v + a * elapsed / 2);
