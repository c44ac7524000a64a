// Promise: what a visitor plays is linked and searched for as it says.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {CaromError} from '../../javascript/carom/instance.js';
import {standingOf, wordOf} from '../../src/view/page/play/game_word.js';
import {bestStrike, opponentsBreak, opponentsStrike} from '../../src/view/page/play/opponent.js';
import {bestCarom, scores} from '../../src/view/page/play/opponent_carom.js';
import {hashOf, packed, unpacked} from '../../src/view/page/play/link.js';
import {borderOf, mayPut, metAtOnce, placeIn} from '../../src/view/page/play/in_hand.js';
import {gameOf, Match} from '../../src/view/page/play/match.js';
import {fallen, Session, windowOf} from '../../src/view/page/play/session.js';
import {kTables, sizedTable} from '../../src/view/page/play/tables.js';
import {caromInWords, foundInWords, shootInWords} from '../../src/view/page/play/words.js';
import {near} from './support.js';

const at = (x, y, phase = 'resting') => ({phase, position: [x, y, 0.03]});

test('a scene comes back out of a link', async () => {
    const scene = '[table]\nkind = "pool_9_foot"\n# ä, 球\n' + '[[balls]]\nposition = [0.1, 0.2]\n'.repeat(20);
    const text = await packed(scene);
    assert.match(text, /^[\w-]+$/);
    assert.ok(text.length < scene.length / 3);
    assert.equal(await unpacked(text), scene);
});

test('places come back out of a link to the bit, in fewer letters than their digits', async () => {
    const places = Array.from({length: 16}, (_, k) => [Math.sqrt(k + 1) / 4, -Math.PI / (k + 7) ** (k % 3 === 0 ? 5 : 1)]);
    const scene = `[table]\nkind = "pool_9_foot"\n${places.map(([x, y], k) => `[[balls]]\nname = "${k}"\nposition = [${x}, ${y}]\n`).join('')}[[balls]]\nposition = [0.5, 1]\n`;
    const text = await packed(scene);
    assert.match(text, /^[\w-]+~[\w-]+$/);
    assert.ok(text.length < 530, `${text.length} letters`);
    assert.equal(await unpacked(text), scene);
    for (const damaged of [text.slice(0, -8), `${text}AAAA`, text.replace(/~.*/, '')]) assert.equal(await unpacked(damaged), undefined);
});

test('a ball that fell takes a few letters of a link', async () => {
    const scene = out => `[table]\nkind = "pool_9_foot"\n${Array.from({length: 15}, (_, k) => `\n[[balls]]\nname = "${k + 1}"\n${k < out ? 'out_of_play = "pocketed"' : 'position = [0.5, 1]'}\n`).join('')}`;
    const [none, all] = await Promise.all([0, 15].map(out => packed(scene(out))));
    assert.ok(all.length <= none.length, `${all.length} letters, not ${none.length}`);
    assert.equal(await unpacked(all), scene(15));
});

test('links of former versions open', async () => {
    const scene = 'name = "a"\n[table]\nkind = "pool_9_foot"\n\n[[balls]]\nname = "cue"\nposition = [0.123456789012, 2.123456789012]\n';
    assert.equal(await unpacked('y0vMTVWwVVBKVOKKLklMykmN5crOzEsBCRXk5-fEW8an5eeXKHFxRUcnJebkFMfGcuVBtSSXpipxFeQXZ5Zk5ucp2CpEG6eZGMRyAQA~EpVGN92av6k0uunW_AA'), scene);
});

test('what is no link is none', async () => {
    for (const text of ['', 'AAAA', '!', 'a'.repeat(99)]) assert.equal(await unpacked(text), undefined);
});

test('the hash is FNV-1a of the numbers, and tells every bit', () => {
    const shot = {duration: 1.5, end: [at(0.25, 0.5)]};
    const hash = (change = {}, before = [at(0, 0)]) => hashOf({...shot, ...change}, before);
    assert.equal(hash({duration: 0, end: []}), 'a8c7f832281a39c5');  // eight zeros
    assert.notEqual(hash(), hash({duration: 1.5000000000000002}));
    assert.equal(hash(), hash({end: [...shot.end]}));
    assert.equal(hash(), hash({end: [at(7, 7), ...shot.end]}, [at(7, 7, 'pocketed'), at(0, 0)]), 'a ball that fell before has no place in a link');
    assert.notEqual(hash(), hash({end: [at(7, 7), ...shot.end]}, [at(0, 0), at(0, 0)]));
});

const opening = {kind: 'nine-ball', shooter: 0, isBreak: true, mayPushOut: false, mayPass: false, fouls: [0, 0], points: [0, 0], groups: ['open', 'open'], on: 'a red', behindLine: false};
/** A game that nobody has begun, or that goes on. @param {any} [from] */
const gameAt = from => ({state: typeof from === 'object' ? from : {...opening, ...from && {kind: from}}, free() {}});
/** What a match asks of a session without shots. */
const fresh = {shots: [], isWhole: true, ruledFrom() {}};

/** A table on which shot after shot one more ball falls, and any place is free but (99, y). */
function fakeTable(names) {
    const start = names.map((_, k) => at(k, k)), game = {...gameAt(), passes: 0, said: [], start: names.map(() => at(3, 1)), pass() { ++this.passes; }};
    let spots = [];
    game.rule = announced => {
        game.said.push(announced);
        return {fouls: [], shooter: game.said.length % 2, groups: ['open', 'open'], points: [0, 0], spotted: spots, mayPushOut: game.said.length === 1, mayPass: true};
    };
    return {
        game, names, start, ballCount: names.length, planned: [], spot: (...balls) => { spots = balls; },
        engine: {table: () => ({
            names, start, ballCount: names.length, planned: [], free() {}, game: from => Object.assign(game, gameAt(from), {said: [], passes: 0}),
            text({start: states} = {}) {
                if (states?.some(({position}) => position[0] === 99)) throw new CaromError('BAD_INPUT', ['taken']);
                return '';
            },
            shot(aim, {start: from} = {start}) {
                const next = from.findIndex(({phase}, k) => k > 0 && phase === 'resting');
                return {duration: 1, end: from.map((state, k) => k === next ? {...state, phase: 'pocketed'} : state)};
            },
        })},
    };
}

test('a game goes on over balls that go back to their spots, and shots are taken back over them', () => {
    const names = ['cue', ...Array.from({length: 9}, (_, k) => `${k + 1}`)], {engine, game, spot} = fakeTable(names);
    const session = new Session(engine, ''), match = new Match(session, 'nine-ball'), told = [];
    const play = said => {
        const before = session.states;
        session.shoot(said);
        told.push(match.rule(before, said));
    };
    play({announced: {}});
    assert.match(told[0], /player 2 is next.* may give the shot back/i);
    match.pass();
    assert.deepEqual([match.shooter, match.passed, match.mayPass], [0, true, false]);
    spot(2);
    play({pass: true, announced: {pushOut: true}});
    assert.deepEqual(session.states[2].position.slice(0, 2), [3, 1], 'the foot spot');
    assert.deepEqual([session.shots.length, session.gameShots.length], [2, 2], 'one recording');
    spot();
    play({announced: {}});
    assert.equal(session.gameShots.length, 3);
    session.undo();
    match.replay();
    assert.deepEqual([session.gameShots.length, match.shooter, game.passes], [2, 0, 1]);
    assert.deepEqual(game.said, [{}, {pushOut: true}]);
    assert.ok(session.undo(), 'with the ball that went back to its spot');
    assert.deepEqual([session.shots.length, session.gameShots.length, session.states[2].phase], [1, 1, 'resting']);
    session.move(3, [5, 5]);
    match.replay();
    assert.deepEqual([session.gameShots.length, match.isBreak], [0, true], 'a ball moved by hand begins a game');
    assert.equal(session.move(3, [99, 5]), false);
});

test('a game that a link brings goes on, also over a cue ball that is moved, and a new rack has its breaker', () => {
    const {engine} = fakeTable(['cue', '8', '9']), session = new Session(engine, '');
    const state = {...opening, kind: 'eight-ball', shooter: 1, isBreak: false, mayPass: true, groups: ['solids', 'stripes'], fouls: [0, 2], points: [3, 12]};
    const standing = {state, hand: 'anywhere', mayRerack: true, isIllegalBreak: true};
    const word = wordOf(standing), inHand = wordOf({...standing, state: {...state, behindLine: true}});
    assert.equal(word, '0.1.1.0.1.2.0.3.12.0.2.0.1.1.1');
    assert.equal(inHand, `${word}.1`);
    assert.equal(standingOf(inHand)?.state.behindLine, true);
    assert.equal(wordOf({state: {...opening, isBreak: false}, hand: '', mayRerack: false, isIllegalBreak: false}), '1');
    assert.deepEqual(standingOf(word), standing);
    for (const damaged of ['', '1.2', `${inHand}.0`, word.replace('12', '-1'), 'NaN', '5', '0.2', '0.0.4', '0.0.0.0.3']) assert.equal(standingOf(damaged), undefined);
    const match = new Match(session, 'eight-ball', {standing});
    assert.deepEqual([match.shooter, match.groups, match.hand, match.mayPass], [1, ['solids', 'stripes'], 'anywhere', true]);
    assert.equal(session.game, state, 'which the recording begins with');
    assert.ok(session.move(0, [5, 5]));
    match.replay();
    assert.deepEqual([match.shooter, session.game, match.stands], [1, state, standing]);
    assert.ok(session.undo());
    assert.deepEqual([session.states[0].position.slice(0, 2), session.game, session.past], [[0, 0], state, []]);
    assert.equal(session.undo(), false);
    session.move(1, [5, 5]);
    match.replay();
    assert.deepEqual([match.shooter, match.isBreak], [0, true], 'another ball: a new game');
    const rack = new Match(new Session(engine, ''), 'nine-ball', {breaker: 1});
    assert.deepEqual([rack.shooter, rack.isBreak, rack.next], [1, true, 'Player 2 is next.']);
    assert.equal(rack.nextBreaker('alternate'), 0);
    rack.take({shooter: 1, winner: 1, groups: [], on: 'a red', fouls: []});
    assert.deepEqual(['alternate', 'winner', 'loser'].map(breaks => rack.nextBreaker(breaks)), [0, 1, 0]);
});

test('a shot that is given back stays in the recording of its game', () => {
    const {engine} = fakeTable(['cue', '1', '2', '3']), session = new Session(engine, ''), announced = [];
    session.table.record = shots => announced.push(...shots.map(shot => shot.announced));
    session.ruledFrom(opening);
    session.shoot();
    session.shoot({pass: true});
    session.shoot({pass: true, announced: {pushOut: false}});
    session.record();
    assert.deepEqual(announced, [undefined, {pass: true}, {pushOut: false, pass: true}]);
    assert.deepEqual([session.shots.length, session.game], [3, opening]);
});

test('the page breaks hard at the nearest ball', () => {
    const first = {speed: 8, direction: 88, elevation: 0, left: 0, up: 0.1, cueBall: 0};
    const {ball, strike} = opponentsBreak({first, aim: first, states: [at(1, 0), at(1, 3), at(2, 1)]}, [1, 2], () => 0.5);
    assert.deepEqual([ball, strike], [-1, {...first, direction: 45}]);
});

test('the window ends where other balls fall', () => {
    const session = {
        aim: {direction: 30},
        outcome({direction = 30} = {}) {
            return {end: [at(0, 0), at(0, 0, direction > 29.25 && direction < 30.125 ? 'pocketed' : 'resting')]};
        },
    };
    const {from, to} = windowOf(session);
    near(from, 29.25, 2e-6);
    near(to, 30.125, 2e-6);
    const all = windowOf({aim: {direction: 30}, outcome: () => ({end: []})});
    assert.equal(all.to - all.from, 16);
    assert.equal(windowOf({aim: {}, outcome: () => undefined}), undefined);
});

test('only what was on the table falls', () => {
    assert.deepEqual(fallen([at(0, 0), at(0, 0, 'pocketed'), at(1, 1)], [at(0, 0, 'off the table'), at(0, 0, 'pocketed'), at(1, 1)]), [0]);
});

test('a table has the game of its balls, whose targets are those that may be met first', () => {
    const numbered = count => ['cue', ...Array.from({length: count}, (_, k) => `${k + 1}`)];
    const games = [9, 10, 15, 3].map(count => gameOf(numbered(count)));
    assert.deepEqual(games, ['nine-ball', 'ten-ball', 'eight-ball', undefined]);
    const names = numbered(10), states = names.map((_, k) => at(0, k, k < 3 && k > 0 ? 'pocketed' : 'resting'));
    const session = {...fresh, states, table: {names, game: gameAt}};
    assert.deepEqual(new Match(session, gameOf(names)).targets(), [3]);
});

test('balls that are spotted lie where the engine puts them', () => {
    const states = [at(0, 0), at(0, 0, 'pocketed'), at(1, 1)];
    const game = {
        ...gameAt(),
        rule: () => ({fouls: [], spotted: [1], shooter: 1, groups: ['open', 'open'], points: [0, 0]}),
        start: [at(9, 9), at(0.5, 1.5), at(9, 9)],
    };
    const session = Object.assign(Object.create(Session.prototype), {
        states, start: states, shots: [{}], past: [], table: {names: ['cue', '9', '1'], game: () => game},
    });
    new Match(session, 'nine-ball').rule(states, {announced: {}});
    assert.deepEqual(session.states, [states[0], game.start[1], states[2]]);
    assert.equal(session.shots.length, 1, 'in the same recording');
});

test('the cue ball is put where the rules say', () => {
    const pool = {lower: [0, 0], upper: [1.27, 2.54]}, snooker = {lower: [0, 0], upper: [1.778, 3.569]};
    assert.deepEqual([[0.1, 0.634], [0.1, 0.635]].map(place => mayPut('behind the head string', place, pool)), [true, false]);
    const places = [[0.889, 0.737], [0.889, 0.738], [0.889, 0.446], [0.889, 0.444], [0.59, 0.7], [0.7, 0.6]];
    assert.deepEqual(places.map(place => mayPut('in the D', place, snooker)), [true, false, true, false, false, true]);
    const lying = [0.2, 0.635, 1.9].map(y => ({position: [0.4, y, 0.03]}));
    assert.deepEqual(metAtOnce('behind the head string', [0, 1, 2], lying, pool), [1, 2], 'the page aims at balls beyond the line');
    assert.deepEqual([metAtOnce('behind the head string', [0], lying, pool), metAtOnce('anywhere', [0, 1], lying, pool)], [[0], [0, 1]]);
    assert.deepEqual([mayPut('anywhere', [1, 2], pool), mayPut('', [0.1, 0.1], pool)], [true, false]);
    for (const [part, bed] of [['in the D', snooker], ['behind the head string', pool]]) assert.ok(mayPut(part, placeIn(part, bed), bed));
    assert.deepEqual([borderOf('anywhere', pool), borderOf('', pool)], [[], []]);
    assert.deepEqual(borderOf('behind the head string', pool), [[0, 0.635, 0], [1.27, 0.635, 0]]);
    const [corner, , ...arc] = borderOf('in the D', snooker);
    assert.ok(Math.abs(corner[0] - 0.597) < 1e-9 && arc.every(place => Math.abs(Math.hypot(place[0] - 0.889, place[1] - 0.737) - 0.292) < 1e-9));
});

test('a cue ball comes back where it may lie', () => {
    const {engine} = fakeTable(['cue', '1']), session = new Session(engine, '');
    session.table.start[0].position = [1, 2, 0.03];
    session.putBack(([, y]) => y < 1.99);
    assert.ok(session.states[0].position[0] === 1 && Math.abs(session.states[0].position[1] - 1.98875) < 1e-9, 'down the table');
    session.putBack(([x]) => x === 0.5, [[0.5, 0.25]]);
    assert.deepEqual(session.states[0].position.slice(0, 2), [0.5, 0.25], 'the other place');
});

test('rulings say where the cue ball is in hand, and which colours may be named', () => {
    const names = ['cue', 'yellow', 'blue', 'black', 'pink', 'red 1'], states = names.map((_, k) => at(0, k, k === 3 ? 'pocketed' : 'resting'));
    const of = kind => new Match({...fresh, states, aim: {cueBall: 0}, table: {names, game: gameAt}}, kind);
    const taken = (kind, ruling) => {
        const match = of(kind);
        match.take({shooter: 1, groups: ['open', 'open'], on: 'a red', fouls: [], ballInHand: false, behindHeadString: false, ...ruling});
        return match;
    };
    assert.deepEqual(['nine-ball', 'snooker', 'three-cushion'].map(kind => of(kind).hand), ['behind the head string', 'in the D', '']);
    assert.equal(taken('eight-ball', {ballInHand: true, behindHeadString: true}).hand, 'behind the head string');
    assert.equal(taken('eight-ball', {ballInHand: true}).hand, 'anywhere');
    assert.equal(taken('snooker', {ballInHand: true}).hand, 'in the D');
    assert.equal(taken('nine-ball', {}).hand, '');
    assert.equal(taken('nine-ball', {winner: 1}).hand, 'anywhere', 'after the game');
    const snooker = taken('snooker', {on: 'a colour'});
    assert.deepEqual([snooker.isNamed, snooker.colours()], [true, ['yellow', 'blue', 'pink']]);
    assert.equal(taken('snooker', {}).isNamed, false);
    assert.deepEqual([taken('eight-ball', {mayRerack: true}).mayRerack, taken('eight-ball', {mayRerack: true, winner: 0}).mayRerack], [true, false]);
});

test('the end of a game has its reason', () => {
    const names = ['cue', '8', '1', '9'];
    const told = (kind, {winner, fouls = [], states = names.map((_, k) => at(0, k))}) => {
        const game = {...gameAt({...opening, kind, isBreak: false, groups: ['solids', 'stripes']}), rule: () => ({fouls, winner, shooter: 0, groups: [], points: [0, 0], spotted: [], on: 'a red'})};
        const match = new Match({...fresh, states, aim: {cueBall: 0}, table: {names, game: () => game}}, kind);
        match.resume({state: game.state, hand: '', mayRerack: false, isIllegalBreak: false});
        return match.rule(states, {}).replace(/^.* wins/, '');
    };
    const cleared = names.map((_, k) => at(0, k, k === 2 ? 'pocketed' : 'resting'));
    assert.deepEqual([told('nine-ball', {winner: 0}), told('ten-ball', {winner: 1})], [' by the 9.', ': the third foul in a row.']);
    assert.deepEqual([told('eight-ball', {winner: 0}), told('eight-ball', {winner: 1, fouls: ['scratch']})], [' by the 8.', ': the 8 in a foul.']);
    assert.deepEqual([told('eight-ball', {winner: 1}), told('eight-ball', {winner: 1, states: cleared})], [': the 8 before the others.', ': the 8 not as called.']);
    assert.equal(told('snooker', {winner: 1}), '.');
});

test('at three-cushion each player has a cue ball, also after a ball was moved by hand', () => {
    const {engine} = fakeTable(['cue', 'red', 'yellow']), session = new Session(engine, '');
    session.aim.cueBall = 2;
    const match = new Match(session, 'three-cushion');
    assert.equal(session.aim.cueBall, 0, 'player 1 begins');
    match.take({shooter: 1, groups: [], on: 'a red', fouls: [], ballInHand: false});
    match.takeCueBall();
    assert.equal(session.aim.cueBall, 2);
    session.move(1, [5, 5]);
    match.replay();
    assert.deepEqual([match.shooter, session.aim.cueBall], [0, 0]);
});

test('the button shoots while there is something to shoot, and says why it does not', () => {
    const button = now => shootInWords({isAiming: true, isOver: false, isOut: false, ...now});
    assert.deepEqual(button({}), {words: 'Shoot', why: ''});
    assert.deepEqual(button({isOut: true}), {words: 'Put the cue ball back', why: ''});
    assert.deepEqual(button({isAiming: false, isOver: true}), {words: 'Back to the cue', why: ''});
    assert.match(button({isOver: true, isOut: true}).why, /^The game has ended: .*New rack.*Take back/);
});

/** A cue ball at the origin, and balls 1 and 2 to the right and above it: each falls within some degrees of the aim straight at it. */
function easyShots(degrees) {
    const states = [at(0, 0), at(1, 0), at(0, 1)];
    return {
        states, aim: {cueBall: 0, speed: 7, direction: 200, elevation: 9, left: 0.1, up: 0.2}, heightOf: () => 0.03,
        outcome({direction} = {}) {
            const away = [undefined, 0, 90].map(straight => Math.abs(((direction ?? this.aim.direction) - straight + 540) % 360 - 180));
            return {end: states.map((state, ball) => away[ball] <= degrees[ball] ? {...state, phase: 'pocketed'} : state)};
        },
    };
}

test('the shot that is found is the one that may err most, and the opponent takes it too', () => {
    const session = easyShots([0, 0.2, 0.7]), {aim} = session, pockets = [{center: [2, 0], radius: 0.1}, {center: [0, 2], radius: 0.1}];
    const found = bestStrike(session, [1, 2], pockets);
    assert.deepEqual([found.ball, found.pocket, session.aim], [2, 1, aim], 'and the aim is as it was');
    near(found.wide, 1.4, 1e-5);
    near(found.strike.direction, 90, 1e-5);
    assert.deepEqual([found.strike.left, found.strike.up, found.strike.elevation], [0, 0, 0]);
    assert.deepEqual([[1], [1, 2]].map(balls => bestStrike(easyShots([0, 0.9, 0.2]), balls, pockets).ball), [1, 1]);
    assert.equal(bestStrike(easyShots([0, -1, -1]), [1, 2], pockets), undefined);
    const holed = easyShots([0, 0, 0]);
    holed.outcome = function ({direction = this.aim.direction} = {}) {
        const falls = direction >= -0.1 && direction <= 0.2 && !(direction > 0.045 && direction < 0.06);  // the middle is in the hole
        return {end: holed.states.map((state, ball) => ball === 1 && falls ? {...state, phase: 'pocketed'} : state)};
    };
    const beside = bestStrike(holed, [1], pockets);
    near(beside.strike.direction, 0, 1e-9);
    near(beside.wide, 0.2, 1e-5);
    const {ball, strike} = opponentsStrike(session, [1, 2], pockets, () => 0.5);
    assert.equal(ball, 2);
    near(strike.direction, 90, 1e-5);
    assert.deepEqual([opponentsStrike(session, [1], [], () => 0.5).ball], [-1]);
    assert.equal(foundInWords({name: '2', wide: 1.4}, true), '2 falls, and the aim may be off by 0.7° to either side. Shoot.');
    assert.match(foundInWords(undefined, true), /try a cushion/);
    assert.match(foundInWords(undefined, false), /No other ball is left/);
});

test('at snooker the balls to be sunk are those that are on', () => {
    const names = ['cue', 'red 1', 'red 2', 'black', 'yellow'], states = names.map((_, k) => at(k, 0, k === 2 ? 'pocketed' : 'resting'));
    const session = {...fresh, states, aim: {cueBall: 0}, table: {names, game: from => gameAt(from)}};
    const match = new Match(session, 'snooker'), on = what => Object.assign(match, {on: what}).targets();
    assert.deepEqual(on('a red'), [1]);
    assert.deepEqual(on('a colour'), [4, 3]);
    assert.deepEqual(on('the colour of the lowest value'), [4]);
});

/** Events of the ball 0: c a cushion, j a round one, x a cushion of another ball, 1 and 2 the other balls. @param {string} text */
const eventsOf = text => [...text].map(letter => letter === 'c' || letter === 'j' ? {kind: letter === 'c' ? 'straight cushion' : 'round cushion', ball: 0}
    : letter === 'x' ? {kind: 'straight cushion', ball: 1} : {kind: 'ball and ball', ball: 0, other: Number(letter)});

test('a point needs three cushions before the second ball', () => {
    for (const point of ['ccc12', '1ccc2', '2cjc1', 'cc1c2', 'c1cxc12', '1c1cc2']) assert.equal(scores({events: eventsOf(point)}, 0), true, point);
    for (const none of ['', 'ccc', 'ccc1', '12ccc', 'cc12c', 'ccx12', '1cc2', 'ccc11']) assert.equal(scores({events: eventsOf(none)}, 0), false, none);
    assert.equal(scores({events: [...eventsOf('ccc'), {kind: 'ball and ball', ball: 1, other: 0}, {kind: 'ball and ball', ball: 2, other: 0}]}, 0), true);
    assert.equal(scores({events: [...eventsOf('ccc1'), {kind: 'ball and ball', ball: 1, other: 2}]}, 0), false, 'the other balls meet');
});

test('an opening shot has to meet the red first', () => {
    for (const point of ['1ccc2', '1c1cc2']) assert.equal(scores({events: eventsOf(point)}, 0, 1), true, point);
    for (const none of ['ccc12', '2ccc1', 'c1cc2', '']) assert.equal(scores({events: eventsOf(none)}, 0, 1), false, none);
    // Points with the ball 1 first, which lies at 45 degrees, in 0.06 degrees beside its middle.
    const states = [[1, 1], [1.5, 1.5], [1, 2]].map(([x, y]) => ({position: [x, y, 0.03]}));
    const isPoint = ({direction}) => direction > 43.7 && direction < 43.76;
    const session = {aim: {cueBall: 0}, states, outcome: strike => ({events: eventsOf(isPoint(strike) ? '1ccc2' : 'c1')})};
    assert.equal(bestCarom(session), undefined, 'steps of 3 degrees');
    near(bestCarom(session, 1).strike.direction, 43.73, 0.005);
    near(bestCarom(session, 1).wide, 0.06, 0.01);
    assert.equal(bestCarom(session, 2), undefined);
});

test('the page takes the point whose aim may err most, at its middle', () => {
    // Points at 20 to 22 degrees, and with English at 100 to 100.4.
    const isPoint = ({direction, left}) => direction >= 20 && direction <= 22 || left > 0 && direction >= 101.9 && direction <= 102.3;
    const session = {aim: {cueBall: 0, speed: 1, left: 0.1, up: 0, elevation: 3, direction: 7}, outcome: strike => ({events: eventsOf(isPoint(strike) ? 'ccc12' : 'c1')})};
    const {strike, wide, ball, pocket} = bestCarom(session);
    near(strike.direction, 21, 0.1);
    near(wide, 2, 0.2);
    assert.deepEqual([strike.cueBall, strike.elevation, ball, pocket], [0, 0, -1, -1]);
    assert.equal(bestCarom({...session, outcome: () => ({events: eventsOf('c1')})}), undefined);
    assert.match(caromInWords({wide: 2}), /off by about 1° to either side/);
    assert.match(caromInWords(undefined), /no point/);
});

test('a pool table has other sizes, on which the balls lie alike', () => {
    const small = sizedTable(kTables['Nine-ball'], '7 foot');
    assert.match(small, /kind = "pool_7_foot"\n\[\[balls\]\]\nname = "cue"\nposition = \[0.4524, 0.4836\]\n/);
    assert.equal(small.replace('pool_7_foot', 'pool_9_foot').replace('0.4524, 0.4836', '0.58, 0.62'), kTables['Nine-ball']);
    assert.equal(sizedTable(kTables['Two balls'], '8 foot').match(/position/g).length, 2);
    for (const name of ['Snooker', 'Three-cushion']) assert.equal(sizedTable(kTables[name], '7 foot'), kTables[name]);
    assert.equal(sizedTable(kTables['Two balls'], '9 foot'), kTables['Two balls']);
});
