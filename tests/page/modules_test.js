// Promise: no module of the page needs another that needs it, and nothing is exported that nobody imports.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {test} from 'node:test';

const page = new URL('../../src/view/page/', import.meta.url), tests = new URL('./', import.meta.url);
const folders = [page, new URL('play/', page)];
const scriptsOf = folder => readdirSync(folder).filter(name => name.endsWith('.js'));
const textOf = (folder, name) => readFileSync(new URL(name, folder), 'utf8');

/** What a script imports from modules of the page, those of the npm package apart: [[module, names]]. */
const importsOf = text => [...text.matchAll(/^import \{([^}]*)\} from '([./\w]*\/)(\w+\.js)';/gm)].filter(
    ([, , folder]) => !folder.includes('javascript/carom')).map(
    ([, names, , module]) => [module, names.split(',').map(name => name.trim().replace(/ as .*/, '')).filter(name => name !== '')]);

/** The folder of each module of the page. */
const folderOf = new Map(folders.flatMap(folder => scriptsOf(folder).map(name => [name, folder])));
const imports = new Map([...folderOf].map(([name, folder]) => [name, importsOf(textOf(folder, name))]));

test('modules have names of their own', () => {
    assert.equal(folderOf.size, folders.flatMap(scriptsOf).length);
});

test('imports make no circle', () => {
    const done = new Set();
    const visit = (name, path) => {
        assert.ok(!path.includes(name), `${[...path, name].join(' imports ')}`);
        if (done.has(name)) return;
        for (const [module] of imports.get(name)) visit(module, [...path, name]);
        done.add(name);
    };
    for (const name of imports.keys()) visit(name, []);
    assert.ok(done.size > 20);
});

test('main.js leads to every module', () => {
    const reached = new Set();
    const visit = name => {
        if (reached.has(name)) return;
        reached.add(name);
        for (const [module] of imports.get(name)) visit(module);
    };
    visit('main.js');
    assert.deepEqual([...imports.keys()].filter(name => !reached.has(name)), []);
});

test('every export is imported somewhere', () => {
    const wanted = new Set([...imports.values(), ...scriptsOf(tests).map(name => importsOf(textOf(tests, name)))].flatMap(
        list => list.flatMap(([module, names]) => names.map(name => `${module} ${name}`))));
    for (const name of imports.keys()) {
        for (const [, what] of textOf(folderOf.get(name), name).matchAll(/^export (?:async )?(?:class|const|function) (\w+)/gm))
            assert.ok(wanted.has(`${name} ${what}`), `${name} exports ${what}`);
    }
});
