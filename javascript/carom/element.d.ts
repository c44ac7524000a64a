import type { BallState, Strike } from "./index.js";

/** What a <carom-table> tells of its table. */
export interface TableDetail {
    what: "ready" | "aim" | "shot" | "table" | "state" | "refused";
    strike: Required<Strike>;
    names: string[];
    balls: BallState[];
    /** Of a shot: the balls that fall, and how long it takes. */
    falls?: number[];
    duration?: number;
}

/** <carom-table>: a table to play on. Importing this module defines the element. Events: "shot" and "change". */
export class CaromTable extends HTMLElement {
    aim(strike: Partial<Strike>): void;
    shoot(): void;
    undo(): void;
}
