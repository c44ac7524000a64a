// The columns of numbers out of the bytes that the page carries: packed.cpp writes them.

import {breathe} from './breathe.js';
import {ByteSource, ValueTable} from './byte_source.js';
import {Forecast} from './forecast.js';

/** @import {Columns, Header} from './types.js' */

const kEventsAtOnce = 1 << 16;  // then the browser may draw

/** Columns of the right length, in the order in which they are summed. @param {Header} header @returns {Columns} */
function emptyColumns({balls, events, states, dimension: n, bends: heavy}) {
    /** @param {number} count */
    const floats = count => new Float64Array(count);
    return {
        start_time: floats(balls), start_position: floats(n * balls), start_velocity: floats(n * balls),
        start_acceleration: floats(heavy ? n * balls : 0), radius: floats(balls), mass: floats(balls),
        event_time: floats(events), restitution: floats(events), position: floats(n * states), velocity: floats(n * states),
        acceleration: floats(heavy ? n * states : 0),
        species: new Uint32Array(balls), ball: new Uint32Array(events), other: new Uint32Array(events), kind: new Uint8Array(events),
    };
}

/** FNV-1a over the words of all columns. @param {Columns} columns */
export function sumOf(columns) {
    let sum = 2166136261;
    for (const column of Object.values(columns)) {
        const words = column instanceof Uint8Array ? column : new Uint32Array(column.buffer, column.byteOffset, column.byteLength / 4);
        for (let k = 0; k < words.length; ++k) sum = Math.imul(sum ^ words[k], 16777619);
    }
    return sum >>> 0;
}

/** What events of each kind are about, by their numbers. @param {Header} header */
function kindsOf({kinds}) {
    /** @type {Record<number, {isPair: boolean, isWall: boolean, stops: boolean}>} */
    const list = {};
    for (const [kind, {other, stops}] of Object.entries(kinds))
        list[Number(kind)] = {isPair: other === 'ball', isWall: other === 'wall', stops: Boolean(stops)};
    return list;
}

class Unpacker {
    /** @type {Float64Array} */ since;
    /** @type {Float64Array} */ from;
    /** @type {Float64Array} */ speed;
    /** @type {Float64Array} */ pull;

    /** @param {Header} header @param {Uint8Array} bytes */
    constructor(header, bytes) {
        this.header = header;
        this.dimension = header.dimension;
        this.kinds = kindsOf(header);
        this.source = new ByteSource(bytes);
        this.columns = emptyColumns(header);
        this.forecast = new Forecast(header, this.columns.mass);
        this.restitutions = new ValueTable(1);
        this.bodies = new ValueTable(2);
        this.accelerations = new ValueTable(this.dimension);
        this.state = 0;  // the next one
        /** Of the one or two balls of an event: where they are, and their velocities before it. */
        this.places = [0, 1].map(() => new Float64Array(this.dimension));
        this.before = [0, 1].map(() => new Float64Array(this.dimension));
        for (let ball = 0; ball < header.balls; ++ball) this.readBall(ball);
        this.noteFlights();
    }

    /** @param {number} ball */
    readBall(ball) {
        const {columns, source, dimension: n} = this;
        columns.start_time[ball] = source.difference(ball === 0 ? 0 : columns.start_time[ball - 1]);
        for (const column of [columns.start_position, columns.start_velocity])
            for (let k = 0; k < n; ++k) column[n * ball + k] = source.raw();
        if (columns.start_acceleration.length > 0) columns.start_acceleration.set(this.accelerations.read(source), n * ball);
        [columns.radius[ball], columns.mass[ball]] = this.bodies.read(source);
        columns.species[ball] = source.whole();
    }

    /** Since when each ball flies, from where and how: up to the event that is read. */
    noteFlights() {
        const {start_time, start_position, start_velocity, start_acceleration} = this.columns;
        this.since = start_time.slice();
        this.from = start_position.slice();
        this.speed = start_velocity.slice();
        this.pull = start_acceleration.length > 0 ? start_acceleration.slice() : new Float64Array(start_position.length);
    }

    /** @param {number} event */
    readEvent(event) {
        const {columns, source} = this, kind = source.whole(), ball = source.whole(), other = source.whole();
        const time = source.difference(event === 0 ? 0 : columns.event_time[event - 1]);
        const restitution = this.restitutions.read(source)[0], meaning = this.kinds[kind];
        columns.kind[event] = kind;
        columns.ball[event] = ball;
        columns.other[event] = other;
        columns.event_time[event] = time;
        columns.restitution[event] = restitution;
        const {isPair, isWall, stops} = meaning;
        this.readPosition(0, ball, time, stops);
        if (isPair) this.readPosition(1, other, time, stops);
        if (isPair) this.forecast.pushPair(ball, other, restitution, this.places, this.before);
        else if (isWall) this.forecast.pushFromWall(other, restitution, this.places[0], this.before[0]);
        else this.forecast.noPush();
        this.readVelocities(isPair ? 2 : 1);
        this.endFlight(ball, time);
        if (isPair) this.endFlight(other, time);
    }

    /** @param {number} place @param {number} ball @param {number} time @param {boolean} stops */
    readPosition(place, ball, time, stops) {
        const {since, from, speed, pull, forecast, source, dimension: n} = this, elapsed = time - since[ball];
        const position = this.places[place], before = this.before[place];
        for (let k = 0, i = n * ball; k < n; ++k, ++i) {
            position[k] = source.difference(forecast.position(from[i], speed[i], pull[i], elapsed, k));
            before[k] = stops ? 0 : speed[i] + pull[i] * elapsed;
            this.columns.position[n * (this.state + place) + k] = position[k];
        }
    }

    /** First the coordinate that tells most of the push: as in packed.cpp. @param {number} balls */
    readVelocities(balls) {
        const {source, before, dimension: n, columns: {velocity}, state, forecast: {push}} = this, {shares, normal} = push;
        const lead = shares[0] === 0 && balls === 2 ? 1 : 0, axis = largestAxis(normal), share = shares[lead] * normal[axis];
        let {size} = push;
        const told = source.difference(before[lead][axis] + shares[lead] * size * normal[axis]);
        velocity[n * (state + lead) + axis] = told;
        if (!source.wasNear && share !== 0) size = (told - before[lead][axis]) / share;
        for (let ball = 0; ball < balls; ++ball) {
            for (let k = 0; k < n; ++k) {
                if (ball !== lead || k !== axis)
                    velocity[n * (state + ball) + k] = source.difference(before[ball][k] + shares[ball] * size * normal[k]);
            }
        }
    }

    /** The next flight of a ball begins. @param {number} ball @param {number} time */
    endFlight(ball, time) {
        const {columns, dimension: n, state} = this;
        this.since[ball] = time;
        for (let k = 0; k < n; ++k) {
            this.from[n * ball + k] = columns.position[n * state + k];
            this.speed[n * ball + k] = columns.velocity[n * state + k];
        }
        if (columns.acceleration.length > 0) {
            const acceleration = this.accelerations.read(this.source);
            for (let k = 0; k < n; ++k) this.pull[n * ball + k] = columns.acceleration[n * state + k] = acceleration[k];
        }
        ++this.state;
    }
}

/** @param {Float64Array} vector */
function largestAxis(vector) {
    let largest = 0;
    for (let k = 1; k < vector.length; ++k) if (Math.abs(vector[k]) > Math.abs(vector[largest])) largest = k;
    return largest;
}

/** Resolves to the columns by name; `progress` gets the share done of a long page.
 *  @param {Header} header @param {Uint8Array} bytes @param {(share: number) => void} progress */
export async function unpacked(header, bytes, progress) {
    const unpacker = new Unpacker(header, bytes);
    for (let event = 0; event < header.events; ++event) {
        unpacker.readEvent(event);
        if ((event + 1) % kEventsAtOnce !== 0) continue;
        progress((event + 1) / header.events);
        await breathe();
    }
    const {columns, source} = unpacker;
    if (source.at !== bytes.length || sumOf(columns) !== header.sum)
        throw new Error('the data of this page are damaged: its numbers are not those that were written');
    return columns;
}
