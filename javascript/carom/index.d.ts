// Types of Carom. Units are those of the caller; billiards: metres, seconds, kilograms, degrees for the cue.

/** How a call ended: the names of carom_status. */
export type Status =
    | "BAD_ARGUMENT"
    | "BAD_HANDLE"
    | "BUSY"
    | "BAD_INPUT"
    | "FILE_ERROR"
    | "STOPPED"
    | "OUT_OF_MEMORY"
    | "INTERNAL_ERROR";

/** What Carom refuses. */
export class CaromError extends Error {
    readonly status: Status;
    /** All that is wrong, each with its place as "FILE:LINE:COLUMN: what" where it has one. */
    readonly faults: string[];
}

/** Numbers in the module's own memory: calls read and write them without a copy. */
export class Column<Numbers extends Float64Array | Int32Array = Float64Array> {
    readonly length: number;
    /** The numbers. Ask again after each call of Carom, because memory moves when it grows. */
    readonly array: Numbers;
    free(): void;
}
export type Doubles = readonly number[] | Float64Array | Column<Float64Array>;
export type Integers = readonly number[] | Int32Array | Column<Int32Array>;

/** Two or three numbers. */
export type Vector = readonly number[] | Float64Array;

/** A ball that moves in a straight line during a frame. Without a displacement it rests. */
export interface Ball {
    center: Vector;
    radius: number;
    displacement?: Vector;
}

export type ContactState =
    | "apart"
    | "will touch"
    | "touching, closing"
    | "touching, parting"
    | "touching, at rest"
    | "overlapping";
/** The names of the numbers in columns of states. */
export const CONTACT_STATES: readonly ContactState[];

/** The answer of a sweep. Times are fractions of the frame, in [0, 1]. */
export interface SweepAnswer {
    state: ContactState;
    first: number;
    last: number;
    centerA: number[];
    /** Of a half-space or box the nearest point of its surface. */
    centerB: number[];
    /** Unit, from a to b. */
    normal: number[];
    point: number[];
}

/** Many balls: a column for each coordinate, each number or column of numbers as long as the first. */
export interface BallColumns {
    center: Doubles[];
    radius: Doubles | number;
    displacement?: (Doubles | number)[];
}

/** When pairs touch; `state` counts in CONTACT_STATES. What was given as `into` is here again. */
export interface SweepColumns<Ints = Int32Array, Reals = Float64Array> {
    contacts: number;
    state: Ints;
    first: Reals;
    last: Reals;
}
export interface SweepInto {
    state?: Column<Int32Array>;
    first?: Column;
    last?: Column;
}

/** A ball that bounces. Mass `Infinity` makes it immovable. */
export interface Body {
    center: Vector;
    velocity: Vector;
    mass: number;
}

/** All contacts of a frame: one entry each. */
export interface FrameContacts {
    count: number;
    a: Uint32Array;
    b: Uint32Array;
    first: Float64Array;
    last: Float64Array;
    state: Int32Array;
}

/** Balls that bounce in a frame. */
export interface BodyColumns extends BallColumns {
    displacement: (Doubles | number)[];
    inverseMass?: Doubles | number;
}

export interface FrameStep {
    /** At the end of the frame. */
    center: Float64Array[];
    /** Of the next frame. */
    displacement: Float64Array[];
    /** In the order of time, of two balls or of a ball and an obstacle. */
    bounces: FrameBounce[];
    /** Moves that were not finished: of balls with `mostBounces` impacts, or that immovable balls squeezed. */
    lost: { ball: number; displacement: number[] }[];
}

/** An impact in a frame: `b` is the other ball; with an obstacle there is none. */
export type FrameBounce =
    | { fraction: number; a: number; b: number; obstacle?: undefined }
    | { fraction: number; a: number; b?: undefined; obstacle: Obstacle };

/** One of the obstacles; `index` counts those of its kind. */
export interface Obstacle {
    kind: "ball" | "half-space" | "plane" | "box";
    index: number;
}

/** What rests: balls, half-spaces normal . x <= offset, two-sided planes, solid boxes. A column for each coordinate. */
export interface ObstacleColumns {
    balls?: { center: Doubles[]; radius: Doubles | number };
    halfSpaces?: { normal: Doubles[]; offset: Doubles | number };
    planes?: { normal: Doubles[]; offset: Doubles | number };
    boxes?: { lower: Doubles[]; upper: (Doubles | number)[] };
}

export interface ObstacleContact {
    ball: number;
    obstacle: Obstacle;
    first: number;
    last: number;
    state: ContactState;
}

/** Balls a and b may touch when group[a] & mask[b] and group[b] & mask[a] are not 0. Without a column all bits are set. */
export interface PairFilter {
    group?: Integers;
    mask?: Integers;
    /** Pairs that may not touch. */
    ignored?: [number, number][];
}

export interface StepOptions {
    restitution: number;
    /** Contacts that close by less do not rebound; 0 by default. */
    threshold?: number;
    /** What gravity adds to the displacements as the frame begins, g times the square of its duration: a number or a
     *  column for each coordinate. By it balls come to rest. */
    acceleration?: (Doubles | number)[];
    /** A ball that has had so many impacts stops until the next step; 64 by default. */
    mostBounces?: number;
}

/** Working memory for frames of one dimension. */
export class Frame {
    readonly dimension: number;
    /** All contacts, in the order of (first, a, b). */
    contacts(balls: BallColumns): FrameContacts;
    /** What rests, for all calls from now on, until others; without any: nothing. `restitution` is that of balls with
     *  obstacles, 1 by default. */
    setObstacles(obstacles?: ObstacleColumns, options?: { restitution?: number }): void;
    /** Which balls may touch, for all calls from now on; without one: all. */
    setFilter(filter?: PairFilter): void;
    /** A picture of the last contacts of balls in two dimensions, for small frames: the text of an SVG file. */
    svg(): string;
    /** All contacts of balls with obstacles, in the order of (first, ball, kind, index). */
    obstacleContacts(balls: BallColumns): ObstacleContact[];
    /** Moves the balls through one frame, with all impacts in the order of time. */
    step(bodies: BodyColumns, options: StepOptions): FrameStep;
    free(): void;
}

export type Phase = "resting" | "spinning" | "sliding" | "rolling" | "pocketed" | "airborne" | "off the table";
export const PHASES: readonly Phase[];

export interface BallState {
    phase: Phase;
    position: Vector;
    velocity: Vector;
    /** Angular velocity, rad/s. */
    spin: Vector;
}

/** How the cue strikes. */
export interface Strike {
    /** Of the cue, m/s. */
    speed: number;
    /** Counterclockwise from x, degrees. */
    direction: number;
    /** Of the cue above the bed, degrees. */
    elevation?: number;
    /** Where the tip meets the ball, in ball radii. */
    left?: number;
    up?: number;
    cueBall?: number;
}

export type ShotEventKind =
    | "strike"
    | "ball and ball"
    | "straight cushion"
    | "round cushion"
    | "pocket"
    | "slide to roll"
    | "roll to spin"
    | "roll to rest"
    | "rest to roll"
    | "spin to rest"
    | "motion"
    | "bed"
    | "rail edge"
    | "off the table";
export const SHOT_EVENTS: readonly ShotEventKind[];

export interface ShotEvent {
    time: number;
    kind: ShotEventKind;
    ball: number;
    /** The other ball, the cushion or the pocket. */
    other?: number;
    ballAfter: BallState;
    otherAfter?: BallState;
}

/** A shot that was played. Events and states are there until the table's next shot. */
export class Shot {
    readonly eventCount: number;
    readonly duration: number;
    readonly events: ShotEvent[];
    /** The balls at rest: the `start` of the next shot. */
    readonly end: BallState[];
    states(time: number): BallState[];
    /** x, y and z of each ball at the first time, then at the second one, and so on. */
    positions(times: readonly number[] | Float64Array): Float64Array;
}

export type StrikeColumns = { [Name in keyof Strike]: Name extends "cueBall" ? Integers | number : Doubles | number };

/** What became of many shots. `x`, `y` and `pocket` have ball i of shot k at k * ballCount + i. */
export interface Outcomes<Ints = Int32Array, Reals = Float64Array> {
    x: Reals;
    y: Reals;
    /** -1 on the table, -2 out of play from the start, -3 off the table. */
    pocket: Ints;
    duration: Reals;
    events: Ints;
    ballBall: Ints;
    cushions: Ints;
    firstHit: Ints;
    cushionsBeforeHit: Ints;
    secondHit: Ints;
    cushionsBeforeSecond: Ints;
    cushionAfterHit: Ints;
    toCushion: Ints;
    /** What the referee says by the game of the scene, the same before each shot. Bit k for the k-th of FOULS; 0: legal;
     *  -1: not ruled. */
    fouls: Ints;
    /** 1 if the same player shoots again. */
    continues: Ints;
    /** To the player, or after a foul to the other. */
    points: Ints;
    /** 0 or 1 if the shot ends the game, else -1. */
    winner: Ints;
}
/** Columns that `shots` writes to, for all outcomes. */
export type OutcomesInto = Outcomes<Column<Int32Array>, Column>;

export type Foul =
    | "scratch" | "cue ball off the table" | "ball off the table" | "no hit" | "wrong ball first" | "no cushion"
    | "illegal break" | "wrong ball pocketed" | "bad placement" | "head string not crossed" | "wrong cue ball";
export const FOULS: readonly Foul[];

/** What follows from a shot of a game. */
export interface Ruling {
    /** Empty: the shot was legal. */
    fouls: Foul[];
    /** Whose shot is next: 0 or 1. */
    shooter: number;
    winner: number | undefined;
    continues: boolean;
    ballInHand: boolean;
    behindHeadString: boolean;
    mayRerack: boolean;
    mayPushOut: boolean;
    mayPass: boolean;
    points: number[];
    groups: ("open" | "solids" | "stripes")[];
    on: "a red" | "a colour" | "the colour of the lowest value";
    /** Balls that go back on their spots. */
    spotted: number[];
}

export interface Announcement {
    ball?: number;
    pocket?: number;
    safety?: boolean;
    pushOut?: boolean;
    /** In a recording: the shot was given back before, as by `Game.pass`. */
    pass?: boolean;
    colour?: number;
}

export type GameKind = "eight-ball" | "nine-ball" | "ten-ball" | "snooker" | "three-cushion";

/** How a game stands before a shot. */
export interface GameState extends Pick<Ruling, "shooter" | "mayPushOut" | "mayPass" | "points" | "groups" | "on"> {
    kind: GameKind;
    isBreak: boolean;
    /** At nine-ball and ten-ball: in a row, of each player. */
    fouls: number[];
    /** The cue ball is in hand behind the head string, and nowhere else; at snooker it is played from the D. */
    behindLine: boolean;
    /** At three-cushion: who has so many points wins; 0: the game does not end. */
    distance?: number;
}

/** A game between two players, ruled shot by shot: docs/referee.md. */
export class Game {
    /** Rules the table's last shot. */
    rule(announced?: Announcement): Ruling;
    /** How it stands, to go on with elsewhere: for `table.game` and `table.record`. Not after its end. */
    readonly state: GameState;
    /** The balls before the next shot, for its `start`: where they came to rest, and those that the last ruling spots on
     *  their spots. */
    readonly start: BallState[];
    /** The next player gives the shot back, where the last ruling has `mayPass`. */
    pass(): void;
    free(): void;
}

/** A shot of a sequence. */
export type PlannedShot = Strike & { place?: readonly [number, number]; announced?: Announcement };

/** A table with balls, a cue and laws: docs/formats/table_scene.md. */
export class Table {
    readonly ballCount: number;
    readonly names: string[];
    readonly start: BallState[];
    readonly planned: Required<Strike>[];
    /** `strike` null: the balls move as they are. */
    shot(strike: Strike | null, options?: { start?: BallState[] }): Shot;
    /** Undefined when `onProgress` stopped it by false. */
    shots(strikes: StrikeColumns, options?: { onProgress?: OnProgress }): (Outcomes & { length: number }) | undefined;
    shots(
        strikes: StrikeColumns,
        options: { into: OutcomesInto; onProgress?: OnProgress },
    ): (OutcomesInto & { length: number }) | undefined;
    /** Begins a game with the balls of the table, or goes on with one, where balls that have fallen may be missing. */
    game(from: GameKind | GameState): Game;
    /** The table as the text of a scene file, with the balls in other places and a shot, where they are given. */
    text(options?: { start?: BallState[]; strike?: Strike }): string;
    /** Plays shots one after the other, and gives them as the bytes of a file of shots. `place` puts the struck ball
     *  in another place before its shot. `game` stands so before the first shot: then the shots are ruled, and balls go
     *  back on their spots. Null: without a game. Left out: that of the scene, from its start. */
    record(shots: PlannedShot[], options?: { start?: BallState[]; game?: GameState | null }): Uint8Array;
    free(): void;
}

/** What a text is called in messages. */
export interface Named {
    name?: string;
}

/** Gets the share that is done, undefined where it is not known. False stops the call. */
export type OnProgress = (share: number | undefined) => boolean | void;

/** Balls, a box and laws of impact: docs/formats/scene.md. */
export class Scene {
    readonly dimension: number;
    readonly ballCount: number;
    /** Time to run to; infinite when the scene does not say. */
    readonly until: number;
    readonly mostEvents: number;
    readonly radius: Float64Array;
    readonly mass: Float64Array;
    free(): void;
}

export type EventKind = "ball and ball" | "ball and wall" | "cluster" | "kick" | "rest" | "wake";
export const EVENTS: Readonly<Record<number, EventKind>>;

export interface SimulationEvent {
    time: number;
    kind: EventKind;
    ball: number;
    other: number;
    restitution: number;
    position: number[];
    velocity: number[];
    otherPosition: number[];
    otherVelocity: number[];
}

export type StopReason = "not stopped" | "time reached" | "no more events" | "jammed" | "nothing in sight";
export const STOP_REASONS: readonly StopReason[];

export interface SimulationInfo {
    now: number;
    stopReason: StopReason;
    kineticEnergy: number;
    potentialEnergy: number;
    momentum: number[];
    ballBall: number;
    ballWall: number;
    clusters: number;
}

/** A column for each coordinate. */
export interface States {
    position: Float64Array[];
    velocity: Float64Array[];
}

/** A simulation from impact to impact, without a time step. */
export class Simulation {
    readonly scene: Scene;
    readonly now: number;
    readonly info: SimulationInfo;
    next(until?: number): SimulationEvent | undefined;
    events(until?: number): Generator<SimulationEvent, void, void>;
    /** Up to a time, or for so many events, whichever comes first. False when `onProgress` stopped it. */
    advance(options: { until?: number; events?: number; onProgress?: OnProgress }): boolean;
    states(): States;
    copy(): Simulation;
    /** Where it is, as the bytes of a checkpoint. A recording is no part of it. */
    save(): Uint8Array;
    /** Keeps all events from now on for a recording. Only at time 0. */
    record(): void;
    /** The bytes of a trajectory file. */
    finishRecord(): Uint8Array;
    free(): void;
}

/** A recording that is played. */
export class Trajectory {
    readonly dimension: number;
    readonly ballCount: number;
    readonly end: number;
    /** Undefined beyond the end. */
    states(time: number): States | undefined;
    free(): void;
}

export interface CheckReport {
    proved: boolean;
    faults: number;
    records: number;
    shots: number;
    /** Impacts and motions that are proved in part. */
    open: number;
    worstBoundShare: number;
    end: number;
    closed: boolean;
}

export interface Measurement {
    value: number;
    /** Standard error, where there is one. */
    error?: number;
    converged: boolean;
}

/** What was measured over distance, speed, lag or time: one entry for each place, NaN where nothing is known. */
export interface Curve {
    /** Where the bin, or the interval of time, begins; a lag. */
    start: Float64Array;
    /** Where it ends; of a lag `start` again. */
    end: Float64Array;
    /** In the units of the scene. */
    value: Float64Array;
    /** The standard error. */
    error: Float64Array;
}

/** An instance of the module. Objects are freed when they are collected, or by `free`. */
export class Carom {
    readonly version: string;
    sweep(a: Ball, b: Ball): SweepAnswer;
    /** The half-space normal . x <= offset. */
    sweepHalfSpace(ball: Ball, halfSpace: { normal: Vector; offset: number }): SweepAnswer;
    sweepBox(ball: Ball, box: { lower: Vector; upper: Vector }): SweepAnswer;
    overlaps(a: Ball, b: Ball): boolean;
    /** The distance of the surfaces at the start, negative when they overlap. */
    gap(a: Ball, b: Ball): number;
    closestApproach(a: Ball, b: Ball): { when: number; gap: number };
    bounce(a: Body, b: Body, restitution: number): { velocityA: number[]; velocityB: number[] };
    /** Each ball of a against the ball of b at the same place. */
    sweepEach(a: BallColumns, b: BallColumns): SweepColumns;
    sweepEach(a: BallColumns, b: BallColumns, into: Required<SweepInto>): SweepColumns<Column<Int32Array>, Column>;
    /** Each ball of a against each of b: pair (i, j) is at i * count of b + j. */
    sweepAll(a: BallColumns, b: BallColumns): SweepColumns;
    sweepAll(a: BallColumns, b: BallColumns, into: Required<SweepInto>): SweepColumns<Column<Int32Array>, Column>;
    frame(options: { dimension: 2 | 3 }): Frame;
    /** From the text of a scene; `name` stands for the file in messages. */
    table(text: string, options?: Named): Table;
    scene(text: string, options?: Named): Scene;
    simulation(scene: Scene | string, options?: Named): Simulation;
    /** Goes on from a checkpoint of the same scene and the same version of Carom, with the same bits. */
    resume(scene: Scene | string, saved: Uint8Array | ArrayBuffer, options?: Named): Simulation;
    trajectory(bytes: Uint8Array | ArrayBuffer): Trajectory;
    /** Proves a recording. Undefined when `onProgress` stopped it. */
    check(bytes: Uint8Array | ArrayBuffer, options?: { onProgress?: OnProgress }): CheckReport | undefined;
    /** What a recording tells, from time `after` on: docs/physics.md. */
    measure(
        bytes: Uint8Array | ArrayBuffer,
        options?: { after?: number; onProgress?: OnProgress },
    ): Record<string, Measurement> | undefined;
    /** The same as curves, by names such as "radial_distribution.A-A.g", "diffusion.A.displacement" and
     *  "series.temperature". */
    measureCurves(
        bytes: Uint8Array | ArrayBuffer,
        options?: { after?: number; onProgress?: OnProgress },
    ): Record<string, Curve> | undefined;
    /** A page for browsers that plays a recording, as a text for a file. With `play` it carries the engine, and a visitor
     *  can play on a table that was recorded, or change another scene, whose text is then needed. `mostRecords` velocity
     *  changes are shown at most. */
    page(
        bytes: Uint8Array | ArrayBuffer,
        options?: { play?: boolean; scene?: string; mostRecords?: number },
    ): Promise<string>;
    /** The parts of such a page that depend on the recording. */
    pageData(bytes: Uint8Array | ArrayBuffer, options?: { mostRecords?: number }): { header: string; bytes: Uint8Array };
    column(type: Float64ArrayConstructor, length: number): Column<Float64Array>;
    column(type: Int32ArrayConstructor, length: number): Column<Int32Array>;
}

export type Wasm = WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response | URL | string;

/** Loads Carom. Without `wasm`: carom.wasm beside this file, or carom_plain.wasm where there are no vectors. */
export function load(options?: { wasm?: Wasm }): Promise<Carom>;
