// A table seen from above: the faces of its solid that look upwards, from the floor of the pockets to the rails.

import {tableSolid} from './table_solid.js';

/** @import {Extent, RailedLook, Vector} from './types.js' */

/** Counterclockwise, so that one polygon over another is no hole. @param {Vector[]} polygon */
function turnedLeft(polygon) {
    const area = polygon.reduce((sum, [x, y], k) => {
        const [u, v] = polygon[(k + 1) % polygon.length];
        return sum + x * v - u * y;
    }, 0);
    return area < 0 ? polygon.slice().reverse() : polygon;
}

/** Faces at one height and of one colour, from below to above. @param {RailedLook} table @param {Extent} extent */
export function topLayers(table, extent) {
    /** @type {Map<string, {height: number, colour: string, polygons: Vector[][]}>} */
    const layers = new Map();
    for (const {polygon, colour: [red, green, blue]} of tableSolid(table, extent)) {
        const [[, , height]] = polygon, colour = `rgb(${red} ${green} ${blue})`, key = `${height} ${colour}`;
        if (polygon.some(corner => corner[2] !== height)) continue;
        if (!layers.has(key)) layers.set(key, {height, colour, polygons: []});
        layers.get(key)?.polygons.push(turnedLeft(polygon));
    }
    return [...layers.values()].sort((a, b) => a.height - b.height);
}
