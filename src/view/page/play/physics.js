// The cloth, the cushions, the balls and the models of the table, as a visitor may choose them.

import {element} from '../element.js';

/** @import {Changes, Physics as Properties} from '../types.js' */

/** Numbers of [defaults] with what they are called. */
const kNumbers = {
    sliding_friction: 'Sliding μs', rolling_friction: 'Rolling μr', spinning_friction: 'Spinning μsp, m',
    cushion_restitution: 'Cushion, restitution', cushion_friction: 'Cushion, friction',
    ball_restitution: 'Balls, restitution', ball_friction: 'Balls, friction', bed_restitution: 'Bed, restitution',
};
const kModels = {ball_ball: 'Balls, model', ball_friction: 'Ball friction, model', cushion: 'Cushion, model'};
/** Each needs less friction to roll than the one before: docs/viewer.md. @type {Record<string, Record<string, number>>} */
const kCloths = {
    slow: {sliding_friction: 0.23, rolling_friction: 0.015, spinning_friction: 0.016},
    medium: {sliding_friction: 0.2, rolling_friction: 0.01, spinning_friction: 0.0127},
    fast: {sliding_friction: 0.17, rolling_friction: 0.006, spinning_friction: 0.0098},
};
const kOwn = 'as below';

/** The cloth with these numbers. @param {Record<string, number>} ball */
export function clothOf(ball) {
    return Object.keys(kCloths).find(name => Object.entries(kCloths[name]).every(([key, value]) => ball[key] === value)) ?? kOwn;
}

/** A field of the page with its words. @template {HTMLElement} Field @param {string} text @param {Field} field */
function labelled(text, field) {
    const label = document.createElement('label');
    label.append(text, field);
    element('physics_fields').append(label);
    return field;
}

/** @param {string} text */
function numberField(text) {
    return labelled(text, Object.assign(document.createElement('input'), {type: 'number', step: 'any', min: 0}));
}

/** @param {string} text @param {string[]} choices */
function choiceField(text, choices) {
    const field = labelled(text, document.createElement('select'));
    for (const choice of choices) field.add(new Option(choice.replaceAll('_', ' '), choice));
    return field;
}

export class Physics {
    /** `changed` gets what changedScene takes; `physics` is that of a header.
     *  @param {Properties} physics @param {(changes: Changes) => void} changed */
    constructor(physics, changed) {
        /** @template {HTMLElement} Field @param {Field} field @param {(field: Field) => Changes} changesOf */
        const bind = (field, changesOf) => field.addEventListener('change', () => changed(changesOf(field)));
        this.cloth = choiceField('Cloth', [...Object.keys(kCloths), kOwn]);
        bind(this.cloth, ({value}) => ({ball: kCloths[value]}));
        this.numbers = Object.entries(kNumbers).map(([key, text]) => ({key, field: numberField(text)}));
        for (const {key, field} of this.numbers) bind(field, ({value}) => ({ball: {[key]: Number(value)}}));
        this.models = Object.entries(kModels).map(([key, text]) => ({key, field: choiceField(text, physics.laws[key].choices)}));
        for (const {key, field} of this.models) bind(field, ({value}) => ({laws: {[key]: value}}));
        this.omega = numberField('Cushion, omega ratio');
        bind(this.omega, ({value}) => ({laws: {omega_ratio: Number(value)}}));
        this.jumps = labelled('Balls can jump', Object.assign(document.createElement('input'), {type: 'checkbox'}));
        bind(this.jumps, ({checked}) => ({laws: {jumps: checked}}));
    }

    /** What holds now. A number that the models do not ask for cannot be changed. @param {Properties} physics */
    show({ball, laws, omega_ratio, jumps}) {
        this.cloth.value = clothOf(ball);
        for (const {key, field} of this.numbers) {
            field.value = String(ball[key]);
            if (key === 'ball_friction') field.disabled = laws.ball_friction.value !== 'mean_of_balls';
        }
        for (const {key, field} of this.models) field.value = laws[key].value;
        this.omega.value = String(omega_ratio);
        this.jumps.checked = jumps;
        this.omega.disabled = laws.cushion.value !== 'stronge_compliant';
    }
}
