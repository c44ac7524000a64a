// What the address asks for after "#": a link to a moment, such as view.html#impact=12&trails=all&tab=charts&chart=energy.

import {kChartKinds} from './chart_kinds.js';
import {kColourModes} from './colours.js';
import {parsedNumber} from './numbers.js';
import {kTrailKinds} from './trails.js';

/** Boxes that an address ticks, by its words for them. */
const kSwitches = {arrows: 'show_arrows', impacts: 'show_impact', walls: 'show_walls', names: 'show_names', follow: 'follow'};

/** What a fragment wishes, {colour, trails, ball, boxes, time, impact, zoom, chart, tab}, undefined or NaN where it is silent;
 *  `boxes` are [id, ticked]. Words that it does not know are left out. */
export function wishesOf(fragment) {
    const words = new URLSearchParams(fragment.replace(/^#/, ''));
    const text = key => words.get(key) ?? undefined;
    const number = key => words.has(key) ? parsedNumber(words.get(key)) : NaN;
    const oneOf = (list, key) => list.find(value => value === words.get(key));
    const boxes = Object.entries(kSwitches).filter(([key]) => words.has(key));
    return {
        colour: oneOf(kColourModes, 'colour'), trails: oneOf(kTrailKinds, 'trails'), ball: text('ball'),
        boxes: boxes.map(([key, id]) => [id, words.get(key) !== '0']),
        time: number('t'), impact: number('impact'), zoom: number('zoom'),
        chart: oneOf(Object.keys(kChartKinds), 'chart'), tab: text('tab'),
    };
}

/** Does what the fragment says. */
export function followAddress(view, fragment) {
    const wishes = wishesOf(fragment), {player, controls} = view;
    if (wishes.colour) view.setColours(wishes.colour);
    if (wishes.trails) view.setTrails(wishes.trails);
    if (wishes.ball !== undefined) controls.chooseByName(wishes.ball);
    for (const [id, ticked] of wishes.boxes) controls.tick(id, ticked);
    if (wishes.time >= 0) player.seek(wishes.time - view.trajectory.header.from);
    if (wishes.impact >= 0) player.seekEntry(Math.round(wishes.impact) - 1);
    if (wishes.zoom > 0) view.camera.zoom(wishes.zoom);
    if (wishes.chart) view.charts.choose(wishes.chart);
    if (wishes.tab) controls.openTab(wishes.tab);
}
