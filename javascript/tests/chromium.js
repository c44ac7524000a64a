// Pages in Chromium that report to a test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves the tree and these texts, and gives what the page reports. */
function serve(server, texts) {
    return new Promise((reported) => {
        server.on("request", async (request, response) => {
            if (request.method === "POST") {
                const parts = await request.toArray();
                response.writeHead(204).end();
                reported(Buffer.concat(parts).toString());
                return;
            }
            try {
                const { pathname } = new URL(request.url, "http://localhost");
                const bytes = texts[pathname] ?? (await readFile(fileURLToPath(new URL(`.${pathname}`, root))));
                response.writeHead(200, { "Content-Type": TYPES[extname(pathname)] ?? "text/plain" }).end(bytes);
            } catch {
                response.writeHead(404).end();
            }
        });
    });
}

/** Opens an address until `done` is told, or for three minutes. */
async function show(address, done) {
    const profile = await mkdtemp(join(tmpdir(), "carom-chromium-"));
    const options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--window-size=1300,900"];
    const browser = spawn("chromium", [...options, `--user-data-dir=${profile}`, address], { stdio: "ignore" });
    const ended = once(browser, "exit");
    const timer = setTimeout(() => browser.kill("SIGKILL"), 180_000);
    try {
        return await Promise.race([done, ended.then(([code]) => `chromium ended with ${code}`)]);
    } finally {
        clearTimeout(timer);
        browser.kill("SIGKILL");
        await ended;
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
}

/** What the page at this path of the tree sends by POST. `texts` are further files, by path. */
export async function reportOf(path, texts = {}) {
    const server = createServer();
    const reported = serve(server, texts);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
        return await show(`http://127.0.0.1:${server.address().port}${path}`, reported);
    } finally {
        server.close();
        server.closeAllConnections();
    }
}
