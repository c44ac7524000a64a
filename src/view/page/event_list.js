// The list of impacts: only the rows that are seen exist. Searched by name, kind and time.

import {element} from './element.js';
import {clamp, escaped, firstIndex, timeDecimals, wholeNumber} from './numbers.js';
import {searchFault, searchTest} from './search.js';
import {entriesText, impactText} from './texts.js';

/** @import {Colours} from './colours.js' */
/** @import {Trajectory} from './trajectory.js' */

const kRowHeight = 34, kRowOfFingers = 44, kTallest = 8e6;  // pixels; browsers limit the height of an element

export class EventList {
    /** @type {Trajectory} */ trajectory;
    /** @type {Colours} */ colours;
    /** @type {(event: number) => void} */ go;
    /** @type {Uint32Array | null} */ found;
    /** @type {number} */ present;
    /** @type {number} */ decimals;
    /** @type {number[]} */ drawn;

    /** `go` is called with the event that was chosen.
     *  @param {Trajectory} trajectory @param {Colours} colours @param {(event: number) => void} go */
    constructor(trajectory, colours, go) {
        Object.assign(this, {trajectory, colours, go});
        this.box = element('list');
        this.rows = element('list_rows');
        this.search = element('search');
        this.found = null;  // last events of the entries that the search has found; null: all
        this.rowHeight = matchMedia('(pointer: coarse)').matches ? kRowOfFingers : kRowHeight;
        this.rows.style.setProperty('--row', `${this.rowHeight}px`);
        this.box.addEventListener('scroll', () => this.draw());
        this.search.addEventListener('input', () => this.filter());
        this.rows.addEventListener('click', e => this.chosen(e));
        new ResizeObserver(() => this.draw()).observe(this.box);
        this.load();
    }

    /** Lists what the trajectory has now. */
    load() {
        this.present = -1;
        this.decimals = timeDecimals(this.trajectory.length);
        this.rows.style.setProperty('--letters', String(this.timeText(this.trajectory.length).length));
        this.filter();
    }

    get count() {
        return this.found ? this.found.length : this.trajectory.entryCount;
    }

    /** The last event of the entry in a row. @param {number} row */
    event(row) {
        return this.found ? this.found[row] : this.trajectory.lastEvent(row);
    }

    /** @param {MouseEvent} e */
    chosen({target}) {
        const row = target instanceof Element && target.closest('.impact');
        if (row instanceof HTMLElement) this.go(Number(row.dataset.event));
    }

    /** Applies the text of the search field. */
    filter() {
        const test = searchTest(this.trajectory, this.search.value.trim());
        this.found = null;
        if (test) {
            const found = [];
            for (let entry = 0; entry < this.trajectory.entryCount; ++entry) {
                const event = this.trajectory.lastEvent(entry);
                if (test(event)) found.push(event);
            }
            this.found = Uint32Array.from(found);
        }
        const all = entriesText(this.trajectory);
        element('found').textContent = searchFault(this.search.value.trim()) || (test ? `${wholeNumber(this.count)} of ${all}` : all);
        element('list_space').style.height = `${Math.min(this.count * this.rowHeight, kTallest)}px`;
        this.draw();
    }

    /** Rows that fit, and the first of them for the present scroll. */
    get fitting() {
        return Math.ceil(this.box.clientHeight / this.rowHeight) + 1;
    }

    firstRow() {
        const slack = this.box.scrollHeight - this.box.clientHeight;
        const rows = this.count - Math.floor(this.box.clientHeight / this.rowHeight);
        return slack > 0 && rows > 0 ? Math.min(this.box.scrollTop / slack, 1) * rows : 0;
    }

    draw() {
        const first = this.firstRow(), whole = Math.floor(first);
        const html = [], end = Math.min(whole + this.fitting, this.count);
        for (let row = whole; row < end; ++row) html.push(this.row(this.event(row)));
        this.drawn = whole < end ? [this.event(whole), this.event(end - 1)] : [0, -1];
        this.rows.innerHTML = html.join('');
        this.rows.style.transform = `translateY(${(whole - first) * this.rowHeight}px)`;
    }

    /** @param {number} time */
    timeText(time) {
        return (this.trajectory.header.from + time).toFixed(this.decimals);
    }

    /** @param {number} event */
    row(event) {
        const {trajectory} = this;
        const time = this.timeText(trajectory.eventTime(event));
        return `<button class="impact${event === this.present ? ' present' : ''}" role="option" data-event="${event}"` +
            ` aria-selected="${event === this.present}"><span class="when">${time}</span>` +
            `<span class="who">${impactText(trajectory, event, ball => this.ballText(ball))}</span></button>`;
    }

    /** @param {number} ball */
    ballText(ball) {
        const fixed = this.colours.fixed ? `<i style="background:${this.colours.css(ball, 0)}"></i>` : '';
        return fixed + escaped(this.trajectory.name(ball));
    }

    /** Marks the present event, and brings it into view where that is asked for. Rows that nobody sees cost nothing.
     *  @param {number} event @param {boolean} scroll */
    setPresent(event, scroll) {
        if (event === this.present) return;
        const isSeen = [this.present, event].some(e => e >= this.drawn[0] && e <= this.drawn[1]);
        this.present = event;
        if (scroll) this.reveal();
        if (scroll || isSeen) this.draw();
    }

    /** Brings the present event into view. */
    reveal() {
        const row = firstIndex(0, this.count, k => this.event(k) >= this.present);
        const first = this.firstRow(), fits = Math.floor(this.box.clientHeight / this.rowHeight);
        if (fits > 0 && (row < first || row > first + fits - 1)) {
            const slack = this.box.scrollHeight - this.box.clientHeight;
            this.box.scrollTop = slack * clamp((row - fits / 3) / Math.max(1, this.count - fits), 0, 1);
        }
    }

    /** Called when its tab opens. */
    open() {
        this.reveal();
        this.draw();
    }
}
