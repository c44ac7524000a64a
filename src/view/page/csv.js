// Tables of numbers as CSV, as `carom export` writes them: docs/formats/csv.md.

/** @import {Trajectory} from './trajectory.js' */
/** @import {Turning} from './turning.js' */

const kAxes = ['x', 'y', 'z'];
const kLinesAtOnce = 10000;

/** @param {string} letter */
const escape = letter => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** A text that no spreadsheet takes for a formula, and that reads back as it was. @param {string} text */
export function csvCell(text) {
    const plain = /^'*[=+\-@]/.test(text) ? `'${text}` : text;
    const safe = plain.replace(/%(?=[01][0-9A-Fa-f]|7[Ff]|25)/g, escape).replace(/[\0-\x1f\x7f]/g, escape);  // eslint-disable-line no-control-regex
    return /^ | $|[,;"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {number} x */
const number = x => x === Infinity ? 'inf' : Object.is(x, -0) ? '-0' : String(x);

/** Lines of numbers and texts that are cells already, as pieces of a text.
 *  @param {string[]} names @param {number} count @param {(k: number) => (number | string)[]} line */
export function csvPieces(names, count, line) {
    const pieces = [`${names.join()}\n`];
    for (let begin = 0; begin < count; begin += kLinesAtOnce) {
        const lines = [];
        for (let k = begin; k < Math.min(begin + kLinesAtOnce, count); ++k)
            lines.push(line(k).map(x => typeof x === 'number' ? number(x) : x).join());
        pieces.push(`${lines.join('\n')}\n`);
    }
    return pieces;
}

/** Every ball at `time`, in the state that is in force. `turning` knows the spins of a table.
 *  @param {Trajectory} trajectory @param {number} time @param {Turning} [turning] */
export function statesTable(trajectory, time, turning) {
    const {radius, mass} = trajectory.columns, axes = kAxes.slice(0, trajectory.dimension), given = trajectory.header.names;
    const names = ['time', 'ball', 'name', ...turning ? ['phase'] : [], ...axes, ...axes.map(axis => `v${axis}`),
        ...turning ? kAxes.map(axis => `w${axis}`) : [], 'radius', 'mass'];
    return csvPieces(names, trajectory.ballCount, ball => [
        trajectory.header.from + time, ball, csvCell(given[ball] ?? ''), ...turning ? [trajectory.phase(ball)] : [],
        ...trajectory.position(ball, time), ...trajectory.velocity(ball, time), ...turning ? turning.spinNow(ball, time) : [],
        radius[ball], mass[ball],
    ]);
}

/** Every change of motion, with the states after it. @param {Trajectory} trajectory */
export function eventsTable(trajectory) {
    const {ball, other, restitution} = trajectory.columns, axes = kAxes.slice(0, trajectory.dimension);
    /** @param {string} who */
    const columnsOf = who => [...axes.map(axis => `${who}_${axis}`), ...axes.map(axis => `${who}_v${axis}`)];
    const nothing = columnsOf('other').map(() => '');
    /** @param {number} state @param {number} time */
    const stateOf = (state, time) => {
        const b = trajectory.stateBall[state];
        return [...trajectory.positionIn(b, state, time), ...trajectory.velocityIn(b, state, time)];
    };
    const names = ['time', 'kind', 'ball', 'other', 'restitution', ...columnsOf('ball'), ...columnsOf('other')];
    return csvPieces(names, trajectory.eventCount, event => {
        const time = trajectory.eventTime(event), state = trajectory.firstState[event], isPair = trajectory.isPair(event);
        const meets = isPair || trajectory.isWall(event), kind = trajectory.kind(event);
        return [trajectory.header.from + time, csvCell(kind.name), ball[event], meets || kind.other === 'cushion' ? other[event] : '',
            meets && !trajectory.header.facts ? restitution[event] : '', ...stateOf(state, time), ...isPair ? stateOf(state + 1, time) : nothing];
    });
}
