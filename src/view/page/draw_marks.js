// What is written over the balls: the present impact, the chosen ball, names, arrows of flat scenes, a scale.

import {roundLength, shortNumber} from './numbers.js';
import {kFont, ring, strokeLine} from './pen.js';
import {arrowScale} from './trails.js';
import {length, plus, times} from './vectors.js';

const kNameFont = `600 13px ${kFont}`, kNameHeight = 15;

/** Whether two names would cover each other. */
function overlap(a, b) {
    return Math.abs(a.y - b.y) < kNameHeight && a.x < b.x + b.width + 3 && b.x < a.x + a.width + 3;
}

export class MarkDrawer {
    constructor(trajectory, extent, colours) {
        Object.assign(this, {trajectory, extent, colours});
    }

    draw(pen, camera, player, settings, theme) {
        const {time} = player;
        if (settings.arrows && this.trajectory.dimension === 2) this.drawArrows(pen, camera, time, theme);
        if (settings.impact) this.drawImpact(pen, camera, player, theme);
        if (settings.names) this.drawNames(pen, camera, time, settings.chosen, theme);
        if (settings.chosen >= 0) this.drawChosen(pen, camera, time, settings.chosen, theme);
        this.drawScale(pen, camera, theme);
        if (this.trajectory.dimension === 3) this.drawAxes(pen, camera, theme);
    }

    /** Where a ball is seen: {x, y, radius}. */
    seen(camera, ball, place) {
        const at = camera.project(place);
        return at && {x: at.x, y: at.y, radius: Math.max(this.trajectory.columns.radius[ball] * at.scale, 2)};
    }

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

    ringAround(pen, camera, ball, place) {
        const at = this.seen(camera, ball, place);
        if (at) ring(pen, at.x, at.y, at.radius + 3.5);
    }

    drawChosen(pen, camera, time, ball, theme) {
        const at = this.seen(camera, ball, this.trajectory.position(ball, time));
        if (!at) return;
        for (const [width, colour] of [[5, theme.css.halo], [2.5, theme.css.chosen]]) {
            pen.strokeStyle = colour;
            pen.lineWidth = width;
            ring(pen, at.x, at.y, at.radius + 7.5);
        }
        const {x, y} = this.nameBox(pen, camera, ball, time, true);
        this.write(pen, this.trajectory.name(ball), x, y, theme);
    }

    /** Text with a halo, so that it can be read on anything. */
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

    /** Names that do not cover one another; the chosen ball has its own already. */
    drawNames(pen, camera, time, chosen, theme) {
        const most = Math.min(this.trajectory.ballCount, 1000), taken = [];
        if (chosen >= 0) taken.push(this.nameBox(pen, camera, chosen, time, true));
        for (let b = 0; b < most; ++b) {
            const box = b !== chosen && this.nameBox(pen, camera, b, time);
            if (!box || taken.some(other => other && overlap(box, other))) continue;
            taken.push(box);
            this.write(pen, this.trajectory.name(b), box.x + box.width / 2, box.y, theme, 'center');
        }
    }

    /** Where a name stands, {x, y, width}, y in its middle; undefined behind the eye. */
    nameBox(pen, camera, ball, time, chosen = false) {
        const at = this.seen(camera, ball, this.trajectory.position(ball, time));
        if (!at) return undefined;
        pen.font = kNameFont;
        const {width} = pen.measureText(this.trajectory.name(ball));
        return chosen ? {x: at.x + at.radius * 0.7 + 7, y: at.y - at.radius * 0.7 - 12, width}
            : {x: at.x - width / 2, y: at.y - at.radius - 11, width};
    }

    drawArrows(pen, camera, time, theme) {
        const {trajectory} = this, most = Math.min(trajectory.ballCount, 5000);
        const scale = arrowScale(this.colours.topsAt(time).speed, 0.16 * length(plus(this.extent.upper, this.extent.lower, -1)));
        pen.strokeStyle = pen.fillStyle = this.colours.inkCss(theme);
        pen.lineWidth = 2;
        for (let b = 0; b < most; ++b) {
            const from = trajectory.position(b, time);
            const a = camera.project(from), tip = camera.project(plus(from, trajectory.velocity(b, time), scale));
            this.drawArrow(pen, a, tip);
        }
    }

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

    /** A length in the lower left corner, at the distance of what is looked at. */
    drawScale(pen, camera, theme) {
        const at = camera.project(camera.target);
        if (!at) return;
        const unitLength = roundLength(Math.min(130, camera.width * 0.3) / at.scale);
        const pixels = unitLength * at.scale, x = 16, y = camera.height - 16;
        for (const [width, colour] of [[5, theme.css.halo], [2, theme.css.ink]]) {
            pen.strokeStyle = colour;
            pen.lineWidth = width;
            strokeLine(pen, x, y, x + pixels, y);
            for (const end of [x, x + pixels]) strokeLine(pen, end, y - 4, end, y + 4);
        }
        this.write(pen, shortNumber(unitLength), x, y - 14, theme);
    }

    /** The directions of the axes in the lower right corner. */
    drawAxes(pen, camera, theme) {
        const {right, up} = camera.basis(), x = camera.width - 44, y = camera.height - 44, size = 26;
        ['x', 'y', 'z'].forEach((name, k) => {
            const [dx, dy] = [right[k] * size, -up[k] * size];
            for (const [width, colour] of [[5, theme.css.halo], [2, theme.css.ink]]) {
                pen.strokeStyle = colour;
                pen.lineWidth = width;
                strokeLine(pen, x, y, x + dx, y + dy);
            }
            this.write(pen, name, x + dx * 1.35, y + dy * 1.35, theme, 'center');
        });
    }
}
