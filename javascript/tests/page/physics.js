// Changes the cloth and the models of the table, and reports what comes out.
import { element, errors, open, text, until } from "./visitor.js";

/** The field with this label. */
function field(page, words) {
    const label = [...page.document.querySelectorAll("#physics_fields label")].find(({ textContent }) => textContent.startsWith(words));
    return label.querySelector("input, select");
}

export async function choose() {
    const report = { errors };
    const page = await open("#tab=cue");
    const { play } = page.carom.view;
    await until("the aim", () => play.preview);
    report.before = play.preview.duration;
    const set = async (words, value) => {
        const input = field(page, words);
        if (input.type === "checkbox") input.checked = value;
        else input.value = value;
        const told = element(page, "cue_told");
        told.textContent = "";
        input.dispatchEvent(new page.Event("change"));
        await until(words, () => told.textContent !== "" && play.preview);
        return told.textContent;
    };
    report.said = await set("Cloth", "slow");
    report.slow = play.preview.duration;
    await set("Cushion, restitution", "0.6");
    await set("Cushion, model", "han_2005");
    await set("Balls can jump", true);
    report.scene = play.session.text();
    report.duration = play.preview.duration;
    report.shown = [field(page, "Cloth").value, field(page, "Rolling").value, field(page, "Cushion, omega").disabled];
    report.refused = await set("Cushion, restitution", "1.5");
    report.stays = [field(page, "Cushion, restitution").value, play.preview.duration];
    const link = await play.link();

    const durations = [];
    for (let k = 0; k < 4; ++k) {
        await play.undo();
        await until("the aim is back", () => play.preview);
        durations.push(play.preview.duration);
    }
    report.undone = durations;
    report.cloth = field(page, "Cloth").value;
    const other = await open(link.slice(link.indexOf("#")));
    report.followed = text(other, "cue_told");
    report.linked = [field(other, "Cloth").value, field(other, "Cushion, model").value];
    return report;
}
