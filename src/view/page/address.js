// What the address asks for after "#": a link to a moment, such as view.html#impact=12&trails=all&tab=charts&chart=energy.

import {kChartKinds} from './chart_kinds.js';
import {kColourModes, kColourScales} from './colours.js';
import {parsedNumber} from './numbers.js';
import {kTabs} from './tabs.js';
import {kTrailKinds} from './trails.js';
import {kViewKinds} from './view_kinds.js';

/** @import {Box} from './controls.js' */
/** @import {View} from './view.js' */
/** @typedef {'arrows' | 'impacts' | 'walls' | 'names' | 'follow'} Switch */
/** @typedef {'colour' | 'scale' | 'trails' | 'chart' | 'tab' | 'view' | 'ball' | 'play' | 'scene' | 'hash' | 'game' | 'kept' | 'embed'} TextWord */
/** Words of an address with their values.
 *  @typedef {Partial<Record<'t' | 'impact' | 'zoom', number> & Record<Switch | TextWord, string>>} Wishes */

/** Boxes that an address ticks, by its words for them. @type {Record<Switch, Box>} */
const kSwitches = {arrows: 'show_arrows', impacts: 'show_impact', walls: 'show_walls', names: 'show_names', follow: 'follow'};
const kSwitchWords = /** @type {Switch[]} */ (Object.keys(kSwitches));
/** Words with a few values. @type {Record<string, string[]>} */
const kChoices = {
    colour: kColourModes, scale: kColourScales, trails: kTrailKinds, chart: Object.keys(kChartKinds),
    tab: kTabs, view: kViewKinds, ...Object.fromEntries(kSwitchWords.map(word => [word, ['1', '0']])),
};
/** Words with a number, and what it must be. @type {Record<string, [string, (x: number) => boolean]>} */
const kNumbers = {t: ['a time', x => x >= 0], impact: ['a number of an impact', x => x >= 0], zoom: ['a factor', x => x > 0]};

/** What is wrong with a word of an address and its value; empty where nothing is. @param {string} word @param {string} value */
function faultOf(word, value) {
    if (Object.hasOwn(kChoices, word))
        return kChoices[word].includes(value) ? '' : `“${word}=${value}”: ${word} is one of ${kChoices[word].join(', ')}`;
    if (Object.hasOwn(kNumbers, word)) {
        const [what, fits] = kNumbers[word], number = parsedNumber(value);
        return Number.isFinite(number) && fits(number) ? '' : `“${word}=${value}”: ${word} is ${what}`;
    }
    return ['ball', 'play', 'scene', 'hash', 'game', 'kept', 'embed'].includes(word) ? '' : `“${word}” is no word of an address`;
}

/** What a fragment wishes, {wishes, faults}: words with their values, and texts about words that mean nothing here.
 *  @param {string} fragment @returns {{wishes: Wishes, faults: string[]}} */
export function wishesOf(fragment) {
    /** @type {Wishes} */
    const wishes = {};
    const faults = [];
    for (const [word, value] of new URLSearchParams(fragment.replace(/^#/, ''))) {
        const fault = faultOf(word, value);
        if (fault) faults.push(fault);
        else Object.assign(wishes, {[word]: Object.hasOwn(kNumbers, word) ? parsedNumber(value) : value});
    }
    return {wishes, faults};
}

/** Does what the fragment says, and tells what it cannot do, and a fault that was found before.
 *  @param {View} view @param {string} fragment @param {string} [fault] */
export function followAddress(view, fragment, fault = '') {
    const {wishes, faults: words} = wishesOf(fragment), {player, controls, trajectory} = view, faults = [fault, ...words];
    const {colour = view.colours.mode, scale, trails, ball, t, impact, zoom, chart, tab, view: kind} = wishes;
    if (wishes.colour || scale) view.setColours(colour, scale);
    if (trails) view.setTrails(trails);
    if (ball !== undefined) faults.push(controls.chooseByName(ball));
    for (const word of kSwitchWords) if (wishes[word]) controls.tick(kSwitches[word], wishes[word] === '1');
    if (t !== undefined) faults.push(controls.goTo(String(t)));
    if (impact !== undefined) {
        if (impact > trajectory.entryCount) faults.push(`“impact=${impact}”: this page has ${trajectory.entryCount}`);
        player.seekEntry(Math.round(impact) - 1);
    }
    if (kind) view.kinds.choose(kind);
    if (zoom) view.camera.zoom(zoom);
    if (chart) view.charts.choose(chart);
    if (tab) controls.openTab(tab);
    controls.tell(faults.filter(each => each !== '').join('; '));
}
