// read_page.mjs PAGE OUTPUT: reads a page of `carom view` with the page's own code. OUTPUT gets a line `name type count` for
// each column of numbers, an empty line, and then the numbers of all columns as they lie in memory.
// For tests/app/page_columns.hpp.
import {readFileSync, writeFileSync} from 'node:fs';

import {readData} from '../../src/view/page/data.js';

const [page, output] = process.argv.slice(2), text = readFileSync(page, 'utf8');
const [, header] = /id="header">([^<]*)</.exec(text);
const parts = [...text.matchAll(/class="data">([^<]*)</g)].map(([, letters]) => ({textContent: letters, remove() {}}));
const {columns} = await readData(
    {getElementById: () => ({textContent: header}), querySelectorAll: () => parts}, () => {});
const lines = Object.entries(columns).map(([name, column]) => `${name} ${column.constructor.name} ${column.length}\n`);
const numbers = Object.values(columns).map(column => Buffer.from(column.buffer, column.byteOffset, column.byteLength));
writeFileSync(output, Buffer.concat([Buffer.from(`${lines.join('')}\n`), ...numbers]));
