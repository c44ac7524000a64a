// Pages of files in Chromium, and what happens on them that should not: by the protocol of its debugger, through a pipe.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--remote-debugging-pipe"];

/** What Chromium says of its own speed where no graphics hardware draws. */
const OF_THE_DRIVER = /GL Driver Message \(OpenGL, Performance/;

/** What an event of the protocol tells of a page that is faulty; undefined for the others. */
function faultOf({ method, params }, address) {
    if (method === "Runtime.exceptionThrown") return `exception: ${params.exceptionDetails.exception?.description}`;
    if (method === "Runtime.consoleAPICalled") return `console: ${params.args.map(({ value, description }) => value ?? description).join(" ")}`;
    if (method === "Log.entryAdded") return OF_THE_DRIVER.test(params.entry.text) ? undefined : `log: ${params.entry.text}`;
    if (method !== "Network.requestWillBeSent") return undefined;
    const { url } = params.request;
    return url === address || url.startsWith("data:") || url.startsWith("blob:") ? undefined : `request: ${url}`;
}

class Browser {
    #child;
    #session;
    #asked = new Map();
    #last = 0;
    #text = "";

    constructor(child) {
        this.#child = child;
        child.stdio[4].setEncoding("utf8").on("data", (text) => this.#take(text));
    }

    /** Messages end with a zero. */
    #take(text) {
        const parts = (this.#text + text).split("\0");
        this.#text = parts.pop();
        for (const message of parts.map((part) => JSON.parse(part))) {
            const answer = this.#asked.get(message.id);
            this.#asked.delete(message.id);
            if (answer) answer(message);
            else this.heard?.(message);
        }
    }

    async ask(method, params = {}) {
        const id = ++this.#last;
        const answered = new Promise((resolve) => this.#asked.set(id, resolve));
        this.#child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.#session })}\0`);
        const { result, error } = await answered;
        if (error) throw new Error(`${method}: ${error.message}`);
        return result;
    }

    /** An empty page that tells what happens on it. */
    async begin() {
        const { targetId } = await this.ask("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await this.ask("Target.attachToTarget", { targetId, flatten: true });
        this.#session = sessionId;
        for (const domain of ["Page", "Runtime", "Log", "Network"]) await this.ask(`${domain}.enable`);
    }

    /** Opens a page and runs a script there, a promise: what it gives, and the faults until then. */
    async visit(address, script) {
        const faults = [];
        this.heard = (event) => faults.push(...[faultOf(event, address)].filter((fault) => fault !== undefined));
        await this.ask("Page.navigate", { url: address });
        const { result, exceptionDetails } = await this.ask("Runtime.evaluate", {
            expression: script, awaitPromise: true, returnByValue: true,
        });
        if (exceptionDetails) faults.push(`script: ${exceptionDetails.exception?.description}`);
        return { value: result.value, faults };
    }
}

/** Calls `use` with a browser, and ends it. */
export async function withBrowser(use) {
    const profile = await mkdtemp(join(tmpdir(), "carom-chromium-"));
    const child = spawn("chromium", [...OPTIONS, `--user-data-dir=${profile}`], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    const ended = once(child, "exit");
    try {
        const browser = new Browser(child);
        await browser.begin();
        return await use(browser);
    } finally {
        child.kill("SIGKILL");
        await ended;
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
