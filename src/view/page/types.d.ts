// What the modules of the page share, for tools/check_page: nothing of this is in the page.

import type {Carom, Strike, Table} from '../../../javascript/carom/index.js';
import type {FlatCamera, OrbitCamera} from './camera.js';
import type {Colours} from './colours.js';
import type {Trajectory} from './trajectory.js';

declare global {
    interface Window { Chart?: ChartClass; carom?: object }
}

/** What the page uses of Chart.js. */
export interface DrawnChart {
    canvas: HTMLCanvasElement;
    ctx: Pen;
    chartArea: {top: number; bottom: number; left: number; right: number};
    scales: Record<'x' | 'y', {getPixelForValue(value: number): number}>;
    data: {datasets: {data: (Place & {error?: number | null})[]; borderColor: string}[]};
    options: {plugins: {presentTime: {at?: number; colour: string}}};
    draw(): void;
    destroy(): void;
}
/** A point under the pointer. */
export interface ChartItem { parsed: Place; dataset: {label: string} }
export type ChartClass = new (canvas: HTMLCanvasElement, configuration: object) => DrawnChart;

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
/** mouths: where cloth lies between cushions and pockets, convex and counterclockwise. */
export interface Rails {
    straight: (Cushion & {from: Vector; to: Vector})[];
    round: (Cushion & Sphere)[];
    pockets: Sphere[];
    mouths: Vector[][];
}
/** How a ball of a table looks. */
export interface PoolLook { fill: string; line: string; label: string; striped: boolean }
/** A table whose cushions and pockets are known has `rails`. `rail` and `cushion_width` are shares of the shorter side, `collar`
 *  and `nose` lengths. */
export type TableLook = {
    wood: string[]; felt: string[]; cushion: string; sights: string; white: string; ink: string; rail: number; cushion_width: number; collar: number;
    nose: number; sight_places: Vector[]; balls: PoolLook[];
} & ({rails: Rails} | {rails: null});
export type RailedLook = Extract<TableLook, {rails: Rails}>;
export interface Look {
    table: TableLook | null; colour: string; palette: string[]; ramp: string[]; immovable: string;
    species: {radius: number; mass: number | null; balls: number}[]; species_count: number;
}
export interface Choice { value: string; choices: string[] }
/** What a visitor may change of a table. */
export interface Physics { ball: Record<string, number>; laws: Record<string, Choice>; omega_ratio: number; jumps: boolean }
/** What a visitor changes of it: values by their keys in [defaults] and [laws]. */
export type Setting = number | boolean | string;
export interface Changes { ball?: Record<string, number>; laws?: Record<string, Setting> }
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

export type Camera = FlatCamera | OrbitCamera;

/** What a pointer does to a camera. */
export interface CameraControl {
    width: number; height: number;
    zoom(factor: number, x?: number, y?: number): void;
    shift(dx: number, dy: number): void;
    drag(dx: number, dy: number): void;
    unproject(x: number, y: number, height: number): Vector | undefined;
}
/** What a pointer needs of the view of its picture. */
export interface PointerView {
    camera: CameraControl;
    /** Takes the balls of a table. */
    hand?: {press(at: Place): boolean; drag(at: Place): void; release(at: Place): Promise<void>; cancel(): boolean};
    stir(): void;
    choose(x: number, y: number): void;
    dragging(yes: boolean): void;
}
export type Pen = CanvasRenderingContext2D;

/** What the tab Display sets. */
export interface Settings {
    arrows: boolean; impact: boolean; walls: boolean; names: boolean; follow: boolean; chosen: number;
    trails: string; trailBalls: string; trailReach: number; trailList(trajectory: Trajectory): number[];
    aim?: AimShape;
}

/** An aim and what it does. */
export interface ShownAim {
    aim: Required<Strike>; preview: Preview; place: Vector; trajectory: Trajectory; colours: Colours; time: number;
}
/** The same on a table in space: faces that hide others, faces as if of glass, lines of any width in pixels. */
export interface AimShape { solid: Face[]; faces: Face[]; lines: {points: Vector[]; width: number; colour: number[]}[] }

/** What shaders need of a camera: viewOf of gl_program.js. */
export interface ShaderView {
    eye: Vector; right: Vector; up: Vector; back: Vector; focus: Vector; range: Vector; flat: number;
}
/** How balls are drawn: the colour of what is far and how much of it, the size of a pixel at distance 1, 1 for soft outlines. */
export interface SphereLook { haze: Vector; fade: number; pixel: number; smooth: number }
/** A convex polygon in space and its colour with opacity. */
export interface Face { polygon: Vector[]; colour: number[] }

/** The elements of page.html and of the study's page.html that are more than a HTMLElement. */
export interface PageElements {
    quantity: HTMLSelectElement; axis: HTMLSelectElement; numbers: HTMLTableElement;
    chart: HTMLCanvasElement; density: HTMLCanvasElement; tip: HTMLCanvasElement;
    by_rules: HTMLInputElement; choose_ball: HTMLInputElement; cue_direction: HTMLInputElement; cue_elevation: HTMLInputElement;
    cue_left: HTMLInputElement; cue_speed: HTMLInputElement; cue_up: HTMLInputElement; follow: HTMLInputElement; opponent: HTMLInputElement;
    scrubber: HTMLInputElement; search: HTMLInputElement; show_arrows: HTMLInputElement; show_impact: HTMLInputElement;
    show_names: HTMLInputElement; show_walls: HTMLInputElement; show_window: HTMLInputElement; sounds: HTMLInputElement;
    push_out: HTMLInputElement; safety: HTMLInputElement; called_ball: HTMLSelectElement; called_pocket: HTMLSelectElement; named_colour: HTMLSelectElement;
    breaks: HTMLSelectElement;
    speed: HTMLInputElement; time: HTMLInputElement;
    chart_kind: HTMLSelectElement; colour_by: HTMLSelectElement; colour_scale: HTMLSelectElement; table_kind: HTMLSelectElement; table_size: HTMLSelectElement;
    trail_balls: HTMLSelectElement; trails: HTMLSelectElement;
    help: HTMLDialogElement; scene_text: HTMLTextAreaElement;
}

/** What pages use of the engine. */
export type PageTable = Omit<Table, 'shots'>;
export interface PageEngine extends Pick<Carom, 'scene' | 'simulation' | 'pageData'> {
    table(text: string, options?: {name?: string}): PageTable;
}
export type GameKind = 'nine-ball' | 'eight-ball' | 'ten-ball' | 'snooker' | 'three-cushion';
/** The directions in degrees at which the same balls fall; looked for at most `reach` away. */
export interface AimWindow { from: number; to: number; reach: number }
/** What an aim leads to. */
export interface Preview {
    ways: {ball: number; way: Vector[]; falls: boolean}[];
    /** Where the cue ball meets another one first. */
    first?: {ball: number; place: Vector};
    falls: number[]; duration: number; window?: AimWindow;
}
