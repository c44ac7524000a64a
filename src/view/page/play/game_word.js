// How a game stands, as the word of a link: its numbers, with points between.

/** @import {GameState} from '../../../../javascript/carom/index.js' */
/** @import {Standing} from './match.js' */
/** @import {Part} from './in_hand.js' */

/** @type {GameState['kind'][]} */
const kKinds = ['eight-ball', 'nine-ball', 'ten-ball', 'snooker', 'three-cushion'];
/** @type {GameState['groups']} */
const kGroups = ['open', 'solids', 'stripes'];
/** @type {GameState['on'][]} */
const kOn = ['a red', 'a colour', 'the colour of the lowest value'];
/** @type {Part[]} */
const kParts = ['', 'anywhere', 'behind the head string', 'in the D'];
const kHowMany = 16;

/** What is usually 0 stands last, and zeros at the end are left out. @param {Standing} standing */
export function wordOf({state, hand, mayRerack, isIllegalBreak}) {
    const {kind, shooter, isBreak, mayPushOut, mayPass, fouls, points, groups, on, behindLine} = state;
    return [
        kKinds.indexOf(kind), shooter, kParts.indexOf(hand), isBreak, ...groups.map(group => kGroups.indexOf(group)), kOn.indexOf(on),
        ...points, ...fouls, mayPushOut, mayPass, mayRerack, isIllegalBreak, behindLine,
    ].map(Number).join('.').replace(/(\.0)+$/, '');
}

/** The game of such a word; undefined where it is none. @param {string} word @returns {Standing | undefined} */
export function standingOf(word) {
    const given = word.split('.').map(Number), numbers = Array.from({length: kHowMany}, (_, k) => given[k] ?? 0);
    const [kind, shooter, hand, isBreak, group, otherGroup, on, points, otherPoints, fouls, otherFouls, ...flags] = numbers;
    const isKnown = [kKinds[kind], kParts[hand], kGroups[group], kGroups[otherGroup], kOn[on]].every(name => name !== undefined);
    if (!/^\d{1,6}(\.\d{1,6})*$/.test(word) || given.length > kHowMany || !isKnown || shooter > 1) return undefined;
    const [mayPushOut, mayPass, mayRerack, isIllegalBreak, behindLine] = flags.map(flag => flag === 1);
    const state = {
        kind: kKinds[kind], shooter, isBreak: isBreak === 1, mayPushOut, mayPass, fouls: [fouls, otherFouls],
        points: [points, otherPoints], groups: [kGroups[group], kGroups[otherGroup]], on: kOn[on], behindLine,
    };
    return {state, hand: kParts[hand], mayRerack, isIllegalBreak};
}
