// Links to a shot: what they say, and what opens where one is followed.

import {CaromError} from '../../../../javascript/carom/instance.js';
import {standingOf} from './game_word.js';
import {hashOf, packed} from './link.js';

/** @import {PlayMode} from './play_mode.js' */

/** The address of the present places, the aim and the game. @param {PlayMode} play */
export async function linkOf({session, game}) {
    const shot = session.outcome();
    const words = `play=${await packed(session.text())}${shot ? `&hash=${hashOf(shot, session.states)}` : ''}${game.word}`;
    return `${location.href.replace(/#.*/, '')}#${words}`;
}

/** Opens what a link has: a scene, the hash of its shot, and how its game stands. False where it is no table to play on.
 *  @param {PlayMode} play @param {string} text @param {string} [hash] @param {string} [word] */
export async function followLink(play, text, hash, word) {
    play.ownText ??= play.view.trajectory.header.scene_text;
    try {
        await play.begin(text, {standing: word === undefined ? undefined : standingOf(word)});
    } catch (error) {
        if (!(error instanceof CaromError)) throw error;
        if (!play.session) await play.begin(play.ownText);
        return false;
    }
    play.tables.follow(text);
    play.view.controls.openTab('cue');
    const {session, game: {match}} = play, shot = session.outcome(), found = shot && hashOf(shot, session.states);
    if (hash && found)
        play.tell((found === hash ? `This is the shot of the link, bit for bit (hash ${hash}).`
            : `This shot ends differently from that of the link: hash ${found}, not ${hash}.`) + (word && match ? ` ${match.kind}: ${match.next}` : ''));
    return true;
}
