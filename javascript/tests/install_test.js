// The package as its user gets it: npm pack, npm install in an empty folder, the example of its README, and a program
// in TypeScript.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const package_ = fileURLToPath(new URL("../../build/npm/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "carom-npm-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const run = (command, ...given) => execFileSync(command, given, { cwd: folder, encoding: "utf8", stdio: "pipe" });

run("npm", "pack", "--silent", "--pack-destination", folder, package_);
const [archive] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
writeFileSync(join(folder, "package.json"), '{"type": "module"}\n');
run("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", `./${archive}`);

const documents = {
    "the README": join(folder, "node_modules/carom/README.md"),
    "docs/how_to/use_from_javascript.md": join(here, "../../docs/how_to/use_from_javascript.md"),
};
for (const [name, path] of Object.entries(documents)) {
    test(`the examples of ${name} run, and print what stands beside them`, () => {
        const examples = [...readFileSync(path, "utf8").matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code).join("\n");
        const expected = [...examples.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, answer]) => `${answer}\n`);
        assert.ok(expected.length > 1);
        writeFileSync(join(folder, "example.js"), examples);
        assert.equal(run("node", "example.js"), expected.join(""));
    });
}

test("a program in TypeScript compiles strictly and runs", () => {
    copyFileSync(join(here, "user.ts"), join(folder, "user.ts"));
    const options = ["--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node16"];
    run("tsc", ...options, "--lib", "es2022,dom", "user.ts");
    assert.equal(run("node", "user.js"), "0.25 1 3 0 BAD_INPUT\n");
});
