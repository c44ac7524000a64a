// The beginning: reads the data and opens the view.

import {followAddress} from './address.js';
import {readData} from './data.js';
import {element} from './element.js';
import {View} from './view.js';

function showNotice(text) {
    element('notice').textContent = text;
    element('notice').hidden = false;
}

try {
    const view = new View(await readData(document, share => {
        element('facts').textContent = `Loading the trajectory: ${Math.round(100 * share)} %`;
    }));
    followAddress(view, location.hash);
    window.addEventListener('hashchange', () => followAddress(view, location.hash));
    // For scripts and tests of one's own: docs/viewer.md.
    window.carom = {view, trajectory: view.trajectory, player: view.player, ready: true};
} catch (error) {
    element('facts').textContent = '';
    showNotice(error.message);
    console.error(error);
}
