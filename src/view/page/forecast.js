// What the page works out by itself about a trajectory: where a flight leads to, and what an impact makes of the
// velocities. forecast.hpp says the same: each sum and product stands there in the same order, or the unpacked numbers
// would have other bits. A page asks this a million times, so nothing is made here.

import {flownTo} from './flight.js';
import {wallOf} from './walls.js';

/** @import {Header, Vector} from './types.js' */

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function dotOf(a, b) {
    let sum = 0;
    for (let k = 0; k < a.length; ++k) sum += a[k] * b[k];
    return sum;
}

/** To length 1; zero stays zero. @param {Float64Array} a */
function normalise(a) {
    const size = Math.sqrt(dotOf(a, a)), scale = size > 0 ? 1 / size : 0;
    for (let k = 0; k < a.length; ++k) a[k] *= scale;
}

/** @param {Vector} vector */
const normalised = vector => {
    const a = Float64Array.from(vector);
    normalise(a);
    return a;
};

export class Forecast {
    /** @param {Header} header @param {Float64Array} mass */
    constructor({world}, mass) {
        const n = world.boundary.length, count = 2 * n + world.walls.length + world.containers.length;
        this.mass = mass;
        this.lower = Float64Array.from(world.lower);
        this.sides = Float64Array.from(world.boundary, (kind, k) => kind === 'periodic' ? world.upper[k] - world.lower[k] : 0);
        this.walls = Array.from({length: count}, (_, number) => wallOf(world, number)).map(wall => wall.kind === 'half_space'
            ? {normal: normalised(wall.normal), speed: wall.speed} : {center: Float64Array.from(wall.center), axis: normalised(wall.axis)});
        /** What changes the velocities at an impact: ball k of the event gets shares[k] * size along the normal. */
        this.push = {normal: new Float64Array(n), size: 0, shares: new Float64Array(2)};
    }

    /** Coordinate k of where a flight leads to, in the periodic box. Images of a sheared box are not followed.
     *  @param {number} x @param {number} v @param {number} a @param {number} elapsed @param {number} k */
    position(x, v, a, elapsed, k) {
        const at = flownTo(x, v, a, elapsed), side = this.sides[k];
        return side === 0 ? at : at - side * Math.floor((at - this.lower[k]) / side);
    }

    /** Where the law of smooth balls says nothing. */
    noPush() {
        this.push.normal.fill(0);
        this.setPush(0, 0, 0);
    }

    /** @param {number} size @param {number} share @param {number} otherShare */
    setPush(size, share, otherShare) {
        this.push.size = size;
        this.push.shares[0] = share;
        this.push.shares[1] = otherShare;
    }

    /** Of two balls, by their numbers, places, and velocities before.
     *  @param {number} ball @param {number} other @param {number} restitution @param {Float64Array[]} positions @param {Float64Array[]} before */
    pushPair(ball, other, restitution, positions, before) {
        const a = 1 / this.mass[ball], b = 1 / this.mass[other], {sides, push: {normal}} = this;
        if (!(a + b > 0)) {
            this.noPush();
            return;
        }
        for (let k = 0; k < normal.length; ++k) {
            const way = positions[1][k] - positions[0][k];
            normal[k] = sides[k] === 0 ? way : way - sides[k] * Math.floor(way / sides[k] + 0.5);
        }
        normalise(normal);
        let closing = 0;
        for (let k = 0; k < normal.length; ++k) closing += normal[k] * (before[1][k] - before[0][k]);
        this.setPush((1 + restitution) * closing, a / (a + b), -b / (a + b));
    }

    /** Of a ball by a wall, by its number in events.
     *  @param {number} number @param {number} restitution @param {Float64Array} position @param {Float64Array} before */
    pushFromWall(number, restitution, position, before) {
        const wall = this.walls[number], {normal} = this.push;
        if (wall.normal) normal.set(wall.normal);
        else this.setInwards(wall, position);
        const closing = (wall.speed ?? 0) - dotOf(normal, before);
        this.setPush((1 + restitution) * closing, 1, 0);
    }

    /** The normal of a round vessel at a point. @param {{center: Float64Array, axis: Float64Array}} vessel @param {Float64Array} point */
    setInwards({center, axis}, point) {
        const {normal} = this.push;
        for (let k = 0; k < normal.length; ++k) normal[k] = center[k] - point[k];
        const along = dotOf(normal, axis);
        for (let k = 0; k < normal.length; ++k) normal[k] -= along * axis[k];
        normalise(normal);
    }
}
