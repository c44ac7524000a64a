// What the tab Display saves: the picture, a movie, tables, the scene.

import {eventsTable, statesTable} from './csv.js';
import {element} from './element.js';
import {Movie} from './movie.js';
import {fileName, saveBlob, saveCanvas} from './save.js';

/** @import {View} from './view.js' */

export class Downloads {
    /** @param {View} view */
    constructor(view) {
        this.view = view;
        this.movie = new Movie(view, text => view.controls.tell(text), () => this.load());
        /** @param {string} id @param {() => void} save */
        const bind = (id, save) => element(id).addEventListener('click', save);
        bind('save_picture', () => saveCanvas(view.titledPicture(), this.name('png')));
        bind('save_movie', () => { if (this.movie.isOn) this.movie.end(); else this.movie.begin(); });
        bind('save_events', () => this.saveTable(eventsTable(view.trajectory), 'events.csv'));
        bind('save_states', () => this.saveTable(this.statesNow(), 'states.csv'));
        bind('save_scene', () => saveBlob(new Blob([view.trajectory.header.scene_text]), this.name('toml')));
        this.load();
    }

    /** Follows the trajectory, which has taken another recording, and the movie. */
    load() {
        element('save_scene').hidden = !this.view.trajectory.header.scene_text;
        element('save_movie').textContent = this.movie.isOn ? 'End the movie' : 'Record a movie';
    }

    /** @param {string} ending */
    name(ending) {
        return fileName(this.view.trajectory.header.name, ending);
    }

    /** @param {string[]} pieces @param {string} ending */
    saveTable(pieces, ending) {
        saveBlob(new Blob(pieces, {type: 'text/csv'}), this.name(ending));
    }

    statesNow() {
        const {trajectory, player, picture} = this.view;
        return statesTable(trajectory, player.time, picture.table?.turning ?? undefined);
    }
}
