// What a recording proves and tells. Layouts: carom/c/trajectories.h.

/** @import {Curve, OnProgress} from "./index.js" */
/** @import {Instance} from "./instance.js" */
/** From which time on, and who is asked meanwhile. @typedef {{after?: number, onProgress?: OnProgress}} Span */

import { Scope, options, time } from "./columns.js";
import { withRecording } from "./recordings.js";

const CHECK_REPORT = 56;
const MEASUREMENT = 88;
const CURVE_INFO = 68;
const COLUMN = 12;

/** Proves a recording, of a simulation or of shots.
 *  @param {Instance} instance @param {Uint8Array | ArrayBuffer} bytes @param {{onProgress?: OnProgress}} [given] */
export function check(instance, bytes, given) {
    const { onProgress } = options("check", given, ["onProgress"]);
    return withRecording(instance, bytes, (path) =>
        instance.with(CHECK_REPORT, (at) => {
            const ended = instance.callLong("carom_check", onProgress, (goOn) => [path, goOn, 0, at]);
            if (!ended) return undefined;
            const view = instance.view;
            /** @param {number} offset */
            const count = (offset) => Number(view.getBigUint64(at + offset, true));
            return {
                proved: count(0) === 0,
                faults: count(0),
                records: count(8),
                shots: count(16),
                open: count(24),
                worstBoundShare: view.getFloat64(at + 32, true),
                end: view.getFloat64(at + 40, true),
                closed: view.getInt32(at + 48, true) === 1,
            };
        }),
    );
}

/** What a recording tells about temperature, pressure and so on, from time `after` on.
 *  @param {Instance} instance @param {Uint8Array | ArrayBuffer} bytes @param {Span} [given] */
export function measure(instance, bytes, given) {
    const { after = 0, onProgress } = options("measure", given, ["after", "onProgress"]);
    const most = 512;
    return withRecording(instance, bytes, (path) =>
        instance.with(most * MEASUREMENT + 4, (at) => {
            const found = at + most * MEASUREMENT;
            const ended = instance.callLong("carom_measure", onProgress, (goOn) => [
                path, time("after", after), goOn, 0, most, at, found,
            ]);
            if (!ended) return undefined;
            const view = instance.view;
            const length = Math.min(most, view.getUint32(found, true));
            const each = Array.from({ length }, (_, k) => readMeasurement(instance, view, at + k * MEASUREMENT));
            return Object.fromEntries(each);
        }),
    );
}

/** @param {Instance} instance @param {DataView} view @param {number} at */
function readMeasurement(instance, view, at) {
    const error = view.getFloat64(at + 72, true);
    return [
        instance.text(at),
        {
            value: view.getFloat64(at + 64, true),
            error: Number.isNaN(error) ? undefined : error,
            converged: view.getInt32(at + 80, true) === 1,
        },
    ];
}

/** The same as curves, over distance, speed, lag or time.
 *  @param {Instance} instance @param {Uint8Array | ArrayBuffer} bytes @param {Span} [given]
 *  @returns {Record<string, Curve> | undefined} */
export function measureCurves(instance, bytes, given) {
    const { after = 0, onProgress } = options("measureCurves", given, ["after", "onProgress"]);
    const from = time("after", after);
    return withRecording(instance, bytes, (path) =>
        instance.with(4, (at) => {
            const measured = instance.callLong("carom_measure_curves", onProgress, (goOn) => [path, from, goOn, 0, at]);
            if (!measured) return undefined;
            const curves = instance.view.getUint32(at, true);
            try {
                instance.call("carom_curves_count", curves, at);
                const count = instance.view.getUint32(at, true);
                return Object.fromEntries(Array.from({ length: count }, (_, k) => readCurve(instance, curves, k)));
            } finally {
                instance.call("carom_curves_free", curves);
            }
        }),
    );
}

/** @param {Instance} instance @param {number} curves @param {number} index @returns {[string, Curve]} */
function readCurve(instance, curves, index) {
    return Scope.run(instance, (scope) => {
        const info = scope.allocate(CURVE_INFO);
        instance.call("carom_curves_describe", curves, index, info);
        const points = instance.view.getUint32(info + CURVE_INFO - 4, true);
        const columns = [0, 1, 2, 3].map(() => scope.allocate(COLUMN));
        const [start, end, value, error] = columns.map((to) => scope.write(to, points, Float64Array));
        instance.call("carom_curves_points", curves, index, ...columns);
        return [instance.text(info), { start: start(), end: end(), value: value(), error: error() }];
    });
}
