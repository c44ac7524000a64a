// What the modules of the page share, for tools/check_page: nothing of this is in the page.

/** A point or a direction: two numbers in the plane, three in space. */
export type Vector = number[];

/** Red, green, blue: 0 to 255. */
export type Rgb = ArrayLike<number> & Iterable<number> & {join(separator: string): string};

export interface Sphere { center: Vector; radius: number }
export interface Vessel extends Sphere { kind: 'sphere' | 'cylinder'; axis: Vector }
export interface HalfSpace { kind: 'half_space'; normal: Vector; offset: number; speed: number }
export type Wall = HalfSpace | Vessel;
export interface Shear { flow: number; gradient: number; rate: number; speed: number }
export interface Box { lower: Vector; upper: Vector }

/** What has to be seen; `round` is a sphere that holds it. */
export interface Extent extends Box { round?: Sphere }

export interface World extends Box {
    boundary: ('open' | 'wall' | 'periodic')[];
    gravity: Vector;
    shear: Shear | null;
    walls: HalfSpace[];
    containers: Vessel[];
    wall_names: string[];
}

/** What an event is about. */
export interface EventKind { name: string; other: 'ball' | 'wall' | 'cushion' | 'part' | 'none'; stops?: boolean }

export interface Law {
    restitution_balls: number; restitution_walls: number; elastic_below: number; contact_time: number; full_loss_speed: number;
    between: {first: string; second: string; restitution: number}[];
}

export interface Cushion { height: number }
export interface Rails {
    straight: (Cushion & {from: Vector; to: Vector})[];
    round: (Cushion & Sphere)[];
    pockets: Sphere[];
}
/** How a ball of a table looks. */
export interface PoolLook { fill: string; line: string; label: string; striped: boolean }
export interface TableLook {
    wood: string[]; felt: string[]; cushion: string; sights: string; white: string; ink: string; rail: number;
    balls: PoolLook[]; rails: Rails | null;
}
export type ColourMode = 'id' | 'species' | 'speed' | 'energy';
export interface Look {
    table: TableLook | null; colour: ColourMode; palette: string[]; ramp: string[]; immovable: string;
    species: {radius: number; mass: number | null; balls: number}[]; species_count: number;
}
export interface Choice { value: string; choices: string[] }
/** What a visitor may change of a table. */
export interface Physics { ball: Record<string, number>; laws: Record<string, Choice>; omega_ratio: number; jumps: boolean }
/** State, or at the start ball, height, and speed upwards. */
export type Flight = [number, number, number];

/** The header of a page: page_header.cpp writes it. */
export interface Header {
    carom: string; name: string; dimension: number; world: World; kinds: Record<number, EventKind>; bends: boolean; law: Law;
    balls: number; events: number; states: number; names: string[]; look: Look;
    spin: {start: number[]; states: number[]; decay: number[]} | null;
    flights: {gravity: number; start: Flight[]; states: Flight[]} | null;
    physics: Physics | null;
    phases: {names: string[]; start: number[]; states: number[]} | null;
    facts: {kinds: string[][]; events: Record<number, number[]>} | null;
    scene_text: string; from: number; length: number; impacts_before: number; goes_on: boolean; bytes: number; sum: number;
}

/** The numbers of a page. Those of states and starts have as many for each as the scene has dimensions. */
export interface Columns {
    start_time: Float64Array; start_position: Float64Array; start_velocity: Float64Array; start_acceleration: Float64Array;
    radius: Float64Array; mass: Float64Array; event_time: Float64Array; restitution: Float64Array;
    position: Float64Array; velocity: Float64Array; acceleration: Float64Array;
    species: Uint32Array; ball: Uint32Array; other: Uint32Array; kind: Uint8Array;
}

/** Where a point is in the picture, in pixels; `scale` is that of a length there. */
export interface Spot { x: number; y: number; scale: number; depth: number }
export interface Place { x: number; y: number }
export interface Rectangle extends Place { width: number; height: number }

/** The colours of style.css. */
export interface Theme { css: Record<string, string>; ink: number[]; soft: number[]; stage: number[]; surface: number[] }

export interface Legend { title?: string; ramp?: string[]; ends?: string[]; entries?: {colour: string; text: string}[]; note?: string }

/** A line of a chart. */
export interface ChartLine { label: string; points: Place[]; bars?: boolean; steps?: boolean }
/** What a chart shows, or why it shows nothing. */
export interface ChartContent { lines?: ChartLine[]; x?: string; y?: string; text?: string; why?: string }
