// Plays with the table in space, and reports what is seen.
import { drag, dragPicture, element, errors, open, sleep, text, until } from "./visitor.js";

/** Red, green, blue of the balls' layer at a place of the table. */
function colourAt(page, place) {
    const { x, y } = page.carom.view.camera.project(place);
    const { gl, ratio } = page.carom.view.picture.space;
    const pixel = new Uint8Array(4);
    gl.readPixels(Math.round(x * ratio), Math.round(gl.drawingBufferHeight - y * ratio), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [...pixel].slice(0, 3);
}

/** How many pixels of the bed between two places have not its colour: what is behind shines through a seam. */
function holesIn(page, [from, to]) {
    const { gl, ratio } = page.carom.view.picture.space;
    const ends = [from, to].map((place) => page.carom.view.camera.project(place));
    const [left, right] = ends.map(({ x }) => Math.round(x * ratio)).sort((a, b) => a - b);
    const [low, high] = ends.map(({ y }) => Math.round(gl.drawingBufferHeight - y * ratio)).sort((a, b) => a - b);
    const [width, height] = [right - left, high - low];
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(left, low, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const cloth = pixels.slice(0, 3).join();
    return Array.from({ length: width * height }, (_, k) => pixels.subarray(4 * k, 4 * k + 3).join()).filter((rgb) => rgb !== cloth).length;
}

/** Waits for a picture that is sharp again. */
const rested = () => sleep(700);

async function resize(page, [width, height]) {
    Object.assign(page.frameElement.style, { width: `${width}px`, height: `${height}px` });
    await rested();
}

export async function see() {
    const report = { errors };
    const page = await open("#view=space&tab=cue");
    const { view, player, trajectory } = page.carom;
    const { play } = view;
    const press = (key) => element(page, "stage").dispatchEvent(new page.KeyboardEvent("keydown", { key, bubbles: true }));
    await until("the aim", () => play.preview);
    await rested();
    report.pressed = [...page.document.querySelectorAll('#view_kinds [aria-pressed="true"]')].map(({ id }) => id);
    await resize(page, [390, 844]);
    view.controls.openTab("display"); // without the aim
    report.holes = 0;
    for (let yaw = -0.5; yaw < 0.5; yaw += 0.1) {
        Object.assign(view.camera, { yaw, untouched: false });
        view.drawPicture();
        report.holes += holesIn(page, [[0.5, 1, 0], [0.8, 1.6, 0]]);
    }
    view.resetView();
    view.controls.openTab("cue");
    await resize(page, [1280, 860]);
    const [cue, other] = play.session.states.map(({ position }) => position);
    report.cloth = colourAt(page, [0.3, 2, 0]);
    report.ball = colourAt(page, [other[0], other[1], 0.01]); // below its number
    report.way = colourAt(page, cue.map((x, k) => (x + other[k]) / 2));

    drag(page, [cue[0] - 0.2, cue[1] + 0.8, cue[2]]);
    report.aimed = play.session.aim.direction;
    const { yaw } = view.camera;
    dragPicture(page, { x: 20, y: 20 }, { x: 80, y: 60 });
    report.turned = [play.session.aim.direction === report.aimed, view.camera.yaw !== yaw];
    drag(page, other, [0.9, 1.5, other[2]]);
    await until("the ball lies elsewhere", () => play.session.states[1].position[1] < 1.6);
    report.moved = play.session.states[1].position;

    press("p");
    await rested();
    report.behind = [view.kinds.kind, view.camera.target, Math.cos(view.camera.yaw)];
    play.change({ direction: 90, speed: 3, elevation: 40 });
    await play.shoot();
    player.pause();
    player.seek(0.1);
    await rested();
    report.inTheAir = view.picture.seen.position(0, 0.1);
    report.follows = view.camera.target;
    // A system that asks for less motion: the balls move, and the camera does not.
    const { matchMedia } = page;
    page.matchMedia = (query) => ({ ...matchMedia.call(page, query), matches: query.includes("reduced-motion") });
    player.toggle();
    await until("the balls move", () => player.time > 0.15);
    report.still = [view.camera.target.join() === report.follows.join(), player.playing];
    player.pause();
    page.matchMedia = matchMedia;
    player.seek(0.1);
    await rested();
    press("p");
    report.above = [view.kinds.kind, view.flat, trajectory.dimension];

    // A phone that lies, and one that stands.
    report.phones = [];
    for (const size of [[844, 390], [390, 844]]) {
        await resize(page, size);
        const ends = [[0, 0], [1.27, 2.54]].map((place) => view.camera.project(place));
        const { bottom } = element(page, "shoot").getBoundingClientRect();
        report.phones.push([Math.abs(ends[1].x - ends[0].x), Math.abs(ends[1].y - ends[0].y), bottom]);
    }

    // A browser without WebGL2.
    page.HTMLCanvasElement.prototype.getContext = ((usual) => function (kind, ...more) {
        return kind === "webgl2" ? null : usual.call(this, kind, ...more);
    })(page.HTMLCanvasElement.prototype.getContext);
    element(page, "view_space").click();
    report.without = [view.kinds.kind, view.flat, text(page, "told")];
    return report;
}
