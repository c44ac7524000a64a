// The beginning: reads the data and opens the view.

import {followAddress, wishesOf} from './address.js';
import {readData} from './data.js';
import {element} from './element.js';
import {readEngine} from './play/engine.js';
import {unpacked} from './play/link.js';
import {Messages, SceneMessages} from './play/messages.js';
import {PlayMode} from './play/play_mode.js';
import {SceneMode} from './play/scene_mode.js';
import {View} from './view.js';

/** @param {string} text */
function showNotice(text) {
    element('notice').textContent = text;
    element('notice').hidden = false;
}

/** Lets visitors play on a table, or change another scene, where the page carries the engine. @param {View} view */
async function beginToPlay(view) {
    const {scene_text: scene, look, physics} = view.trajectory.header, carom = scene && await readEngine(document);
    if (carom && look.table?.rails && physics) {
        view.play = new PlayMode(view, carom, physics);
        if (isEmbedded()) view.controls.openTab('cue');
    }
    else if (carom && !look.table?.rails) view.scene = new SceneMode(view, carom);
}

/** In a page of somebody else: the picture, and what plays. */
function isEmbedded() {
    if (wishesOf(location.hash).wishes.embed !== undefined) document.body.classList.add('embedded');
    return document.body.classList.contains('embedded');
}

/** Does what the fragment of the address says; a link to a shot comes first. @param {View} view */
async function follow(view) {
    const {play, scene, hash, game, kept} = wishesOf(location.hash).wishes, text = play && await unpacked(play);
    const changed = scene && await unpacked(scene);
    if (changed && view.scene) await view.scene.follow(changed, hash, kept && await unpacked(kept));
    const followed = text && view.play && await view.play.follow(text, hash, game);
    const why = view.play || !text ? 'The link to a shot is damaged.' : 'This page cannot play the shot of the link.';
    const isLost = scene && !(changed && view.scene);
    const fault = play && !followed ? why : isLost ? 'The link to a scene is damaged, or this page cannot run it.'
        : game && followed && !view.play?.game.match?.standing ? 'The game of the link is damaged.' : kept && !view.other ? 'The kept run of the link is damaged.' : '';
    followAddress(view, location.hash, fault);
}

try {
    const view = new View(await readData(document, share => {
        element('facts').textContent = `Loading the trajectory: ${Math.round(100 * share)} %`;
    }));
    await beginToPlay(view);
    if (view.play && view.trajectory.length === 0) view.controls.openTab('cue');
    await follow(view);
    if (view.play && window.parent !== window) new Messages(view.play, window.parent);
    if (view.scene && window.parent !== window) new SceneMessages(view.scene, window.parent);
    window.addEventListener('hashchange', () => follow(view));
    // For scripts and tests of one's own: docs/viewer.md.
    window.carom = {view, trajectory: view.trajectory, player: view.player, ready: true};
} catch (error) {
    element('facts').textContent = '';
    showNotice(error instanceof Error ? error.message : String(error));
    console.error(error);
}
