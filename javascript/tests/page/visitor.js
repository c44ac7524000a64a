// What a visitor does on /play.html, which is open in a frame.

const frame = document.getElementById("frame");
export const errors = [];
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function until(what, condition) {
    for (let k = 0; k < 300; ++k) {
        if (condition()) return;
        await sleep(50);
    }
    throw new Error(`in vain: ${what}`);
}

/** Opens the page with this fragment, and gives its window when it is ready. */
export async function open(fragment) {
    frame.src = "about:blank";
    await until("the page before is gone", () => !frame.contentWindow.carom);
    frame.src = `/play.html${fragment}`;
    await until("the page is ready", () => frame.contentWindow.carom?.ready);
    const page = frame.contentWindow;
    page.addEventListener("error", (event) => errors.push(event.message));
    page.addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));
    return page;
}

export const element = (page, id) => page.document.getElementById(id);
export const text = (page, id) => element(page, id).textContent;

/** Presses at a place of the table, goes to another one, and lets go. */
export function drag(page, from, to = from) {
    const { camera } = page.carom.view;
    dragPicture(page, camera.project(from), camera.project(to));
}

/** The same with places of the picture, {x, y} in pixels. */
export function dragPicture(page, from, to) {
    const stage = element(page, "stage");
    const box = stage.getBoundingClientRect();
    const send = (kind, { x, y }, buttons) => {
        stage.dispatchEvent(
            new page.PointerEvent(kind, {
                clientX: box.left + stage.clientLeft + x, clientY: box.top + stage.clientTop + y, pointerId: 1, button: 0, buttons, bubbles: true, isPrimary: true,
            }),
        );
    };
    stage.setPointerCapture = () => {};
    send("pointerdown", from, 1);
    send("pointermove", to, 1);
    send("pointerup", to, 0);
}
