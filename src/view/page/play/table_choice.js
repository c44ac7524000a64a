// Which table a visitor plays on: that of the page, that of a link, or a game and the size of its table.

import {element} from '../element.js';
import {kSizes, kTables, sizedTable} from './tables.js';

export class TableChoice {
    /** The text of the last link that was followed. @type {string} */ linked;

    /** `begin` gets the text of a scene, or nothing for the table of the page. @param {(text: string | undefined) => void} begin */
    constructor(begin) {
        this.linked = '';
        const kinds = element('table_kind'), sizes = element('table_size');
        kinds.add(new Option('of this page', ''));
        for (const name of Object.keys(kTables)) kinds.add(new Option(name, name));
        for (const name of Object.keys(kSizes)) sizes.add(new Option(name, name));
        for (const select of [kinds, sizes]) select.addEventListener('change', () => {
            this.showSize();
            begin(this.text);
        });
        this.showSize();
    }

    /** The scene of what is chosen; undefined for that of the page. */
    get text() {
        const kind = element('table_kind').value;
        return kind === 'link' ? this.linked : kTables[kind] && sizedTable(kTables[kind], element('table_size').value);
    }

    /** Only pool tables have sizes. */
    showSize() {
        const text = kTables[element('table_kind').value];
        element('table_size_box').hidden = text === undefined || sizedTable(text, '7 foot') === text;
    }

    /** The table of a link is chosen. @param {string} text */
    follow(text) {
        const kinds = element('table_kind');
        if (!this.linked) kinds.add(new Option('of the link', 'link'));
        this.linked = text;
        kinds.value = 'link';
        this.showSize();
    }
}
