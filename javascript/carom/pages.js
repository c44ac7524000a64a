// Pages that play a recording: docs/viewer.md.

/** @import {Instance} from "./instance.js" */
/** What a page knows of a recording. @typedef {{header: string, bytes: Uint8Array}} PageData */

import { options, whole } from "./columns.js";
import { CaromError } from "./instance.js";
import { withRecording, written } from "./recordings.js";

const MOST_RECORDS = 200_000;

/** What a page knows of a recording: its header as JSON, and its numbers as bytes.
 *  @param {Instance} instance @param {Uint8Array | ArrayBuffer} bytes @param {{mostRecords?: number} | undefined} given */
export function pageData(instance, bytes, given) {
    const { mostRecords = MOST_RECORDS } = options("pageData", given, ["mostRecords"]);
    whole("mostRecords", mostRecords, 1, 2 ** 31 - 1);
    const data = withRecording(instance, bytes, (recording) =>
        written(instance, (to) => {
            if (!instance.ask("carom_javascript_page_data", recording, to, mostRecords))
                throw new CaromError("FILE_ERROR", ["this is no recording that a page can show"]);
        }),
    );
    const end = data.indexOf(0);
    return { header: new TextDecoder().decode(data.subarray(0, end)), bytes: data.subarray(end + 1) };
}

/** The same data with the text of the scene, which a visitor may change.
 *  @param {PageData} data @param {string} scene */
export function withScene({ header, bytes }, scene) {
    const told = { ...JSON.parse(header), scene_text: scene };
    return { header: JSON.stringify(told).replaceAll("<", "\\u003c"), bytes };
}

/** The page as a text. `frame` is viewer.html of the package, in which the data have two marks.
 *  @param {string} frame @param {PageData} data @param {string} engine */
export function pageOf(frame, { header, bytes }, engine) {
    /** @param {string} attributes @param {string} text */
    const data = (attributes, text) => `<script type="application/octet-stream" ${attributes}>${text}</script>\n`;
    /** @type {Record<string, string>} */
    const parts = { header, data: data('class="data"', base64(bytes)), engine: engine ? data('id="engine"', engine) : "" };
    return frame.replace(/<!--(header|data|engine)-->/g, (_, name) => parts[name]);
}

/** @param {Uint8Array} bytes */
export function base64(bytes) {
    const piece = 0x3000; // a multiple of 3
    const texts = [];
    for (let at = 0; at < bytes.length; at += piece)
        texts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + piece))));
    return texts.join("");
}
