// The values that the program sends of a seat, as types; and which of them stand for the same piece.

/** A piece that a hand may take: its name is empty where it lies hidden. @typedef {{counter: string, place: string}} Held */
/** @typedef {{line: string, label: string, tells: string, primary: boolean}} SaidWord */
/** `main`: no gesture on the board says it. @typedef {{form: string, verb: string, label: string, main?: boolean}} FormName */
/** @typedef {{counters: string[], places: string[]}} Lit */
/**
 * `supposed`: it comes after dice that have not fallen.
 * @typedef {{side: string, seat: string, kind: string, ask: string, rule: string, by_hand: boolean, closed: boolean,
 *   lit: Lit, words: SaidWord[], forms: FormName[], supposed?: boolean}} Due
 */
/** @typedef {{winner: string, level: string, reason: string, rule: string}} Outcome */
/**
 * `when` and `why` are of a line that nobody has signed: it comes after dice, or the rules do not take it any more.
 * @typedef {{side: string, text: string, own: boolean, when?: "" | "later" | "unfit", why?: string,
 *   rule?: string}} GivenLine
 */
/** @typedef {{file: string, line: number, what: string}} FileFault */
/** A counter beside the board. @typedef {Held & {name: string, sprite: import("../page/story.js").Sprite}} TrayPiece */
/** @typedef {{place: string, label: string, pieces: TrayPiece[]}} TrayRow */
/**
 * @typedef {{draft: number, mode: "alone" | "hot-seat" | "try" | "mail", seat: string, title: string, curtain: boolean,
 *   over: Outcome | null, due: Due | null, lines: GivenLine[], undo: number, standing: {line: string}[],
 *   offers: {line: string, tells: string}[], rules: Record<string, string>, faults: FileFault[], again?: string,
 *   tray?: TrayRow[], next?: string, thinking?: boolean,
 *   day?: string}} SeatValue
 */
/** @typedef {{place: string, cost: string, left: string, line: string}} Reached */
/** @typedef {{counters: string[], places: string[], line: string}} Target */
/** @typedef {{facing: string, line: string}} TurnTo */
/** @typedef {{word: string, line: string, tells: string}} MarkWith */
/** @typedef {{reach: Reached[], targets: Target[], turns: TurnTo[], marks: MarkWith[], forms: FormName[]}} Handles */
/** @typedef {{rule: string, why: string}} Fault */
/** @typedef {{what: string, by: string, rule: string}} Modifier */
/**
 * What is known of an order before it is given; `dice`: it rolls some or cannot be taken back.
 * @typedef {{modifiers: Modifier[], way: string[], cost: string, left: string, tells: string, dice?: boolean, label?: string}} Ahead
 */
/** @typedef {{line: string, tells: string}} Choice */
/** @typedef {{line?: string, ways?: string[][], ahead?: Ahead, choices?: Choice[], fault?: Fault}} ReadAnswer */
/** @typedef {{value: string, label: string, counter?: string, place?: string}} FieldValue */
/** @typedef {{name: string, label: string, what: string, many: boolean, values: FieldValue[], chosen: string[]}} FormField */
/** @typedef {{form: string, verb: string, fields: FormField[], line: string | null, fault: Fault | null}} FilledForm */
/** @typedef {{odds: unknown, lines: string[]}} OddsAnswer */
/**
 * How the game goes on: steps that follow, or another story where its boards changed.
 * @typedef {{more: import("../page/story_page.js").MoreOfStory | {story: import("../page/story.js").Story}, seat: SeatValue}} Changed
 */
/**
 * @typedef {{kind: "put", pieces: Held[], way: string[], facing?: string, word?: string}
 *   | {kind: "point", pieces: Held[], at: Held[]} | {kind: "press", word: string}} Gesture
 */

/** Words by which two pieces are told to be the same. @param {Held} piece */
export function keyOfPiece({ counter, place }) {
  return counter || ` ${place}`;
}

/** What is left of a way, with its unit: a bare number is of MP. @param {string} left */
export function withUnit(left) {
  return /^[0-9 /]+$/.test(left) ? `${left} MP` : left;
}

/** A number as it stands in a hex, where there is little room: 1½ for 1 1/2, 2 for 2 hexes. @param {string} number */
export function inLittleRoom(number) {
  return number.replace(/ hex(es)?$/, "").replace(/ ?1\/2$/, "\u00bd").replace(/ ?1\/3$/, "\u2153").replace(/ ?2\/3$/, "\u2154");
}

/** Nothing that a hand can do. @type {Handles} */
export const NO_HANDLES = { reach: [], targets: [], turns: [], marks: [], forms: [] };
