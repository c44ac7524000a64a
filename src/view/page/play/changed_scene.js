// The text of a table scene, as the engine writes it, with other properties of all balls and other laws.

/** @import {Changes, Setting} from '../types.js' */

/** @param {Setting} value */
const written = value => typeof value === 'string' ? `"${value}"` : `${value}`;
/** @param {string} line */
const keyOf = line => line.split(' = ')[0];

/** `changes` are {ball, laws}: values by their keys in [defaults] and [laws].
 *  @param {string} text @param {Changes} changes */
export function changedScene(text, {ball = {}, laws = {}}) {
    const parts = text.split(/^(?=\[)/m).map(part => part.split('\n'));
    /** @param {string[]} heads @param {Record<string, Setting>} changes */
    const without = (heads, changes) => {
        for (const part of parts.filter(([head]) => heads.includes(head)))
            part.splice(0, part.length, ...part.filter(line => !Object.hasOwn(changes, keyOf(line))));
    };
    /** @param {string} head @param {Record<string, Setting>} changes */
    const add = (head, changes) => {
        const lines = Object.entries(changes).map(([key, value]) => `${key} = ${written(value)}`);
        if (lines.length === 0) return;
        const there = parts.find(([first]) => first === head), balls = parts.findIndex(([first]) => first === '[[balls]]');
        if (there) there.splice(1, 0, ...lines);
        else parts.splice(balls, 0, [head, ...lines, '', '']);
    };
    without(['[defaults]', '[[balls]]'], ball);
    without(['[laws]'], laws);
    add('[defaults]', ball);
    add('[laws]', laws);
    return parts.map(lines => lines.join('\n')).join('');
}
