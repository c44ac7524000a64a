// The page of a study: a quantity against a parameter, with error bars, and its numbers.

import {chartLibrary} from '../page/chart_library.js';
import {element} from '../page/element.js';

/** @import {DrawnChart} from '../page/types.js' */
/** @typedef {{values: (string | number)[], quantity: string, mean: number, error: number | null, seeds: number}} Row */
/** @typedef {{x: number, y: number, error: number | null}} Point */

const kColours = ['#2f7fd0', '#e4572e', '#2a9d64', '#9a6bd0', '#b8860b', '#00838f'];
/** The theory of a quantity. @type {Record<string, string>} */
const kTheory = {'pressure.z_virial': 'theory.z', 'pressure.z_rate': 'theory.z',
    'pressure.z_virial.infinite': 'theory.z', 'pressure.z_rate.infinite': 'theory.z'};

/** @type {{name: string, facts: string, parameters: string[], rows: Row[]}} */
const study = JSON.parse(element('study').textContent ?? '');
const quantityBox = element('quantity'), axisBox = element('axis');

/** Vertical bars of one standard error. */
const errorBars = {
    id: 'errorBars',
    /** @param {DrawnChart} chart */
    afterDatasetsDraw({ctx, data, scales}) {
        ctx.save();
        ctx.lineWidth = 1.5;
        for (const {data: points, borderColor} of data.datasets) {
            ctx.strokeStyle = borderColor;
            ctx.beginPath();
            for (const {x, y, error} of points) {
                if (!error) continue;
                const at = scales.x.getPixelForValue(x);
                for (const end of [y - error, y + error]) {
                    ctx.moveTo(at, scales.y.getPixelForValue(y));
                    ctx.lineTo(at, scales.y.getPixelForValue(end));
                    ctx.moveTo(at - 4, scales.y.getPixelForValue(end));
                    ctx.lineTo(at + 4, scales.y.getPixelForValue(end));
                }
            }
            ctx.stroke();
        }
        ctx.restore();
    },
};

/** Of the parameters those that are numbers and have several values. */
function axes() {
    return study.parameters.filter((key, k) => {
        const values = new Set(study.rows.map(({values}) => values[k]));
        return values.size > 1 && [...values].every((value) => Number.isFinite(Number(value)));
    });
}

/** One line for each combination of the other parameters. @param {string} quantity @param {string} axis */
function linesOf(quantity, axis) {
    const k = study.parameters.indexOf(axis);
    /** @type {Map<string, Point[]>} */
    const lines = new Map();
    for (const row of study.rows.filter((each) => each.quantity === quantity)) {
        const others = study.parameters.flatMap((key, p) => (p === k ? [] : [`${key} = ${row.values[p]}`])).join(', ');
        const points = lines.get(others) ?? [];
        points.push({x: k < 0 ? 0 : Number(row.values[k]), y: row.mean, error: row.error});
        lines.set(others, points);
    }
    for (const points of lines.values()) points.sort((a, b) => a.x - b.x);
    return lines;
}

/** @param {string} quantity @param {string} axis */
function datasets(quantity, axis) {
    /** @type {object[]} */
    const sets = [];
    const showLine = !kTheory[quantity];
    for (const [label, data] of linesOf(quantity, axis)) {
        const colour = kColours[sets.length % kColours.length];
        sets.push({label: label || quantity, data, borderColor: colour, backgroundColor: colour, pointRadius: 4, borderWidth: 1.5,
            showLine});
    }
    const theory = kTheory[quantity];
    for (const [label, data] of theory ? linesOf(theory, axis) : []) {
        sets.push({label: label ? `theory, ${label}` : 'theory', data, borderColor: '#888888', backgroundColor: '#888888',
            pointRadius: 0, borderDash: [6, 4], borderWidth: 1.5, cubicInterpolationMode: 'monotone'});
    }
    return sets;
}

const Chart = await chartLibrary();
/** @type {DrawnChart | undefined} */
let chart;
function draw() {
    const [quantity, axis] = [quantityBox.value, axisBox.value];
    const style = getComputedStyle(document.documentElement);
    const [ink, line] = ['--ink', '--line'].map((name) => style.getPropertyValue(name));
    /** @param {string} text */
    const scale = (text) => ({type: 'linear', title: {display: true, text, color: ink}, ticks: {color: ink}, grid: {color: line}});
    const sets = datasets(quantity, axis);
    chart?.destroy();
    chart = Chart && new Chart(element('chart'), {
        type: 'line',
        data: {datasets: sets},
        options: {
            animation: false, maintainAspectRatio: false,
            scales: {x: scale(axis), y: scale(quantity)},
            plugins: {legend: {display: sets.length > 1, labels: {color: ink}}},
        },
        plugins: [errorBars],
    });
    tell(quantity);
}

/** @param {string} quantity */
function tell(quantity) {
    const table = element('numbers');
    /** @param {string} tag @param {(string | number)[]} cells */
    const row = (tag, cells) => {
        const made = document.createElement('tr');
        for (const cell of cells) made.appendChild(document.createElement(tag)).textContent = String(cell);
        return made;
    };
    table.tHead?.replaceChildren(row('th', [...study.parameters, quantity, 'standard error', 'seeds']));
    table.tBodies[0].replaceChildren(...study.rows.filter((each) => each.quantity === quantity).map((each) =>
        row('td', [...each.values, each.mean.toPrecision(7), each.error?.toPrecision(2) ?? '', each.seeds])));
}

element('title').textContent = document.title = study.name;
element('facts').textContent = study.facts;
for (const quantity of new Set(study.rows.map((row) => row.quantity))) quantityBox.add(new Option(quantity));
for (const axis of axes()) axisBox.add(new Option(axis));
element('axis_label').hidden = axisBox.options.length < 2;
const preferred = ['pressure.z_virial.infinite', 'pressure.z_virial', 'pressure.pressure'];
quantityBox.value = preferred.find((name) => study.rows.some((row) => row.quantity === name)) ?? study.rows[0]?.quantity;
for (const id of ['quantity', 'axis']) element(id).addEventListener('change', draw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
draw();
