// The chart panel: one chart at a time, drawn by Chart.js.

import {kChartKinds} from './chart_kinds.js';
import {chartLibrary} from './chart_library.js';
import {csvCell, csvPieces} from './csv.js';
import {element} from './element.js';
import {Ledger} from './measures.js';
import {shortNumber} from './numbers.js';
import {kFont, penOf, strokeLine} from './pen.js';
import {fileName, saveBlob, saveCanvas} from './save.js';
import {readTheme} from './theme.js';

/** @import {Player} from './player.js' */
/** @import {Trajectory} from './trajectory.js' */
/** @import {ChartContent, ChartItem, ChartLine, DrawnChart, Place, Settings} from './types.js' */

const kLineColours = ['#2f7fd0', '#e4572e', '#2a9d64', '#9a6bd0'];
const kLiveInterval = 300, kSlowInterval = 1500;  // milliseconds

/** @param {number} value */
const shortText = value => shortNumber(value);

/** A line at the present time. */
const presentTime = {
    id: 'presentTime',
    /** @param {DrawnChart} chart */
    afterDatasetsDraw(chart) {
        const at = chart.options.plugins.presentTime.at;
        if (at === undefined || !chart.scales.x) return;
        const x = chart.scales.x.getPixelForValue(at), {top, bottom, left, right} = chart.chartArea;
        if (x < left || x > right) return;
        chart.ctx.save();
        chart.ctx.strokeStyle = chart.options.plugins.presentTime.colour;
        chart.ctx.lineWidth = 1.5;
        strokeLine(chart.ctx, x, top, x, bottom);
        chart.ctx.restore();
    },
};

export class ChartPanel {
    /** @type {Trajectory} */ trajectory;
    /** @type {Player} */ player;
    /** @type {Settings} */ settings;
    /** @type {Ledger | null} */ ledger;
    /** @type {DrawnChart | null} */ chart;
    /** @type {ChartLine[] | undefined} */ lines;
    /** @type {number} */ drawnTime;
    /** @type {number} */ drawnBall;

    /** `settings.chosen` is the chosen ball. @param {Trajectory} trajectory @param {Player} player @param {Settings} settings */
    constructor(trajectory, player, settings) {
        Object.assign(this, {trajectory, player, settings});
        this.ledger = null;
        this.drawnAt = -Infinity;
        this.kindBox = element('chart_kind');
        for (const [key, {name}] of Object.entries(kChartKinds)) this.kindBox.add(new Option(name, key));
        this.kindBox.addEventListener('change', () => this.show());
        element('save_png').addEventListener('click', () => this.savePicture());
        element('save_csv').addEventListener('click', () => this.saveTable());
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.chart && this.show());
    }

    /** Counts anew, because the trajectory has taken another recording. */
    load() {
        this.ledger = null;
        if (this.visible) this.show();
    }

    /** @param {string} kind */
    choose(kind) {
        this.kindBox.value = kind;
        if (this.visible) this.show();
    }

    get kind() {
        return kChartKinds[this.kindBox.value];
    }

    get visible() {
        return !element('charts').hidden;
    }

    /** Resolves when the chart of the chosen kind is drawn. */
    async show() {
        const text = element('chart_text');
        if (!this.ledger) {
            text.textContent = 'Counting';
            const ledger = new Ledger(this.trajectory);
            await ledger.count();
            this.ledger ??= ledger;
        }
        const Chart = await chartLibrary();
        this.chart?.destroy();
        this.chart = null;
        /** @type {ChartContent} */
        const content = Chart ? this.content() : {why: 'This browser cannot unpack what draws the charts.'};
        text.textContent = content.why ?? content.text ?? '';
        this.lines = content.lines;
        if (Chart && this.lines) this.chart = new Chart(element('chart'), this.configuration(content, this.lines));
    }

    /** @returns {ChartContent} */
    content() {
        const {player, ledger} = this;
        if (!ledger) return {why: 'Nothing is counted.'};
        this.drawnAt = performance.now();
        this.drawnTime = player.time;
        this.drawnBall = this.settings.chosen;
        return this.kind.make({trajectory: this.trajectory, ledger, time: player.time, ball: this.settings.chosen});
    }

    /** @param {ChartLine} line @param {number} k */
    dataset(line, k) {
        const colour = kLineColours[k % kLineColours.length];
        return {
            label: line.label, data: line.points, type: line.bars ? 'bar' : 'line', borderColor: colour,
            backgroundColor: line.bars ? colour + '99' : colour, borderWidth: line.bars ? 0 : 1.8, pointRadius: 0,
            borderJoinStyle: 'round', pointHitRadius: 12, stepped: line.steps ? 'middle' : false, barPercentage: 1, categoryPercentage: 1,
            order: line.bars ? 2 : 1,
        };
    }

    /** @param {ChartContent} content @param {ChartLine[]} lines */
    configuration(content, lines) {
        const theme = readTheme(), font = {family: kFont, size: 12};
        /** @param {string | undefined} title @param {object} more */
        const axis = (title, more) => ({
            type: 'linear', offset: false, title: {display: true, text: title, color: theme.css.soft, font},
            ticks: {color: theme.css.soft, font, maxRotation: 0, includeBounds: false, callback: shortText},
            grid: {color: theme.css.line, borderColor: theme.css.line}, ...more,
        });
        const first = lines[0].points, last = lines[0];
        const edges = last.bars ? {min: 0, max: first[first.length - 1].x + first[0].x}
            : {min: content.x === 'time' ? this.trajectory.header.from : 0, max: this.rightEnd(content, first)};
        return {
            type: 'line', data: {datasets: lines.map((line, k) => this.dataset(line, k))}, plugins: [presentTime],
            options: {
                animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true,
                interaction: {mode: 'nearest', axis: 'x', intersect: false},
                scales: {x: axis(content.x, edges), y: axis(content.y, {beginAtZero: true})},
                plugins: {
                    legend: {display: lines.length > 1, labels: {color: theme.css.ink, font, boxWidth: 14, boxHeight: 3}},
                    tooltip: {callbacks: {
                        /** @param {ChartItem[]} items */
                        title: items => items.length ? `${content.x} ${shortNumber(items[0].parsed.x, 6)}` : '',
                        /** @param {ChartItem} item */
                        label: item => `${item.dataset.label}: ${shortNumber(item.parsed.y, 6)}`,
                    }},
                    presentTime: {at: content.x === 'time' ? this.presentX() : undefined, colour: theme.css.mark},
                },
            },
        };
    }

    /** @param {ChartContent} content @param {Place[]} points */
    rightEnd(content, points) {
        return content.x === 'time' ? this.trajectory.header.from + this.trajectory.length : points[points.length - 1].x;
    }

    presentX() {
        return this.trajectory.header.from + this.player.time;
    }

    /** Follows the present time; called after every picture. */
    follow() {
        if (!this.visible || !this.ledger) return;
        const {player} = this, now = performance.now();
        const stale = this.kind.live && this.drawnTime !== player.time || this.kind.perBall && this.drawnBall !== this.settings.chosen;
        const wait = this.kind.slow ? kSlowInterval : kLiveInterval;
        if (stale && (now - this.drawnAt > wait || !player.playing)) this.show();
        const mark = this.chart?.options.plugins.presentTime;
        if (mark && mark.at !== undefined && mark.at !== this.presentX()) {
            mark.at = this.presentX();
            this.chart?.draw();
        }
    }

    /** @param {string} ending */
    fileName(ending) {
        return fileName(`${this.trajectory.header.name || 'carom'} ${this.kindBox.value}`, ending);
    }

    savePicture() {
        if (!this.chart) return;
        const from = this.chart.canvas, copy = document.createElement('canvas');
        [copy.width, copy.height] = [from.width, from.height];
        const pen = penOf(copy);
        pen.fillStyle = readTheme().css.surface;
        pen.fillRect(0, 0, copy.width, copy.height);
        pen.drawImage(from, 0, 0);
        saveCanvas(copy, this.fileName('png'));
    }

    /** The numbers of the chart: a line for each x of a line of the chart. @param {ChartLine[]} lines */
    table(lines) {
        const rows = lines.flatMap(({label, points}) => points.map(({x, y}) => [csvCell(label), x, y]));
        return csvPieces(['series', 'x', 'y'], rows.length, k => rows[k]).join('');
    }

    saveTable() {
        if (this.lines) saveBlob(new Blob([this.table(this.lines)], {type: 'text/csv'}), this.fileName('csv'));
    }
}
