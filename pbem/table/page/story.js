// The story as values: its types, the position at each step, and the steps where a phase or a turn begins.

/** @typedef {{battle: string, period: number, turn: string, phase: string}} Heading */
/** @typedef {{id: string, name: string, short: string, colour: string}} Side */
/** @typedef {{id: string, name: string, x: number, y: number, reach: number, off: boolean}} Place */
/** @typedef {{id: string, title: string, width: number, height: number, ground: string, pixels: [number, number], places: Place[]}} Board */
/** @typedef {{src: string, width: number, height: number}} Sprite */
/** @typedef {{id: string, side: string, name: string}} Piece */
/** Piece, sprite, x, y, place, level in its stack, states. @typedef {[number, number, number, number, string, number, string]} Change */
/** @typedef {{side: string, text: string}} Line */
/** @typedef {{side: string, rule: string, faces: number, values: number[]}} Roll */
/** @typedef {"move" | "retreat" | "fought" | "lost"} Kind */
/** @typedef {{kind: Kind, side: string, piece: number, path: string[]}} BoardEvent */
/** @typedef {[string, string][]} Facts */
/** @typedef {Record<string, number>} Tallies */
/**
 * @typedef {{seq: number, type: string, author: string, heading: Heading, lines: Line[], told: string[],
 *   rolls: Roll[], board: number, changes: Change[], gone: number[], events: BoardEvent[], facts?: Facts,
 *   tallies?: Tallies, taken_back: boolean}} Step
 */
/**
 * @typedef {{side: string, faces: number, number: number, mean: number, expected: number, rarity: number,
 *   counts: number[]}} DiceOfSide
 */
/**
 * @typedef {{format: string, title: string, game: string, view: string, seq: number, head: string, sides: Side[],
 *   boards: Board[], sprites: Sprite[], pieces: Piece[], steps: Step[], dice: DiceOfSide[],
 *   rules: {number: string, text: string}[], charts: {title: string, src: string}[]}} Story
 */
/** The pieces on the board by their numbers. @typedef {Map<number, Change>} Position */
/** @typedef {"entry" | "phase" | "turn"} Unit */

export const STORY_FORMAT = "senlac-story/1";
const KEYFRAME = 64;

/**
 * Reads the story of a page. A page leaves out of a step what is empty, and the heading and the board of the
 * step before; here they are put in again.
 * @param {string} text
 * @returns {Story}
 */
export function readStory(text) {
  const story = JSON.parse(text);
  const empty = { lines: [], told: [], rolls: [], changes: [], gone: [], events: [], taken_back: false };
  let carried = {};
  story.steps = (story.steps ?? []).map((/** @type {Step} */ step) => {
    const full = { ...empty, ...carried, ...step };
    carried = { heading: full.heading, board: full.board };
    return full;
  });
  return story;
}

/**
 * Changes a position by what one step tells.
 * @param {Position} position
 * @param {Step} step
 */
function applyStep(position, step) {
  for (const change of step.changes) position.set(change[0], change);
  for (const piece of step.gone) position.delete(piece);
}

/** Gives the position after each step: from a whole position that is kept every few steps, and the changes since. */
export class Positions {
  /** @param {Step[]} steps */
  constructor(steps) {
    this.steps = steps;
    /** @type {Position[]} */
    this.kept = [];
    const position = new Map();
    steps.forEach((step, number) => {
      applyStep(position, step);
      if (number % KEYFRAME === 0) this.kept.push(new Map(position));
    });
  }

  /**
   * @param {number} number
   * @returns {Position}
   */
  at(number) {
    const frame = Math.floor(number / KEYFRAME);
    const position = new Map(this.kept[frame]);
    for (const step of this.steps.slice(frame * KEYFRAME + 1, number + 1)) applyStep(position, step);
    return position;
  }
}

/**
 * A value of each step that is told only where it differs from the step before.
 * @template T
 * @param {Step[]} steps
 * @param {(step: Step) => T | undefined} read
 * @param {T} first
 * @returns {T[]}
 */
export function carryForward(steps, read, first) {
  let last = first;
  return steps.map((step) => (last = read(step) ?? last));
}

/**
 * @param {Heading} heading
 * @param {"phase" | "turn"} unit
 */
function headingKey(heading, unit) {
  const turn = [heading.battle, heading.period, heading.turn];
  return JSON.stringify(unit === "turn" ? turn : [...turn, heading.phase]);
}

/**
 * The numbers of the steps at which a new phase or turn begins; step 0 is the first.
 * @param {Step[]} steps
 * @param {"phase" | "turn"} unit
 */
export function beginningsOf(steps, unit) {
  const keys = steps.map((step) => headingKey(step.heading, unit));
  return [...keys.keys()].filter((number) => keys[number] !== keys[number - 1]);
}

/**
 * The step that lies one entry, phase or turn before or after another.
 * @param {number} at
 * @param {number} last
 * @param {number[]} beginnings
 * @param {1 | -1} direction
 */
export function neighbour(at, last, beginnings, direction) {
  if (direction === 1) return beginnings.find((number) => number > at) ?? last;
  return beginnings.findLast((number) => number < at) ?? 0;
}

/**
 * The steps at which a piece comes to a place, leaves the board or changes; the first is where it appears.
 * @param {Step[]} steps
 * @param {number} piece
 * @returns {{step: number, place: string, states: string}[]}
 */
export function historyOfPiece(steps, piece) {
  const found = [];
  let [place, states] = ["", ""];
  for (const [number, step] of steps.entries()) {
    const change = step.changes.find((each) => each[0] === piece);
    const [now, condition] = change ? [change[4], change[6]] : step.gone.includes(piece) ? ["", ""] : [place, states];
    if (now !== place || condition !== states) found.push({ step: number, place: now, states: condition });
    [place, states] = [now, condition];
  }
  return found;
}

/**
 * The heading in words, such as `Turn 2 of 10 · Saxons: Movement`.
 * @param {Heading} heading
 */
export function turnTitle(heading) {
  const turn = heading.turn && `Turn ${heading.turn}`;
  return [heading.battle, turn].filter(Boolean).join(" · ") || "Before the first turn";
}
