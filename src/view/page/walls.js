// The walls of the world: how far away they are, and where they are seen. A new shape of wall is added here.

import {cross, dot, length, plus, times, unit} from './vectors.js';

/** @import {Box, HalfSpace, Vector, Vessel, Wall, World} from './types.js' */

/** Wall by its number in events: a half_space {normal, offset}, solid where normal . x <= offset, or a vessel.
 *  @param {World} world @param {number} wall @returns {Wall} */
export function wallOf(world, wall) {
    const n = world.boundary.length;
    if (wall >= 2 * n) return [...world.walls, ...world.containers][wall - 2 * n];
    const axis = wall >> 1, normal = Array(n).fill(0);
    normal[axis] = wall % 2 === 0 ? 1 : -1;
    return {kind: 'half_space', normal, offset: wall % 2 === 0 ? world.lower[axis] : -world.upper[axis], speed: 0};
}

/** Where the surface of a half-space is at `time` of the run: {normal, offset}. @param {HalfSpace} wall @param {number} time */
export function halfSpaceAt({normal, offset, speed}, time) {
    return {normal, offset: offset + speed * time * length(normal)};
}

/** How far a point is from the solid of a wall at `time` of the run; NaN where the shape has no formula here.
 *  @param {World} world @param {number} number @param {Vector} point @param {number} time */
export function wallDistance(world, number, point, time) {
    const wall = wallOf(world, number);
    if (wall?.kind === 'half_space') {
        const {normal, offset} = halfSpaceAt(wall, time), size = length(normal);
        return dot(normal, point) / size - offset / size;
    }
    if (wall?.kind === 'sphere') return wall.radius - length(plus(point, wall.center, -1));
    if (wall?.kind !== 'cylinder') return NaN;
    const axis = unit(wall.axis), way = plus(point, wall.center, -1);
    return wall.radius - length(plus(way, axis, -dot(way, axis)));
}

/** How a vessel in space is seen from `eye`: {outlines, lines, faces}. The outlines end what is seen of it, the lines lie on
 *  its surface and show how it curves, and the faces are convex polygons that fill it.
 *  @param {Vessel} vessel @param {Box} extent @param {Vector} eye */
export function vesselView(vessel, extent, eye) {
    return vessel.kind === 'sphere' ? bowlView(vessel, eye) : tubeView(vessel, extent, eye);
}

/** @param {Vessel} vessel @param {Vector} eye */
function bowlView({center, radius}, eye) {
    const way = plus(eye, center, -1), distance = length(way), axis = unit(way);
    const parallels = [-60, -30, 0, 30, 60].map(degrees => degrees * Math.PI / 180).map(angle =>
        circle(plus(center, [0, 0, radius * Math.sin(angle)]), radius * Math.cos(angle), [1, 0, 0], [0, 1, 0]));
    if (distance <= radius) return {outlines: [], lines: parallels, faces: []};
    const [across, along] = squareTo(axis), share = radius / distance;
    const outline = circle(plus(center, axis, radius * share), radius * Math.sqrt(1 - share * share), across, along);
    return {outlines: [outline], lines: parallels, faces: [outline]};
}

/** The part of an endless tube that crosses the extent. @param {Vessel} vessel @param {Box} extent @param {Vector} eye */
function tubeView(vessel, {lower, upper}, eye) {
    const {center, radius} = vessel, axis = unit(vessel.axis), [across, along] = squareTo(axis);
    /** @param {Vector} corner */
    const reach = corner => dot(plus(corner, center, -1), axis);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(i => lower.map((x, k) => i >> k & 1 ? upper[k] : x)).map(reach);
    const ends = [Math.min(...corners), Math.max(...corners)];
    const rims = ends.map(at => circle(plus(center, axis, at), radius, across, along));
    const view = {outlines: rims, lines: [], faces: rims.filter((_, k) => (k === 0 ? ends[0] < reach(eye) : ends[1] > reach(eye)))};
    const away = plus(plus(eye, center, -1), axis, -reach(eye)), distance = length(away);
    if (distance <= radius) return view;
    const ahead = unit(away), side = cross(axis, ahead), cosine = radius / distance, sine = Math.sqrt(1 - cosine * cosine);
    const staves = [1, -1].map(s => plus(times(radius * cosine, ahead), side, s * radius * sine))
        .map(offset => ends.map(at => plus(plus(center, axis, at), offset)));
    const [[a, b], [c, d]] = staves;
    return {...view, outlines: [...rims, ...staves], faces: [...view.faces, [a, b, d, c]]};
}

/** Two unit vectors at right angles to a third and to each other. @param {Vector} axis */
function squareTo(axis) {
    const across = unit(cross(axis, Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    return [across, cross(axis, across)];
}

/** 96 straight pieces. @param {Vector} center @param {number} radius @param {Vector} u @param {Vector} v */
function circle(center, radius, u, v) {
    return Array.from({length: 97}, (_, k) => {
        const angle = 2 * Math.PI * k / 96;
        return plus(plus(center, u, radius * Math.cos(angle)), v, radius * Math.sin(angle));
    });
}

/** The part of a convex polygon with normal . p <= offset (Sutherland and Hodgman, 1974).
 *  @param {Vector[]} polygon @param {Vector} normal @param {number} offset */
export function clipped(polygon, normal, offset) {
    /** @type {Vector[]} */
    const result = [];
    polygon.forEach((a, k) => {
        const b = polygon[(k + 1) % polygon.length];
        const ha = dot(normal, a) - offset, hb = dot(normal, b) - offset;
        if (ha <= 0) result.push(a);
        if (ha * hb < 0) result.push(plus(a, plus(b, a, -1), ha / (ha - hb)));
    });
    return result;
}

/** The area that a half-space covers of a rectangle {lower, upper}.
 *  @param {{normal: Vector, offset: number}} wall @param {Box} rectangle */
export function solidIn(wall, {lower, upper}) {
    const corners = [lower, [upper[0], lower[1]], upper, [lower[0], upper[1]]];
    return clipped(corners, wall.normal, wall.offset);
}

/** The part of the plane of a half-space that lies in a box {lower, upper}.
 *  @param {{normal: Vector, offset: number}} wall @param {Box} box */
export function facetIn(wall, {lower, upper}) {
    const n = unit(wall.normal);
    const across = unit(cross(n, Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])), along = cross(n, across);
    const middle = times(0.5, plus(lower, upper)), reach = length(plus(upper, lower, -1));
    const foot = plus(middle, n, wall.offset / length(wall.normal) - dot(n, middle));
    let polygon = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(
        ([x, y]) => plus(plus(foot, across, x * reach), along, y * reach));
    for (let k = 0; k < 3; ++k) {
        const axis = [0, 1, 2].map(i => i === k ? 1 : 0);
        polygon = clipped(clipped(polygon, axis, upper[k]), times(-1, axis), -lower[k]);
    }
    return polygon;
}
