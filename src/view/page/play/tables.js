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
