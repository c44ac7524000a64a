// Chart.js, which a page carries packed. It is opened for the first chart.

import {unzipped} from './data.js';

let opened;

async function open() {
    const bytes = await unzipped(document, 'chart_library');
    if (!bytes) return undefined;
    const script = document.createElement('script');
    script.textContent = new TextDecoder().decode(bytes);
    document.head.append(script);
    return window.Chart;
}

/** Resolves to its class of charts; undefined in a browser that does not unpack. */
export function chartLibrary() {
    opened ??= open();
    return opened;
}
