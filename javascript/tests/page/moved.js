// Drags a ball of a gas at its start, and reports how soon the world differs, here and where the link is opened.
import { drag, element, errors, open, text, until } from "./visitor.js";

/** A place beside all balls, the farthest from ball 0. */
function freePlace({ trajectory }) {
    const places = Array.from({ length: 400 }, (_, k) => [0.5 + 0.4 * (k % 20), 0.5 + 0.4 * Math.floor(k / 20)]);
    const gap = (place) => Math.min(...trajectory.everyBall.map((ball) => Math.hypot(...trajectory.position(ball, 0).map((x, k) => x - place[k]))));
    return places.sort((a, b) => gap(b) - gap(a))[0];
}

export async function moveBall() {
    const report = { errors };
    let page = await open("#tab=text&t=0");
    const { player, trajectory } = page.carom;
    const [from, other] = [trajectory.position(0, 0), trajectory.position(1, 0)];
    const impacts = trajectory.impactCount;
    drag(page, from, other);
    report.refused = text(page, "scene_told");
    report.same = trajectory.impactCount === impacts && element(page, "other_stage").hidden;
    report.place = freePlace(page.carom);
    drag(page, from, report.place);
    await until("it runs", () => /impacts up to time/.test(text(page, "scene_told")) && player.playing);
    player.pause();
    report.scene = element(page, "scene_text").value;
    report.told = text(page, "difference_told");
    element(page, "to_difference").click();
    report.time = player.time;
    element(page, "copy_scene").click();
    await until("the link is copied", () => /link is/.test(text(page, "scene_told")));
    const { hash } = page.location;
    const scene = element(page, "scene_text");
    scene.value += "# typed";
    player.seek(0);
    drag(page, page.carom.trajectory.position(0, 0), from);
    report.typed = [text(page, "scene_told"), scene.value.endsWith("# typed")];
    scene.value = report.scene;
    player.seek(1);
    drag(page, trajectory.position(0, 1), [1, 1]);
    report.later = element(page, "scene_text").value === report.scene;
    page = await open(hash.replace("kept=", "kept=AAAA"));
    report.damaged = text(page, "told");
    page = await open(hash);
    report.again = [text(page, "difference_told"), text(page, "scene_told"), element(page, "other_stage").hidden];
    return report;
}
