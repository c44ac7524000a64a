// The wood, the cloth and the cushions of a table as faces in space.

import {rgbOf} from './colours.js';
import {railHeight} from './in_space.js';
import {dot, length, plus, unit} from './vectors.js';
import {clipped} from './walls.js';

/** @import {Box, Extent, Face, RailedLook, Rails, Sphere, TableLook, Vector} from './types.js' */

/** The radius of a sight, as a share of its distance from the playing area. */
export const kSight = 0.1;
const kLight = unit([0.35, -0.45, 0.82]);
const kPocketDepth = 0.07, kApron = 0.11;  // metres
const kCorners = 24;  // of a circle
const kSeam = 8e-4, kNothing = 1e-9;  // metres; a seam is wider than what a screen rounds corners by
const kBlack = [12, 12, 13];

/** @param {Box} area */
export const shortSide = ({lower, upper}) => Math.min(upper[0] - lower[0], upper[1] - lower[1]);
/** The middle of the rails, beyond the playing area. @param {TableLook} table @param {number} side the shorter one */
export const sightDistance = ({rail, cushion_width: cushion}, side) => side * (rail + cushion) / 2;
/** @param {Box} area @param {number} margin */
const rectangle = ({lower, upper}, margin) => ({lower: lower.map(x => x - margin), upper: upper.map(x => x + margin)});
/** @param {Box} area */
const cornersOf = ({lower: [a, b], upper: [c, d]}) => [[a, b], [c, b], [c, d], [a, d]];
/** @param {Vector[]} points @param {number} z */
const at = (points, z) => points.map(([x, y]) => [x, y, z]);

/** @param {Vector} center @param {number} radius @param {number} [corners] */
export function circle([x, y], radius, corners = kCorners) {
    return Array.from({length: corners}, (_, k) => {
        const angle = 2 * Math.PI * k / corners;
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
}

/** The part of a polygon in a rectangle. @param {Vector[]} polygon @param {Box} area */
function within(polygon, {lower, upper}) {
    return [0, 1].reduce((part, k) => {
        const axis = k === 0 ? [1, 0] : [0, 1];
        return clipped(clipped(part, axis, upper[k]), axis.map(x => -x), -lower[k]);
    }, polygon);
}

/** Where the edges of a polygon that cross a slab a <= x <= b are at its two ends, from below: pairs that bound the inside.
 *  @param {Vector[]} polygon @param {number} a @param {number} b */
function spansIn(polygon, a, b) {
    /** @type {number[][]} */
    const edges = [];
    polygon.forEach((p, k) => {
        const q = polygon[(k + 1) % polygon.length], [left, right] = p[0] < q[0] ? [p, q] : [q, p];
        if (left[0] > a || right[0] < b || left[0] === right[0]) return;
        edges.push([a, b].map(x => left[1] + (right[1] - left[1]) * (x - left[0]) / (right[0] - left[0])));
    });
    edges.sort((p, q) => p[0] + p[1] - q[0] - q[1]);
    return Array.from({length: edges.length >> 1}, (_, k) => [edges[2 * k], edges[2 * k + 1]]);
}

/** The numbers between two ends, with these, in order. @param {number} from @param {number} to @param {number[]} between */
const cutsOf = (from, to, between) => [...new Set([from, to, ...between.filter(x => x > from && x < to)])].sort((p, q) => p - q);
/** @param {number[]} cuts */
const pairsOf = cuts => cuts.slice(1).map((to, k) => [cuts[k], to]);

/** What is left of a rectangle without these convex polygons, as convex pieces: band by band between their ends along y, so that
 *  few pieces are long and thin, which are slow to draw. @param {Box} area @param {Vector[][]} holes @returns {Vector[][]} */
export function without({lower, upper}, holes) {
    const ends = holes.flatMap(hole => [Math.min, Math.max].map(end => end(...hole.map(([, y]) => y))));
    return pairsOf(cutsOf(lower[1], upper[1], ends)).flatMap(([from, to]) => {
        const band = {lower: [lower[0], from], upper: [upper[0], to]};
        return slabsOf(band, holes.map(hole => within(hole, band)).filter(hole => hole.length > 2));
    });
}

/** The same of a band, slab by slab between the corners of the polygons.
 *  @param {Box} band @param {Vector[][]} holes @returns {Vector[][]} */
function slabsOf({lower, upper}, holes) {
    const pieces = [], middle = (/** @type {number[]} */ edge) => edge[0] + edge[1], top = [upper[1], upper[1]];
    for (const [a, b] of pairsOf(cutsOf(lower[0], upper[0], holes.flat().map(([x]) => x)))) {
        const spans = holes.flatMap(hole => spansIn(hole, a, b)).sort((p, q) => middle(p[0]) - middle(q[0]));
        let from = [lower[1], lower[1]];
        for (const [low, high] of [...spans, [top, top]]) {
            if (middle(low) > middle(from) + kNothing) pieces.push([[a, from[0]], [b, from[1]], [b, low[1]], [a, low[0]]]);
            if (middle(high) > middle(from)) from = high;
        }
    }
    return pieces;
}

/** @param {number[]} rgb @param {Vector} normal */
const lit = (rgb, normal) => [...rgb.map(x => Math.round(Math.min(255, x * (0.5 + 0.6 * Math.max(0, dot(normal, kLight)))))), 255];
/** @param {Vector[]} polygon @param {number} z @param {number[]} rgb */
const flat = (polygon, z, rgb) => ({polygon: at(polygon, z), colour: lit(rgb, [0, 0, 1])});

/** From a to b between two heights, seen from the left of that way.
 *  @param {Vector[]} way @param {number} low @param {number} high @param {number[]} rgb */
function upright([a, b], low, high, rgb) {
    const normal = unit([a[1] - b[1], b[0] - a[0], 0]);
    return {polygon: [...at([a, b], low), ...at([b, a], high)], colour: lit(rgb, normal)};
}

/** @param {Vector[]} polygon */
const sidesOf = polygon => polygon.map((p, k) => [p, polygon[(k + 1) % polygon.length]]);

/** A closed wall, whose inside is seen where the corners go round counterclockwise.
 *  @param {Vector[]} polygon @param {number} low @param {number} high @param {number[]} rgb */
const fence = (polygon, low, high, rgb) => sidesOf(polygon).map(ends => upright(ends, low, high, rgb));

/** What is left of a rectangle, at a height. The pieces overlap a little, so that nothing shines through between them.
 *  @param {Box} area @param {Vector[][]} holes @param {number} z @param {number[]} rgb */
function plate(area, holes, z, rgb) {
    return without(area, holes).map(([[a, p], [b, q], [, r], [, s]]) =>
        flat([[a - kSeam, p - kSeam], [b + kSeam, q - kSeam], [b + kSeam, r + kSeam], [a - kSeam, s + kSeam]], z, rgb));
}

/** @param {Vector} place @param {Sphere} pocket */
const isIn = (place, {center, radius}) => Math.hypot(...plus(place, center, -1)) < radius;

/** The parts of the way from a to b that lie in no pocket. @param {Vector[]} way @param {Sphere[]} pockets */
function outsidePockets([a, b], pockets) {
    const way = plus(b, a, -1), size = length(way), cuts = [0, 1];
    for (const {center, radius} of pockets) {
        const middle = dot(plus(center, a, -1), way) / size ** 2, away = length(plus(plus(a, way, middle), center, -1));
        const half = Math.sqrt(Math.max(0, radius * radius - away * away)) / size;
        cuts.push(...[middle - half, middle + half].filter(share => share > 0 && share < 1));
    }
    cuts.sort((p, q) => p - q);
    return cuts.slice(1).map((to, k) => [cuts[k], to]).filter(([from, to]) =>
        !pockets.some(pocket => isIn(plus(a, way, (from + to) / 2), pocket))).map(ends => ends.map(share => plus(a, way, share)));
}

/** Each corner costs time where no graphics hardware draws: on small jaws fewer are enough. @param {number} radius */
const jawCorners = radius => 8 + 4 * Math.ceil(radius / 0.02);

/** The noses, and jaws that are round. @param {Rails} rails @param {Box} inside @param {Vector} rgb */
function cushionFaces({straight, round}, inside, rgb) {
    const noses = straight.map(({from, to, height}) => upright([from, to], 0, height, rgb));
    const jaws = round.flatMap(({center, radius, height}) => {
        const outline = within(circle(center, radius, jawCorners(radius)), inside).reverse();
        return outline.length < 3 ? [] : [flat(outline, height, rgb), ...fence(outline, 0, height, rgb)];
    });
    return [...noses, ...jaws];
}

/** A dark hole, and a collar around it where it is not over the bed.
 *  @param {Sphere} pocket @param {Box} inside @param {number} height @param {{leather: number[], collar: number}} look */
function pocketFaces({center, radius}, inside, height, {leather, collar}) {
    const rim = circle(center, radius), wide = circle(center, radius + collar), faces = [flat(rim, -kPocketDepth, [0, 0, 0])];
    /** @param {Vector} place */
    const isOver = ([x, y]) => x > inside.lower[0] && x < inside.upper[0] && y > inside.lower[1] && y < inside.upper[1];
    rim.forEach((p, k) => {
        const next = (k + 1) % rim.length, q = rim[next], over = isOver(p) || isOver(q);
        faces.push(upright([p, q], -kPocketDepth, over ? 0 : height, kBlack));
        if (over) return;
        faces.push(flat([p, wide[k], wide[next], q], height + 1e-3, leather), upright([wide[next], wide[k]], -kPocketDepth, height, leather));
    });
    return faces;
}

/** All of it, {polygon, colour} each, as FaceDrawer takes them. `table` is that of the look, `extent` the playing area.
 *  @param {RailedLook} table @param {Extent} extent @returns {Face[]} */
export function tableSolid(table, extent) {
    const side = shortSide(extent), {rails} = table, height = railHeight(rails), cushion = rgbOf(table.cushion);
    const inside = rectangle(extent, side * table.cushion_width), outside = rectangle(extent, side * table.rail), wood = table.wood.map(rgbOf);
    const pockets = rails.pockets.map(({center, radius}) => circle(center, radius));
    const open = [...pockets, ...rails.mouths], off = sightDistance(table, side);
    return [
        ...plate(rectangle(extent, off), pockets, 0, rgbOf(table.felt[0])),
        ...plate(outside, [cornersOf(inside), ...open], height - kSeam, wood[0]),  // cushions end over it
        ...plate(inside, [cornersOf(extent), ...open], height, cushion),
        ...cushionFaces(rails, inside, cushion),
        ...sidesOf(cornersOf(outside).reverse()).flatMap(ends => outsidePockets(ends, rails.pockets)).map(
            ends => upright(ends, -kApron, height, wood[1])),
        ...rails.pockets.flatMap(pocket => pocketFaces(pocket, inside, height, {leather: wood[2], collar: table.collar})),
        ...table.sight_places.map(place => flat(circle(place, off * kSight, 12), height + 5e-4, rgbOf(table.sights))),
    ];
}
