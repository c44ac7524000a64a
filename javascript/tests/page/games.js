// Plays ten-ball by the rules with what players say before their shots, and reports what comes out.
import { drag, element, errors, open, text, until } from "./visitor.js";

const SNOOKER = [["cue", 0.4, 0.6], ["red 1", 0.9, 1.8], ["red 2", 0.2, 1], ["pink", 0.3, 2.2], ["black", 1, 0.5]]
    .map(([name, x, y]) => `[[balls]]\nname = "${name}"\nposition = [${x}, ${y}]\n`).join("");

/** Names a colour at snooker, and meets another one. */
async function nameColours(page, set, shoot) {
    const { play } = page.carom.view;
    const named = [];
    const look = () => named.push(element(page, "colour_box").hidden ? [] : [...element(page, "named_colour").options].map(({ text: name }) => name));
    await play.begin(`name = "snooker"\n[table]\nkind = "pool_9_foot"\n${SNOOKER}`);
    await until("the frame begins", () => /player 1 breaks/.test(text(page, "cue_told")) && play.preview);
    look();
    const red = await shoot({ speed: 1.5, direction: 67.51, left: 0, up: 0 });
    look();
    set("named_colour", "7");
    const [from, pink] = ["cue", "pink"].map((name) => play.session.states[play.session.table.names.indexOf(name)].position);
    const wrong = await shoot({ speed: 1, direction: (Math.atan2(pink[1] - from[1], pink[0] - from[0]) * 180) / Math.PI });
    look();
    return { named, red, wrong, foul: play.game.match.hand };
}

/** The button and the key when a game has ended: nothing is shot. Then the last shot is taken back. */
async function shootAfterTheEnd(page) {
    const { play } = page.carom.view;
    const said = () => [element(page, "shoot").disabled, text(page, "shoot_why")];
    await until("the button says so", () => element(page, "shoot").disabled);
    const shots = play.session.gameShots.length;
    page.document.body.dispatchEvent(new page.KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await play.shoot();
    const over = [said(), play.session.gameShots.length - shots];
    await play.undo();
    await until("the aim is there again", () => play.preview && !element(page, "shoot").disabled);
    return [...over, said()];
}

/** Loses at nine-ball by three fouls on a slow cloth, and asks for a new rack. */
async function beginAgain(page, set, shoot) {
    const { play } = page.carom.view;
    const racks = [];
    set("table_kind", "Nine-ball");
    await until("the game begins", () => /nine-ball: player 1 breaks/.test(text(page, "cue_told")) && play.preview);
    await play.changePhysics({ ball: { rolling_friction: 0.02 } });
    await until("the aim on the other cloth", () => play.preview);
    let last = "";
    for (let k = 0; k < 5; ++k) {
        racks.push(element(page, "new_rack").hidden);
        last = await shoot({ speed: 0.2, direction: 200, left: 0, up: 0 });
    }
    const over = await shootAfterTheEnd(page);
    last = await shoot({});
    racks.push(element(page, "new_rack").hidden);
    element(page, "new_rack").click();
    await until("the balls are racked", () => /nine-ball: player 2 breaks/.test(text(page, "cue_told")) && play.preview);
    racks.push(element(page, "new_rack").hidden);
    over.push([element(page, "shoot").disabled, text(page, "shoot_why")]);
    return { last, racks, over, again: [play.session.gameShots.length, play.session.aim.speed, play.session.table.text().match(/rolling_friction = .*/)?.[0]] };
}

/** Sinks the 9 in a foul, with the 1 gone: one recording, and a link in which the game stands. */
async function spotAndLink(page, shoot) {
    const { play } = page.carom.view;
    const balls = [["cue", 0.4, 0.6], ["2", 0.2, 1.2], ["9", 0.9, 1.8]].map(([name, x, y]) => `[[balls]]\nname = "${name}"\nposition = [${x}, ${y}]\n`);
    const standing = "1.1.1.0.0.0.0.0.0.2";
    await play.follow(`[table]\nkind = "pool_9_foot"\n${balls.join("")}`, undefined, standing);
    await until("the aim", () => play.preview);
    const began = text(page, "cue_told");
    const spotted = await shoot({ speed: 1.5, direction: 67.51, left: 0, up: 0 });
    play.view.drawPicture();
    const spot = [play.view.picture.table.moved.get(2), Array.from(play.session.states[2].position).slice(0, 2)];
    const link = (await play.link()).replace(/.*#/, "");
    await shoot({ speed: 1, direction: 200 });
    const { trajectory } = page.carom, { states, shots } = play.session;
    const apart = states.map(({ position }, ball) => Math.hypot(...trajectory.position(ball, trajectory.length).map((x, k) => x - position[k])));
    const recorded = btoa(String.fromCharCode(...play.session.record()));
    page.location.hash = link;
    await until("the link is followed", () => /bit for bit/.test(text(page, "cue_told")));
    const { match } = play.game;
    return { began, spotted, spot, link, apart, shots: shots.length, recorded, told: text(page, "cue_told"), stands: match.stands };
}

/** Breaks at eight-ball so softly that the next player may ask for a new rack. */
async function breakIllegally(page, set, shoot) {
    const { play } = page.carom.view;
    set("table_kind", "Eight-ball");
    await until("the game begins", () => /eight-ball: player 1 breaks/.test(text(page, "cue_told")) && play.preview);
    const said = await shoot({ speed: 0.6, direction: 87.05, left: 0, up: 0 });
    const offered = ["new_rack", "rack_again", "breaks"].map((id) => (element(page, id).hidden ? "" : text(page, id)));
    element(page, "rack_again").click();
    await until("the balls are racked", () => /eight-ball: player 1 breaks/.test(text(page, "cue_told")) && play.preview);
    return { said, offered, breaker: play.game.match.breaker };
}

/** Breaks so hard that balls fall, and opens the link of what is left. */
async function linkAfterBreak(page, set, shoot) {
    const { play, player } = page.carom.view;
    set("table_kind", "Eight-ball");
    await until("the game begins", () => /eight-ball: player 1 breaks/.test(text(page, "cue_told")) && play.preview);
    const isOut = ({ phase }) => phase === "pocketed";
    const speed = Array.from({ length: 40 }, (_, k) => 7 + k / 16).find((each) => {
        const { end } = play.session.outcome({ speed: each });
        return end.some(isOut) && !isOut(end[0]);
    });
    await shoot({ speed });
    play.change({ speed: 2.345, direction: 123.456, elevation: 7.5, left: 0.123, up: -0.234 });
    await until("the aim is seen", () => play.preview);
    const inPlay = (state) => (isOut(state) ? state.phase : state);
    const stood = () => JSON.stringify([play.session.table.names, play.session.states.map(inPlay), play.session.aim, play.game.match.stands], (_, each) => (ArrayBuffer.isView(each) ? Array.from(each) : each));
    const before = stood();
    const fallen = play.session.states.filter(isOut).length;
    const tray = () => play.session.states.flatMap((state, ball) => isOut(state) ? [page.carom.trajectory.position(ball, player.time)] : []).sort(([x], [y]) => x - y);
    const seen = [tray()];
    const link = await play.link();
    page.location.hash = link.replace(/.*#/, "");
    await until("the link is followed", () => /of the link/.test(text(page, "cue_told")));
    seen.push(tray());
    return { fallen, balls: play.session.states.length, told: text(page, "cue_told"), link, before, after: stood(), tray: seen };
}

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
        await Promise.all([play.shoot(), play.shoot()]); // a second click, too soon, is none
        player.seek(page.carom.trajectory.length);
        player.pause();
        await until("the referee rules", () => play.session.gameShots.length > shots && /^Player \d: /.test(text(page, "cue_told")));
        return text(page, "cue_told");
    };
    set("by_rules", true);
    set("table_kind", "Ten-ball");
    await until("the game begins", () => /player 1 breaks/.test(text(page, "cue_told")) && play.preview);
    report.before = shown();
    const cue = play.session.states[0].position;
    drag(page, cue, [0.4, 0.7]);
    report.beyond = text(page, "cue_told");
    drag(page, cue, [0.4, 0.6]);
    report.placed = Array.from(play.session.states[0].position).slice(0, 2);
    await until("the aim from there", () => play.preview);
    await play.undo();
    report.broke = await shoot({});
    report.afterBreak = shown();
    drag(page, play.session.states[0].position, [0.4, 0.6]);
    report.notInHand = text(page, "cue_told");
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
    report.recorded = [play.session.shots.length, btoa(String.fromCharCode(...play.session.record()))];
    for (let k = 0; k < 3; ++k) {
        await play.undo();
        report.next = [...(report.next ?? []), text(page, "cue_told").replace(/.* one thing\. /, "")];
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
    report.inHand = [play.session.place, view.picture.table.moved.get(0), play.hand.ballUnder(...Object.values(view.camera.project([0.3, 0.9])).slice(0, 2))];
    player.seek(0);
    view.drawPicture();
    report.before = [report.before, view.picture.table.moved.size];
    Object.assign(report, await nameColours(page, set, shoot), await beginAgain(page, set, shoot));
    report.soft = await breakIllegally(page, set, shoot);
    report.linked = await spotAndLink(page, shoot);
    report.sixteen = await linkAfterBreak(page, set, shoot);
    return report;
}
