// Tables to begin with.

/** @param {string} kind @param {string} game @param {string} ball @param {number} direction @param {string} [defaults] */
const racked = (kind, game, ball, direction, defaults = '') =>
    `name = "${game.replaceAll('_', ' ')}"\n[table]\nkind = "${kind}"\n${defaults}[[balls]]\nname = "cue"\nposition = ${ball}\n[rack]\ngame = "${game}"\n` +
    `[[shots]]\nspeed = 8\ndirection = ${direction}\nup = 0.1\n`;

/** By name: the text of a scene. @type {Record<string, string>} */
export const kTables = {
    'Nine-ball': racked('pool_9_foot', 'nine_ball', '[0.58, 0.62]', 88.15),
    'Eight-ball': racked('pool_9_foot', 'eight_ball', '[0.6, 0.62]', 87.05),
    'Ten-ball': racked('pool_9_foot', 'ten_ball', '[0.6, 0.62]', 90.1),
    'Snooker': racked('snooker_12_foot', 'snooker', '[0.7, 0.6]', 86.05, '[defaults]\nkind = "snooker"\n'),
    'Three-cushion': 'name = "three cushion"\n[table]\nkind = "carom"\n[defaults]\nkind = "carom"\n' +
        '[[balls]]\nname = "cue"\nposition = [0.9, 0.71]\n[rack]\ngame = "three_cushion"\n[[shots]]\nspeed = 4\ndirection = 46\nup = 0.1\n',
    'Two balls': 'name = "two balls"\n[table]\nkind = "pool_9_foot"\n[[balls]]\nname = "cue"\nposition = [0.4, 0.6]\n' +
        '[[balls]]\nname = "1"\nposition = [0.9, 1.8]\n[[shots]]\nspeed = 1.5\ndirection = 67.51\n',
};

/** Sizes of pool tables: their kinds, and the width between the noses in metres. @type {Record<string, {kind: string, width: number}>} */
export const kSizes = {
    '9 foot': {kind: 'pool_9_foot', width: 1.27},
    '8 foot': {kind: 'pool_8_foot', width: 1.1176},
    '7 foot': {kind: 'pool_7_foot', width: 0.9906},
};

/** The scene of a pool table on one of another size, where the balls lie alike; that of any other table as it is.
 *  @param {string} text @param {string} size */
export function sizedTable(text, size) {
    const usual = kSizes['9 foot'], {kind, width} = kSizes[size];
    if (kind === usual.kind || !text.includes(`"${usual.kind}"`)) return text;
    const places = text.replace(/(?<=position = \[)([\d.]+), ([\d.]+)(?=\])/g, (_, ...at) =>
        at.slice(0, 2).map(x => Number((Number(x) * width / usual.width).toFixed(4))).join(', '));
    return places.replace(usual.kind, kind);
}
