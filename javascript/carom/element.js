// <carom-table>: a table to play on, in any page. Importing this module defines the element.

/** @import {Carom, Strike} from "./index.js" */

import { load } from "./index.js";

/** @type {Promise<Carom> | undefined} */
let loading;

/** The text of a scene with a table stands in a <script type="text/plain"> inside of the element, or in the file that its
 *  attribute `src` names. Events: "shot" and "change", with what docs/viewer.md says of messages in `detail`. */
export class CaromTable extends HTMLElement {
    /** @type {HTMLIFrameElement | undefined} */ #frame;
    #onMessage = (/** @type {MessageEvent} */ event) => this.#tell(event);

    async connectedCallback() {
        window.addEventListener("message", this.#onMessage);
        try {
            loading ??= load();
            const [carom, scene] = await Promise.all([loading, this.#scene()]);
            const table = carom.table(scene);
            const page = await carom.page(table.record(table.planned), { play: true });
            table.free();
            this.#show(page.replace("<body", '<body class="embedded"'));
        } catch (error) {
            this.textContent = error instanceof Error ? error.message : String(error);
            throw error;
        }
    }

    disconnectedCallback() {
        window.removeEventListener("message", this.#onMessage);
    }

    /** Changes the aim: speed, direction, elevation, left, up. @param {Partial<Strike>} strike */
    aim(strike) {
        this.#ask({ does: "aim", strike });
    }

    shoot() {
        this.#ask({ does: "shoot" });
    }

    undo() {
        this.#ask({ does: "undo" });
    }

    /** @param {object} message */
    #ask(message) {
        this.#frame?.contentWindow?.postMessage({ to: "carom", ...message }, "*");
    }

    async #scene() {
        const address = this.getAttribute("src");
        if (address === null) return this.querySelector("script")?.textContent ?? this.textContent ?? "";
        const response = await fetch(new URL(address, document.baseURI));
        if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
        return response.text();
    }

    /** @param {string} page */
    #show(page) {
        this.#frame = document.createElement("iframe");
        this.#frame.title = this.getAttribute("title") ?? "A billiard table to play on";
        this.#frame.setAttribute("sandbox", "allow-scripts");
        this.#frame.style.cssText = "width: 100%; height: 100%; border: 0";
        this.#frame.srcdoc = page;
        if (getComputedStyle(this).display === "inline") this.style.cssText += "; display: block; height: 640px";
        this.replaceChildren(this.#frame);
    }

    /** @param {MessageEvent} event */
    #tell({ source, data }) {
        if (source !== this.#frame?.contentWindow || data?.from !== "carom") return;
        const { what, ...detail } = data;
        this.dispatchEvent(new CustomEvent(what === "shot" ? "shot" : "change", { detail: { what, ...detail } }));
    }
}

customElements.define("carom-table", CaromTable);
