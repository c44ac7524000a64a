// What is written over the balls: the present impact, the chosen ball, names, arrows of flat scenes, a scale.

import {railReach} from './in_space.js';
import {roundLength, shortNumber} from './numbers.js';
import {kFont, ring, strokeLine} from './pen.js';
import {kArrow, kBall, kName, Room} from './room.js';
import {eachArrow} from './trails.js';
import {length, plus, times} from './vectors.js';

/** @import {Colours} from './colours.js' */
/** @import {Player} from './player.js' */
/** @import {Trajectory} from './trajectory.js' */
/** @import {Camera, Extent, Pen, Place, Rectangle, Settings, Theme, Vector} from './types.js' */

const kNameFont = `600 13px ${kFont}`, kNameHeight = 17, kNameMargin = 3;
const kMostNames = 1000;
const kRingGap = 7.5;  // pixels between the chosen ball and its ring
/** The longest arrow, in diagonals of the scene. */
export const kArrowSize = {flat: 0.16, space: 0.12};

/** Widths and colours of a line with a halo.
 *  @type {(halo: string, width: number, colour: string) => [number, string][]} */
const wideAndNarrow = (halo, width, colour) => [[5, halo], [width, colour]];

export class MarkDrawer {
    /** @type {Trajectory} */ trajectory;
    /** @type {Extent} */ extent;
    /** @type {Colours} */ colours;

    /** @type {(ball: number, time: number) => Vector} */ placeOf;

    /** `placeOf` says where balls are seen.
     *  @param {Trajectory} trajectory @param {Extent} extent @param {Colours} colours @param {(ball: number, time: number) => Vector} placeOf */
    constructor(trajectory, extent, colours, placeOf) {
        Object.assign(this, {trajectory, extent, colours, placeOf});
        this.sides = new Map();   // where the name of a ball stood last
        this.widths = new Map();  // of names, in pixels
    }

    /** @param {Pen} pen @param {Camera} camera @param {Player} player @param {Settings} settings @param {Theme} theme */
    draw(pen, camera, player, settings, theme) {
        const {time} = player, {chosen} = settings, isFlat = this.trajectory.dimension === 2;
        const named = settings.names || chosen >= 0;
        const arrows = settings.arrows && (isFlat || named) ? this.arrowsSeen(camera, time) : [];
        if (isFlat) this.drawArrows(pen, arrows, theme);
        if (settings.impact) this.drawImpact(pen, camera, player, theme);
        if (chosen >= 0) this.drawChosen(pen, camera, time, chosen, theme);
        this.drawScale(pen, camera, theme);
        if (!isFlat) this.drawAxes(pen, camera, theme);
        if (named) this.drawNames(pen, camera, time, settings, arrows, theme);
    }

    /** Where a ball is seen: {x, y, radius}. @param {Camera} camera @param {number} ball @param {Vector} place */
    seen(camera, ball, place) {
        const at = camera.project(place);
        return at && {x: at.x, y: at.y, radius: Math.max(this.trajectory.columns.radius[ball] * at.scale, 2)};
    }

    /** @param {Pen} pen @param {Camera} camera @param {Player} player @param {Theme} theme */
    drawImpact(pen, camera, player, theme) {
        const {ball, other} = this.trajectory.columns, event = player.event, {time} = player;
        pen.strokeStyle = theme.css.mark;
        pen.lineWidth = 2.5;
        for (const b of this.trajectory.partners(event)) this.ringAround(pen, camera, b, this.trajectory.position(b, time));
        if (!this.trajectory.isPair(event)) return;
        const a = ball[event], place = this.trajectory.position(a, time);
        const b = other[event], there = this.trajectory.position(b, time);
        const image = plus(place, this.trajectory.separationIn(
            a, this.trajectory.current[a], b, this.trajectory.current[b], time));
        if (length(plus(image, there, -1)) < 1e-3 * this.trajectory.columns.radius[b]) return;
        pen.setLineDash([4, 4]);  // its image beside the first, behind the periodic face
        this.ringAround(pen, camera, b, image);
        pen.setLineDash([]);
    }

    /** @param {Pen} pen @param {Camera} camera @param {number} ball @param {Vector} place */
    ringAround(pen, camera, ball, place) {
        const at = this.seen(camera, ball, place);
        if (at) ring(pen, at.x, at.y, at.radius + 3.5);
    }

    /** @param {Pen} pen @param {Camera} camera @param {number} time @param {number} ball @param {Theme} theme */
    drawChosen(pen, camera, time, ball, theme) {
        const at = this.seen(camera, ball, this.placeOf(ball, time));
        if (!at) return;
        for (const [width, colour] of wideAndNarrow(theme.css.halo, 2.5, theme.css.chosen)) {
            pen.strokeStyle = colour;
            pen.lineWidth = width;
            ring(pen, at.x, at.y, at.radius + kRingGap);
        }
    }

    /** Text with a halo, so that it can be read on anything.
     *  @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {Theme} theme
      *  @param {CanvasTextAlign} [align] */
    write(pen, text, x, y, theme, align = 'left') {
        pen.font = kNameFont;
        pen.textAlign = align;
        pen.textBaseline = 'middle';
        pen.lineWidth = 4;
        pen.lineJoin = 'round';
        pen.strokeStyle = theme.css.halo;
        pen.strokeText(text, x, y);
        pen.fillStyle = theme.css.ink;
        pen.fillText(text, x, y);
    }

    /** Names beside their balls that cover no other name. Where there is no other room, that of the chosen ball, which comes
     *  first, and those of balls larger than their names may cover arrows and balls.
     *  @param {Pen} pen @param {Camera} camera @param {number} time @param {Settings} settings @param {Place[][]} arrows
      *  @param {Theme} theme */
    drawNames(pen, camera, time, {names, chosen}, arrows, theme) {
        const most = Math.min(this.trajectory.ballCount, kMostNames), room = this.roomFor(camera, arrows);
        const wanted = names ? Array.from({length: most}, (_, b) => b).filter(b => b !== chosen) : [];
        const seen = new Map([chosen, ...Array(most).keys()].filter(b => b >= 0).map(
            b => [b, this.seen(camera, b, this.placeOf(b, time))]));
        for (const at of seen.values()) if (at) room.takeDisc(at, kBall);
        pen.font = kNameFont;
        for (const b of chosen >= 0 ? [chosen, ...wanted] : wanted) {
            const at = seen.get(b), name = this.trajectory.name(b);
            if (!at || name === '') continue;
            const radius = at.radius + (b === chosen ? kRingGap : 0);
            const width = this.widthOf(pen, name) + 2 * kNameMargin, mayCover = b === chosen || at.radius > width;
            const box = room.place({...at, radius}, {width, height: kNameHeight, side: this.sides.get(b), mayCover});
            if (!box) continue;
            this.sides.set(b, box.side);
            this.drawName(pen, name, box, theme);
        }
    }

    /** @param {Pen} pen @param {string} name */
    widthOf(pen, name) {
        if (!this.widths.has(name)) this.widths.set(name, pen.measureText(name).width);
        return this.widths.get(name);
    }

    /** On a ground of its own where it covers something.
     *  @param {Pen} pen @param {string} name @param {Rectangle & {covers: number}} box @param {Theme} theme */
    drawName(pen, name, box, theme) {
        if (box.covers > 0) {
            pen.fillStyle = theme.css.halo;
            pen.beginPath();
            pen.roundRect(box.x, box.y, box.width, box.height, 4);
            pen.fill();
        }
        this.write(pen, name, box.x + box.width / 2, box.y + box.height / 2, theme, 'center');
    }

    /** Where names may stand: beside arrows, the scale and the axes. @param {Camera} camera @param {Place[][]} arrows */
    roomFor(camera, arrows) {
        const {width, height} = camera, room = new Room(width, height);
        for (const [from, tip] of arrows) room.takeLine(from, tip, kArrow);
        room.takeBox({x: 0, y: height - 46, width: Math.min(130, width * 0.3) + 30, height: 46}, kName);
        if (this.trajectory.dimension === 3) room.takeBox({x: width - 88, y: height - 88, width: 88, height: 88}, kName);
        return room;
    }

    /** Both ends of all velocity arrows in the picture. @param {Camera} camera @param {number} time */
    arrowsSeen(camera, time) {
        /** @type {Place[][]} */
        const arrows = [];
        const {trajectory, extent} = this;
        const size = kArrowSize[trajectory.dimension === 2 ? 'flat' : 'space'] * length(plus(extent.upper, extent.lower, -1));
        eachArrow(trajectory, time, this.colours.topsAt(time).speed, size, (from, tip) => {
            const [a, b] = [camera.project(from), camera.project(tip)];
            if (a && b) arrows.push([a, b]);
        });
        return arrows;
    }

    /** @param {Pen} pen @param {Place[][]} arrows @param {Theme} theme */
    drawArrows(pen, arrows, theme) {
        pen.strokeStyle = pen.fillStyle = this.colours.inkCss(theme);
        pen.lineWidth = 2;
        for (const [from, tip] of arrows) this.drawArrow(pen, from, tip);
    }

    /** @param {Pen} pen @param {Place} a @param {Place} tip */
    drawArrow(pen, a, tip) {
        const way = [tip.x - a.x, tip.y - a.y], size = length(way);
        if (size < 1) return;
        const head = Math.min(9, size), [dx, dy] = times(1 / size, way);
        strokeLine(pen, a.x, a.y, tip.x - dx * head * 0.8, tip.y - dy * head * 0.8);
        pen.beginPath();
        pen.moveTo(tip.x, tip.y);
        for (const side of [-1, 1])
            pen.lineTo(tip.x - dx * head - side * dy * head * 0.42, tip.y - dy * head + side * dx * head * 0.42);
        pen.fill();
    }

    /** A length in the lower left corner, at the distance of what is looked at.
     *  @param {Pen} pen @param {Camera} camera @param {Theme} theme */
    drawScale(pen, camera, theme) {
        const at = camera.project(camera.target);
        if (!at) return;
        const unitLength = roundLength(Math.min(130, camera.width * 0.3) / at.scale);
        const pixels = unitLength * at.scale, x = 16, y = camera.height - 16;
        if (this.tableCovers(camera, x + pixels, y - 24)) return;
        for (const [width, colour] of wideAndNarrow(theme.css.halo, 2, theme.css.ink)) {
            pen.strokeStyle = colour;
            pen.lineWidth = width;
            strokeLine(pen, x, y, x + pixels, y);
            for (const end of [x, x + pixels]) strokeLine(pen, end, y - 4, end, y + 4);
        }
        this.write(pen, shortNumber(unitLength), x, y - 14, theme);
    }

    /** Does a table of which all is seen reach into the corner to the left of x and below y? @param {Camera} camera @param {number} x @param {number} y */
    tableCovers(camera, x, y) {
        const {extent, extent: {lower, upper}, colours: {look: {table}}} = this;
        if (this.trajectory.dimension !== 2 || !table?.rails || !camera.untouched) return false;
        const beyond = railReach(extent, table);
        const ends = [plus(lower, [-beyond, -beyond]), plus(upper, [beyond, beyond])].flatMap(point => camera.project(point) ?? []);
        return Math.min(...ends.map(end => end.x)) < x && Math.max(...ends.map(end => end.y)) > y;
    }

    /** The directions of the axes in the lower right corner. @param {Pen} pen @param {Camera} camera @param {Theme} theme */
    drawAxes(pen, camera, theme) {
        const {right, up} = camera.basis(), x = camera.width - 44, y = camera.height - 44, size = 26;
        ['x', 'y', 'z'].forEach((name, k) => {
            const [dx, dy] = [right[k] * size, -up[k] * size];
            for (const [width, colour] of wideAndNarrow(theme.css.halo, 2, theme.css.ink)) {
                pen.strokeStyle = colour;
                pen.lineWidth = width;
                strokeLine(pen, x, y, x + dx, y + dy);
            }
            this.write(pen, name, x + dx * 1.35, y + dy * 1.35, theme, 'center');
        });
    }
}
