// Promise: tables of the page have every ball and every event, numbers read back as the same bits, and names as they were.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {csvCell, csvPieces, eventsTable, statesTable} from '../../src/view/page/csv.js';
import {kKick, kPair, kWall, shuttle, trajectoryOf, worldOf} from './support.js';

const rowsOf = pieces => pieces.join('').trimEnd().split('\n').map(line => line.split(','));

/** Balls that meet, one meets a wall, and a thermostat kicks the other. */
function run() {
    const events = [
        {time: 1, kind: kPair, ball: 0, other: 1, e: 0.5, after: [{at: [4, 5], velocity: [0.1 + 0.2, -0]}, {at: [5, 5], velocity: [1, 0]}]},
        {time: 2, kind: kWall, ball: 1, other: 1, after: [{at: [9.5, 5], velocity: [-1, 0]}]},
        {time: 3, kind: kKick, ball: 0, after: [{at: [4.6, 5], velocity: [0, 1e-300]}]},
    ];
    const balls = [{at: [1, 5], velocity: [3, 0], name: 'a'}, {at: [5, 5], mass: Infinity}];
    return trajectoryOf({world: worldOf(2), balls, events, length: 4, from: 10});
}

test('the states of every ball at a time', () => {
    const trajectory = run();
    trajectory.apply(trajectory.eventsUntil(1.5));
    assert.deepEqual(rowsOf(statesTable(trajectory, 1.5)), [
        ['time', 'ball', 'name', 'x', 'y', 'vx', 'vy', 'radius', 'mass'],
        ['11.5', '0', 'a', '4.15', '5', '0.30000000000000004', '-0', '0.5', '1'],
        ['11.5', '1', '', '5.5', '5', '1', '0', '0.5', 'inf'],
    ]);
});

test('the states of a table have phase and spin', () => {
    const trajectory = run();
    trajectory.header.phases = {names: ['resting', 'rolling'], start: [1, 0], states: []};
    const [names, first] = rowsOf(statesTable(trajectory, 0, {spinNow: () => [1, 2, 3]}));
    assert.equal(names.join(), 'time,ball,name,phase,x,y,vx,vy,wx,wy,wz,radius,mass');
    assert.equal(first.join(), '10,0,a,rolling,1,5,3,0,1,2,3,0.5,1');
});

test('every event, with the states after it', () => {
    const rows = rowsOf(eventsTable(run()));
    assert.equal(rows[0].join(), 'time,kind,ball,other,restitution,ball_x,ball_y,ball_vx,ball_vy,other_x,other_y,other_vx,other_vy');
    assert.equal(rows[1].join(), '11,impact of two balls,0,1,0.5,4,5,0.30000000000000004,-0,5,5,1,0');
    assert.equal(rows[2].join(), '12,impact with a wall,1,1,1,9.5,5,-1,0,,,,');
    assert.equal(rows[3].join(), '13,thermostat,0,,,4.6,5,0,1e-300,,,,');
    assert.equal(rows.length, 4);
});

test('in space there is z', () => {
    const trajectory = trajectoryOf({world: worldOf(3), balls: [{at: [1, 2, 3], velocity: [4, 5, 6]}]});
    assert.equal(rowsOf(statesTable(trajectory, 0)).join(), 'time,ball,name,x,y,z,vx,vy,vz,radius,mass,0,0,,1,2,3,4,5,6,0.5,1');
});

test('long tables come in pieces', () => {
    const pieces = eventsTable(shuttle(90000));
    assert.equal(pieces.length, 4);
    assert.equal(rowsOf(pieces).length, 30001);
    assert.equal(rowsOf(csvPieces(['a'], 0, () => [])).length, 1);
});

test('names as in the tables of the command', () => {
    const cells = {
        'plain': 'plain', '': '', 'a,b': '"a,b"', 'say "a"': '"say ""a"""', ' a': '" a"', '=1+1': "'=1+1", "'=1": "''=1", '@SUM(1)': "'@SUM(1)",
        'a\nb': 'a%0Ab', '100%25': '100%2525', '100%': '100%', '5%0A': '5%250A', "it's": "it's",
    };
    for (const [name, cell] of Object.entries(cells)) assert.equal(csvCell(name), cell);
});
