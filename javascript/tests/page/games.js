// Plays ten-ball by the rules with what players say before their shots, and reports what comes out.
import { drag, element, errors, open, text, until } from "./visitor.js";

export async function playGame() {
    const report = { errors };
    const page = await open("#tab=cue");
    const { player, view } = page.carom;
    const { play } = view;
    await until("the aim", () => play.preview);
    const set = (id, value) => {
        const field = element(page, id);
        if (field.type === "checkbox") field.checked = value;
        else field.value = value;
        field.dispatchEvent(new page.Event("change"));
    };
    const shown = () => ["call", "safety_box", "push_out_box", "pass"].filter((id) => !element(page, id).hidden);
    const shoot = async (numbers) => {
        play.change(numbers);
        await until("the aim is seen", () => play.preview);
        const shots = play.session.gameShots.length;
        await play.shoot();
        player.seek(page.carom.trajectory.length);
        player.pause();
        await until("the referee rules", () => play.session.gameShots.length > shots && /^Player \d: /.test(text(page, "cue_told")));
        return text(page, "cue_told");
    };
    set("by_rules", true);
    set("table_kind", "Ten-ball");
    await until("the game begins", () => /player 1 breaks/.test(text(page, "cue_told")) && play.preview);
    report.before = shown();
    report.broke = await shoot({});
    report.afterBreak = shown();
    set("push_out", true);
    report.pushed = await shoot({ speed: 0.3, direction: 200, up: 0 });
    report.afterPush = shown();
    element(page, "pass").click();
    report.passed = text(page, "cue_told");
    report.afterPass = shown();
    report.callable = [...element(page, "called_ball").options].map(({ text: name }) => name);
    report.pockets = element(page, "called_pocket").options.length;
    const numbers = () => {
        const pen = play.view.picture.marks;
        const at = view.camera.project([...play.game.pockets[3].center, 0]);
        const ratio = page.devicePixelRatio;
        const { data } = pen.getImageData((at.x - 8) * ratio, (at.y - 8) * ratio, 16 * ratio, 16 * ratio);
        return data.some((value, k) => k % 4 === 3 && value > 100);
    };
    await until("the pockets have numbers", numbers);
    set("called_pocket", "3");
    set("safety", true);
    report.said = play.game.calls.said();
    await shoot({ speed: 0.5, direction: 20 });
    report.shooters = [play.game.match.shooter];
    report.shots = [play.session.gameShots.length];
    for (let k = 0; k < 3; ++k) {
        await play.undo();
        report.shooters.push(play.game.match.shooter);
        report.shots.push(play.session.gameShots.length);
    }
    report.atLast = shown();
    // The cue ball is where a hand has put it, before the shot too.
    await shoot({ speed: 1, direction: 250 });
    const [x, y] = play.session.states[0].position;
    drag(page, [x, y], [0.3, 0.9]);
    await until("the cue ball lies elsewhere", () => play.session.place);
    view.drawPicture();
    report.inHand = [play.session.place, view.picture.table.moved.place, play.hand.ballUnder(...Object.values(view.camera.project([0.3, 0.9])).slice(0, 2))];
    player.seek(0);
    view.drawPicture();
    report.before = [report.before, view.picture.table.moved ?? null];
    return report;
}
