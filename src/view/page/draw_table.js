// Flat scenes from above: felt and cushions, walls, trails and balls, on a plain canvas.

import {railReach} from './in_space.js';
import {disc, kFont, penOf, ring, strokeLine} from './pen.js';
import {kSight, shortSide, sightDistance} from './table_solid.js';
import {topLayers} from './table_top.js';
import {eachTrail} from './trails.js';
import {Turning} from './turning.js';
import {plus, times} from './vectors.js';
import {halfSpaceAt, solidIn} from './walls.js';

/** @import {FlatCamera} from './camera.js' */
/** @import {Colours} from './colours.js' */
/** @import {Trajectory} from './trajectory.js' */
/** @import {Box, Extent, Header, Pen, Place, PoolLook, RailedLook, Settings, TableLook, Theme, Vector} from './types.js' */

export const kMostDiscs = 3000;  // above, the balls are drawn by WebGL
const kSlides = [2, 5];  // dashes of the trail of a ball that slides, in pixels
const kShades = [0, 0.25, 0.55, 0.8, 1];  // where a ball gets darker
const kUpright = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** A ball lit from the upper left, to be laid over a disc of any colour. */
function shadingSprite() {
    const size = 128, sprite = document.createElement('canvas'), pen = penOf(sprite);
    sprite.width = sprite.height = size;
    const shade = pen.createRadialGradient(size * 0.36, size * 0.32, size * 0.05, size / 2, size / 2, size / 2);
    const colours = ['255 255 255 / .62', '255 255 255 / .16', '255 255 255 / 0', '0 0 0 / .16', '0 0 0 / .46'];
    colours.forEach((colour, k) => shade.addColorStop(kShades[k], `rgb(${colour})`));
    pen.fillStyle = shade;
    pen.beginPath();
    pen.arc(size / 2, size / 2, size / 2, 0, 2 * Math.PI);
    pen.fill();
    return sprite;
}

/** What is white beside the stripe: the ball beyond 0.56 radii on both sides. What is hidden lies on the edge.
 *  @param {Pen} pen @param {Place} at @param {number} radius @param {Vector[]} axes @param {string} white */
function drawCaps(pen, at, radius, [right, up, front], white) {
    const half = 0.56, rim = Math.sqrt(1 - half * half), corners = 48;
    pen.fillStyle = white;
    for (const side of [-1, 1]) {
        pen.beginPath();
        for (let k = 0; k < corners; ++k) {
            const c = rim * Math.cos(2 * Math.PI * k / corners), s = rim * Math.sin(2 * Math.PI * k / corners);
            const [x, y, z] = right.map((_, axis) => side * half * up[axis] + c * right[axis] + s * front[axis]);
            const reach = z < 0 ? radius / Math.hypot(x, y) : radius;
            pen.lineTo(at.x + reach * x, at.y - reach * y);
        }
        pen.fill();
    }
}

/** @typedef {{height: number, colour: string, path: Path2D}} Layer */

/** @param {ReturnType<typeof topLayers>} layers @returns {Layer[]} */
function pathsOf(layers) {
    return layers.map(({height, colour, polygons}) => {
        const path = new Path2D();
        for (const polygon of polygons) {
            polygon.forEach(([x, y], k) => { if (k === 0) path.moveTo(x, y); else path.lineTo(x, y); });
            path.closePath();
        }
        return {height, colour, path};
    });
}

/** Draws what ends at the edge of a ball. @param {Pen} pen @param {Place} at @param {number} radius @param {() => void} draw */
function onBall(pen, at, radius, draw) {
    pen.save();
    pen.beginPath();
    pen.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    pen.clip();
    draw();
    pen.restore();
}

/** On the side that is seen.
 *  @param {Pen} pen @param {Place} at @param {number} radius @param {Vector[]} axes @param {string} label
  *  @param {{white: string, ink: string}} colours */
function drawNumber(pen, at, radius, [right, up, front], label, {white, ink}) {
    const size = 0.5, out = (front[2] < 0 ? -1 : 1) * radius * Math.sqrt(1 - size * size), side = Math.sign(out);
    pen.save();
    pen.translate(at.x + out * front[0], at.y - out * front[1]);
    pen.transform(side * right[0], -side * right[1], -up[0], up[1], 0, 0);
    pen.fillStyle = white;
    disc(pen, 0, 0, radius * size);
    pen.fillStyle = ink;
    pen.font = `700 ${radius * 0.68}px ${kFont}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(label, 0, radius * 0.04);
    pen.restore();
}

/** One at each end of the three axes. @param {Pen} pen @param {Place} at @param {number} radius @param {Vector[]} axes */
function drawSpots(pen, at, radius, axes) {
    pen.fillStyle = 'rgb(150 20 20 / .75)';
    axes.forEach((axis, k) => {
        const side = axis[2] < 0 ? -1 : 1, across = axes[(k + 1) % 3], along = axes[(k + 2) % 3];
        pen.save();
        pen.translate(at.x + side * radius * axis[0], at.y - side * radius * axis[1]);
        pen.transform(across[0], -across[1], along[0], -along[1], 0, 0);
        disc(pen, 0, 0, radius * 0.15);
        pen.restore();
    });
}

export class TableDrawer {
    /** @type {Trajectory} */ trajectory;
    /** @type {Extent} */ extent;
    /** @type {Colours} */ colours;
    /** Places of balls that a hand or the referee has moved. @type {Map<number, Vector> | undefined} */ moved;
    /** @type {Layer[] | undefined} */ layers;

    /** @param {Trajectory} trajectory @param {Extent} extent @param {Colours} colours */
    constructor(trajectory, extent, colours) {
        Object.assign(this, {trajectory, extent, colours});
        this.shading = shadingSprite();
        this.turning = trajectory.header.spin ? new Turning(trajectory) : null;
    }

    /** Room that the rails need around the extent. @param {Header} header @param {Extent} extent */
    static margin({look: {table}}, extent) {
        const side = shortSide(extent);
        return table?.rails ? railReach(extent, table) + 0.01 * side : side * (table ? table.rail + 0.01 : 0.03);
    }

    /** The rectangle of the extent widened by `margin`, in pixels.
     *  @param {FlatCamera} camera @param {number} margin @returns {[number, number, number, number]} */
    rectangle(camera, margin) {
        const {lower, upper} = this.extent;
        const a = camera.project([lower[0] - margin, upper[1] + margin]);
        const b = camera.project([upper[0] + margin, lower[1] - margin]);
        return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(b.x - a.x), Math.abs(b.y - a.y)];
    }

    /** What lies under the balls.
     *  @param {Pen} pen @param {FlatCamera} camera @param {number} time @param {Settings} settings @param {Theme} theme */
    drawGround(pen, camera, time, settings, theme) {
        if (!settings.walls) return;
        const {table} = this.colours.look;
        if (table?.rails) this.drawRailed(pen, camera, table, this.layers ??= pathsOf(topLayers(table, this.extent)));
        else if (table) this.drawFelt(pen, camera, table);
        else this.drawPaper(pen, camera, theme);
        this.drawVessels(pen, camera, theme);
        pen.fillStyle = theme.css.wall;
        const {world, from} = this.trajectory.header;
        for (const wall of world.walls)
            this.fillPolygon(pen, camera, solidIn(halfSpaceAt(wall, from + time), this.extent));
    }

    /** The insides of round vessels. @param {Pen} pen @param {FlatCamera} camera @param {Theme} theme */
    drawVessels(pen, camera, theme) {
        pen.fillStyle = theme.css.surface;
        pen.strokeStyle = theme.css.soft;
        pen.lineWidth = 3;
        for (const vessel of this.trajectory.header.world.containers) {
            const at = camera.project(vessel.center);
            disc(pen, at.x, at.y, vessel.radius * camera.scale);
            ring(pen, at.x, at.y, vessel.radius * camera.scale + 1.5);
        }
    }

    /** @param {Pen} pen @param {FlatCamera} camera @param {TableLook} table */
    drawFelt(pen, camera, table) {
        const side = shortSide(this.extent);
        const [x, y, w, h] = this.rectangle(camera, side * table.rail);
        const wood = pen.createLinearGradient(0, y, 0, y + h);
        table.wood.forEach((colour, k) => wood.addColorStop(k / (table.wood.length - 1), colour));
        pen.fillStyle = wood;
        pen.beginPath();
        pen.roundRect(x, y, w, h, side * table.rail * 0.5 * camera.scale);
        pen.fill();
        pen.fillStyle = table.cushion;
        pen.fillRect(...this.rectangle(camera, side * table.cushion_width));
        const [fx, fy, fw, fh] = this.rectangle(camera, 0);
        pen.fillStyle = this.feltIn(pen, table, {lower: [fx, fy], upper: [fx + fw, fy + fh]});
        pen.fillRect(fx, fy, fw, fh);
        this.drawSights(pen, camera, table, sightDistance(table, side));
    }

    /** A table whose cushions and pockets are known, in its own lengths: the cloth, the noses on it, pockets in it, and rails.
     *  @param {Pen} pen @param {FlatCamera} camera @param {RailedLook} table @param {Layer[]} layers */
    drawRailed(pen, camera, table, layers) {
        const [origin, right, up] = [[0, 0], [1, 0], [0, 1]].map(place => camera.project(place));
        pen.save();
        pen.transform(right.x - origin.x, right.y - origin.y, up.x - origin.x, up.y - origin.y, origin.x, origin.y);
        /** @param {Layer} layer */
        const fill = ({height, colour, path}) => {
            pen.fillStyle = height === 0 ? this.feltIn(pen, table, this.extent) : colour;
            pen.fill(path);
        };
        const [pockets, cloth, rails] = [-1, 0, 1].map(side => layers.filter(({height}) => Math.sign(height) === side));
        cloth.forEach(fill);
        this.drawNoses(pen, table);
        for (const layer of [...pockets, ...rails]) fill(layer);
        pen.restore();
    }

    /** @param {Pen} pen @param {RailedLook} table */
    drawNoses(pen, {rails, cushion, nose}) {
        pen.strokeStyle = cushion;
        pen.lineCap = 'butt';
        pen.lineWidth = nose;
        for (const {from, to} of rails.straight) strokeLine(pen, from[0], from[1], to[0], to[1]);
    }

    /** Cloth, lighter in the middle. @param {Pen} pen @param {TableLook} table @param {Box} area */
    feltIn(pen, table, {lower, upper}) {
        const [x, y] = plus(times(0.5, lower), times(0.5, upper)), size = plus(upper, lower, -1);
        const felt = pen.createRadialGradient(x, y, 0, x, y, Math.max(size[0], size[1]) * 0.75);
        table.felt.forEach((colour, k) => felt.addColorStop(k / (table.felt.length - 1), colour));
        return felt;
    }

    /** @param {Pen} pen @param {FlatCamera} camera @param {TableLook} table @param {number} off */
    drawSights(pen, camera, table, off) {
        pen.fillStyle = table.sights;
        for (const place of table.sight_places) {
            const at = camera.project(place);
            disc(pen, at.x, at.y, Math.max(off * kSight * camera.scale, 1));
        }
    }

    /** @param {Pen} pen @param {FlatCamera} camera @param {Theme} theme */
    drawPaper(pen, camera, theme) {
        const {boundary} = this.trajectory.header.world;
        const [x, y, w, h] = this.rectangle(camera, 0);
        pen.fillStyle = theme.css.surface;
        if (boundary.some(kind => kind !== 'open')) pen.fillRect(x, y, w, h);
        const faces = [[[x, y, x, y + h], [x + w, y, x + w, y + h]], [[x, y, x + w, y], [x, y + h, x + w, y + h]]];
        faces.forEach((pair, axis) => {
            if (boundary[axis] === 'open') return;
            pen.strokeStyle = theme.css.soft;
            pen.lineWidth = boundary[axis] === 'wall' ? 3 : 1.3;
            pen.setLineDash(boundary[axis] === 'wall' ? [] : [7, 6]);
            for (const [x1, y1, x2, y2] of pair) strokeLine(pen, x1, y1, x2, y2);
        });
        pen.setLineDash([]);
    }

    /** @param {Pen} pen @param {FlatCamera} camera @param {Vector[]} polygon */
    fillPolygon(pen, camera, polygon) {
        if (polygon.length < 3) return;
        pen.beginPath();
        for (const corner of polygon) {
            const at = camera.project(corner);
            pen.lineTo(at.x, at.y);
        }
        pen.fill();
    }

    /** @param {Pen} pen @param {FlatCamera} camera @param {number} time @param {Settings} settings */
    drawTrails(pen, camera, time, settings) {
        pen.lineCap = 'round';
        pen.lineWidth = 2;
        eachTrail(this.trajectory, time, settings.trailReach, settings.trailList(this.trajectory), (from, to, ball, share, state) => {
            const a = camera.project(from), b = camera.project(to);
            pen.setLineDash(this.turning?.isDotted(ball, state) ? kSlides : []);
            pen.strokeStyle = `rgb(${this.colours.trailRgb(ball, time).join(' ')} / ${(0.1 + 0.75 * share).toFixed(3)})`;
            strokeLine(pen, a.x, a.y, b.x, b.y);
        }, 0.5 / camera.scale);
        pen.setLineDash([]);
    }

    /** @param {Pen} pen @param {FlatCamera} camera @param {number} time */
    drawBalls(pen, camera, time) {
        const {table} = this.colours.look;
        for (let b = 0; b < this.trajectory.ballCount; ++b) {
            const at = camera.project(this.moved?.get(b) ?? this.trajectory.position(b, time));
            const radius = Math.max(this.trajectory.columns.radius[b] * camera.scale, 0.6);
            if (at.x < -radius || at.y < -radius || at.x > camera.width + radius || at.y > camera.height + radius) continue;
            const look = this.colours.poolLook(b);
            const axes = this.turning && radius > 5 ? camera.seenAxes(this.turning.axes(b, time)) : kUpright;
            if (look && table) this.drawPoolBall(pen, look, table, at, radius, axes);
            else this.drawDisc(pen, at, radius, this.colours.css(b, time), axes);
        }
    }

    /** @param {Pen} pen @param {Place} at @param {number} radius @param {string} colour @param {Vector[]} axes */
    drawDisc(pen, at, radius, colour, axes) {
        if (radius > 5) {
            pen.fillStyle = 'rgb(0 0 0 / .22)';
            disc(pen, at.x + radius * 0.12, at.y + radius * 0.2, radius);
        }
        pen.fillStyle = colour;
        disc(pen, at.x, at.y, radius);
        if (this.turning && radius > 5) drawSpots(pen, at, radius, axes);
        if (radius > 3) pen.drawImage(this.shading, at.x - radius, at.y - radius, 2 * radius, 2 * radius);
    }

    /** The number stands in two white discs, on opposite sides. A ball without one has six spots.
     *  @param {Pen} pen @param {PoolLook} look @param {TableLook} table @param {Place} at @param {number} radius
      *  @param {Vector[]} axes */
    drawPoolBall(pen, look, {white, ink}, at, radius, axes) {
        pen.fillStyle = 'rgb(0 0 0 / .28)';
        disc(pen, at.x + radius * 0.14, at.y + radius * 0.22, radius);
        pen.fillStyle = look.fill;
        disc(pen, at.x, at.y, radius);
        if (look.striped) drawCaps(pen, at, radius, axes, white);
        if (look.label && radius > 5) onBall(pen, at, radius, () => drawNumber(pen, at, radius, axes, look.label, {white, ink}));
        else if (this.turning && radius > 5) drawSpots(pen, at, radius, axes);
        pen.drawImage(this.shading, at.x - radius, at.y - radius, 2 * radius, 2 * radius);
    }
}
