// The numbers in the text of a scene: where they stand, what they mean, and the text with another one.

import {kMeanings} from './scene_words.js';

/** A number of a scene, or an array of them: `places` are their ends in the text. Those that the scene leaves out have none, and
 *  `values` are what holds then. @typedef {{table: string, name: string, key: string, about: string, values: string[], places: [number, number][]}} SceneNumber */

const kHead = /^\s*\[\[?\s*([\w.-]+)\s*\]\]?\s*(?:#.*)?$/;
const kNumber = '[+-]?\\d[\\d_]*(?:\\.[\\d_]+)?(?:[eE][+-]?\\d+)?';
const kLine = new RegExp(`^(\\s*([\\w-]+)\\s*=\\s*)(${kNumber}|\\[(?:\\s*${kNumber}\\s*,?)+\\s*\\])\\s*(?:#.*)?$`);
const kName = /^\s*(?:name|kind)\s*=\s*"([^"]*)"/;

/** The lines of a text with their beginnings. @param {string} text */
function linesOf(text) {
    let at = 0;
    return text.split('\n').map(line => {
        const from = at;
        at += line.length + 1;
        return {line, from};
    });
}

/** The table with its key, as meanings are named. @param {string} table @param {string} key */
const wordOf = (table, key) => table === '' ? key : `${table}.${key}`;

/** What a scene may leave out, with what holds then. @param {number} dimension @returns {[string, string, string[]][]} */
const offeredIn = dimension => [
    ['world', 'gravity', Array(dimension).fill('0')],
    ['collisions', 'restitution_balls', ['1']],
    ['collisions', 'restitution_walls', ['1']],
];

/** The tables of a text, first what stands before them. @param {string} text */
function tablesOf(text) {
    /** @type {{table: string, name: string, lines: ReturnType<typeof linesOf>}[]} */
    const tables = [{table: '', name: '', lines: []}];
    for (const each of linesOf(text)) {
        const head = kHead.exec(each.line), name = kName.exec(each.line);
        if (head) tables.push({table: head[1], name: '', lines: []});
        const last = tables[tables.length - 1];
        if (name && last.table !== '') last.name ||= name[1];
        last.lines.push(each);
    }
    return tables;
}

/** The number that a line says. @param {string} line */
function numberIn(line) {
    const found = kLine.exec(line);
    if (!found) return undefined;
    const [, before, key, value] = found;
    return {key, each: [...value.matchAll(new RegExp(kNumber, 'g'))].map(({index, 0: digits}) => ({digits, at: before.length + index}))};
}

/** Those that the text says. @param {string} text @returns {SceneNumber[]} */
function written(text) {
    return tablesOf(text).flatMap(({table, name, lines}) => lines.flatMap(({line, from}) => {
        const number = numberIn(line);
        if (!number) return [];
        const {key, each} = number, about = kMeanings[wordOf(table, key)] ?? '';
        /** @type {[number, number][]} */
        const places = each.map(({digits, at}) => [from + at, from + at + digits.length]);
        return [{table, name, key, about, values: each.map(({digits}) => digits), places}];
    }));
}

/** How balls bounce and fall comes first, single balls last. @param {SceneNumber} number */
const rankOf = ({table, key}) => key === 'gravity' || table.startsWith('collisions') ? 0 : table === 'world' ? 2 : table === 'balls' ? 3 : 1;

/** The numbers of a scene, those too that it may leave out; without its dimension, which a page keeps.
 *  @param {string} text @param {number} dimension */
export function numbersOf(text, dimension) {
    const found = written(text).filter(({table, key}) => table !== '' || key !== 'dimension');
    for (const [table, key, values] of offeredIn(dimension)) {
        if (!found.some(number => number.table === table && number.key === key))
            found.push({table, name: '', key, about: kMeanings[wordOf(table, key)], values, places: []});
    }
    return found.sort((a, b) => rankOf(a) - rankOf(b));
}

/** The text with another value at one of the places of a number. @param {string} text @param {SceneNumber} number @param {number} k @param {string} value */
export function withNumber(text, {table, key, values, places}, k, value) {
    const place = places[k];
    if (place) return text.slice(0, place[0]) + value + text.slice(place[1]);
    const all = values.map((old, j) => j === k ? value : old), line = `${key} = ${all.length > 1 ? `[${all.join(', ')}]` : all[0]}\n`;
    const head = linesOf(text).find(({line: each}) => kHead.exec(each)?.[1] === table);
    if (!head) return `${text.trimEnd()}\n\n[${table}]\n${line}`;
    const at = head.from + head.line.length + 1;
    return `${text.slice(0, at).trimEnd()}\n${line}${text.slice(at)}`;
}
