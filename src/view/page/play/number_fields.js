// A field for each number of the scene in the tab Scene, with what it means.

import {element} from '../element.js';
import {counted} from '../numbers.js';
import {numbersOf, withNumber} from './scene_numbers.js';

/** @import {SceneNumber} from './scene_numbers.js' */

const kMost = 40;  // fields; the rest is in the text
const kAxes = ['x', 'y', 'z'];

/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {object} properties */
const made = (tag, properties) => Object.assign(document.createElement(tag), properties);

export class NumberFields {
    /** @type {number} */ dimension;
    /** @type {(text: string) => void} */ changed;
    /** @type {SceneNumber[]} */ numbers;
    /** @type {HTMLInputElement[][]} */ fields;
    /** @type {string} */ shape;

    /** `changed` gets the text with another number. @param {number} dimension @param {(text: string) => void} changed */
    constructor(dimension, changed) {
        Object.assign(this, {dimension, changed, numbers: [], fields: [], shape: ''});
        element('scene_text').addEventListener('input', () => this.show());
        this.show();
    }

    /** The numbers of the present text: new fields only where there are other numbers, so that the focus stays where it is. */
    show() {
        const all = numbersOf(element('scene_text').value, this.dimension);
        this.numbers = all.slice(0, kMost);
        const shape = JSON.stringify(this.numbers.map(({table, name, key, values}) => [table, name, key, values.length]));
        if (shape !== this.shape) this.build();
        this.shape = shape;
        this.numbers.forEach(({values}, k) => values.forEach((value, j) => { this.fields[k][j].value = value; }));
        const left = all.length - this.numbers.length;
        element('more_numbers').textContent = left > 0 ? `${counted(left, 'more number')} in the text below.` : '';
    }

    build() {
        const box = element('number_fields');
        let title = '';
        box.replaceChildren();
        this.fields = this.numbers.map((number, k) => {
            const {table, name, key, about, values} = number, heading = [table || 'scene', name].filter(word => word !== '').join(': ');
            if (heading !== title) box.append(made('h2', {textContent: heading}));
            title = heading;
            const row = made('div', {className: 'number'}), told = made('p', {className: 'small', id: `number_${k}`, textContent: about});
            const fields = values.map((_, j) => this.field(number, k, j, `${key}${values.length > 1 ? `, ${kAxes[j] ?? j + 1}` : ''}`));
            const group = made('span', {className: 'group'});
            group.append(...fields);
            row.append(made('code', {textContent: key}), group, told);
            box.append(row);
            return fields;
        });
    }

    /** @param {SceneNumber} number @param {number} k @param {number} j @param {string} label */
    field({about}, k, j, label) {
        const field = made('input', {inputMode: 'decimal', autocomplete: 'off', spellcheck: false});
        field.setAttribute('aria-label', label);
        if (about) field.setAttribute('aria-describedby', `number_${k}`);
        field.addEventListener('change', () => {
            const {value} = field, number = this.numbers[k];
            if (value.trim() !== '' && Number.isFinite(Number(value))) this.changed(withNumber(element('scene_text').value, number, j, value.trim()));
            this.show();
        });
        return field;
    }
}
