// The numbers of the aim: sliders, fields, and the drawn cue ball.

import {element} from '../element.js';
import {shortNumber} from '../numbers.js';
import {CueBall} from './cue_ball.js';

/** @import {Strike} from '../../../../javascript/carom/index.js' */
/** @import {Theme} from '../types.js' */

/** @type {['cue_speed' | 'cue_direction' | 'cue_elevation' | 'cue_left' | 'cue_up', Exclude<keyof Strike, 'cueBall'>][]} */
const kNumbers = [
    ['cue_speed', 'speed'], ['cue_direction', 'direction'], ['cue_elevation', 'elevation'], ['cue_left', 'left'], ['cue_up', 'up'],
];

export class AimFields {
    /** @type {CueBall} */ tip;

    /** `changed` gets the numbers that the visitor has changed, and `settled` is told when a field is left.
     *  @param {(numbers: Partial<Strike>) => void} changed @param {() => void} settled */
    constructor(changed, settled) {
        this.tip = new CueBall(element('tip'), changed);
        for (const [id, name] of kNumbers) {
            for (const kind of ['input', 'change']) element(id).addEventListener(kind, () => {
                const number = Number(element(id).value);
                if (element(id).value !== '' && Number.isFinite(number)) changed({[name]: number});
                if (kind === 'change') settled();
            });
        }
    }

    /** `all` also into the field in which somebody types. @param {Required<Strike>} aim @param {Theme} theme @param {boolean} all */
    show(aim, theme, all) {
        for (const [id, name] of kNumbers) {
            if (!all && document.activeElement === element(id) && element(id).type === 'number') continue;
            element(id).value = String(Number(aim[name].toFixed(name === 'direction' ? 4 : 3)));
        }
        element('cue_speed_text').textContent = `${shortNumber(aim.speed, 3)} m/s`;
        element('cue_elevation_text').textContent = `${shortNumber(aim.elevation, 3)}°`;
        this.tip.draw(aim, theme);
    }
}
