// Promise: the elements of the pages are what types.d.ts says.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

const textOf = name => readFileSync(new URL(`../../src/view/${name}`, import.meta.url), 'utf8');
/** HTMLElement classes by their tags. */
const kTags = {
    canvas: 'Canvas', dialog: 'Dialog', input: 'Input', select: 'Select', table: 'Table', textarea: 'TextArea',
};

test('every element with a class of its own has the tag of that class', () => {
    const [, told] = textOf('page/types.d.ts').split('interface PageElements {');
    const classes = Object.fromEntries([...told.split('\n}')[0].matchAll(/(\w+): HTML(\w+)Element;/g)].map(([, id, kind]) => [id, kind]));
    const elements = {};
    for (const page of ['page/page.html', 'study/page.html']) {
        for (const [, tag, id] of textOf(page).matchAll(/<(\w+)[^>]*? id="(\w+)"/g)) if (kTags[tag]) elements[id] = kTags[tag];
    }
    assert.deepEqual(classes, elements);
});
