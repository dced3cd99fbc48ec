// What a tap on the board means: to pick a piece, to let go, to bring what is held to a place, to aim at it.

import { keyOfPiece } from "./seat_values.js";

/** @typedef {import("./seat_values.js").Held} Held */
/** @typedef {import("./seat_values.js").Handles} TapHandles */
/** @typedef {import("./seat_values.js").Lit} TapLit */
/** @typedef {import("./seat_values.js").Target} TapTarget */
/** A tap: a place, the pieces there with the highest first, and whether one is to be added. @typedef {{place: string, pieces: Held[], add: boolean}} Tap */
/** @typedef {{held: Held[], handles: TapHandles, lit: TapLit}} HandNow */
/**
 * @typedef {{act: "pick", pieces: Held[]} | {act: "put", place: string} | {act: "point", targets: TapTarget[]}
 *   | {act: "ask", meanings: Meaning[]} | {act: "drop"} | {act: "closed", place: string} | {act: "look"}} Meaning
 */

/**
 * Whether a piece may be picked up first: by its name, or by the place where it lies.
 * @param {TapLit} lit
 * @param {Held} piece
 */
export function isLit(lit, piece) {
  return piece.counter && lit.counters.includes(piece.counter) ? true : lit.places.includes(piece.place);
}

/**
 * @param {Tap} tap
 * @param {HandNow} hand
 * @returns {Meaning}
 */
export function meaningOf(tap, hand) {
  const lit = tap.pieces.filter((piece) => isLit(hand.lit, piece));
  if (!hand.held.length) return pickOf(lit) ?? placeOf(tap, hand) ?? { act: "look" };
  const held = hand.held.map(keyOfPiece);
  const others = lit.filter((piece) => !held.includes(keyOfPiece(piece)));
  const pick = tap.add || (hand.handles.targets.length && !isHome(tap, hand)) ? pickOf(others, hand.held) : pickOf(others);
  if (tap.add && pick) return pick;
  const meanings = [...aimOf(tap, hand), ...goOf(tap, hand), ...(pick && !isHome(tap, hand) ? [pick] : [])];
  if (meanings.length > 1) return { act: "ask", meanings };
  const [only] = meanings;
  if (only) return only;
  return isHome(tap, hand) ? nextOf(lit, hand) : { act: "closed", place: tap.place };
}

/** @param {Tap} tap @param {HandNow} hand */
function isHome(tap, hand) {
  return hand.held.some((piece) => piece.place === tap.place);
}

/**
 * The highest of pieces is picked, beside those that are held already.
 * @param {Held[]} pieces
 * @param {Held[]} [held]
 * @returns {Meaning | null}
 */
function pickOf(pieces, held = []) {
  const [first] = pieces;
  return first ? { act: "pick", pieces: [...held, first] } : null;
}

/** A place of which orders name the mover, although nothing shows there. @param {Tap} tap @param {HandNow} hand @returns {Meaning | null} */
function placeOf(tap, hand) {
  return hand.lit.places.includes(tap.place) ? { act: "pick", pieces: [{ counter: "", place: tap.place }] } : null;
}

/** @param {Tap} tap @param {HandNow} hand @returns {Meaning[]} */
function aimOf(tap, hand) {
  const there = tap.pieces.map(({ counter }) => counter).filter(Boolean);
  const targets = hand.handles.targets.filter((target) =>
    target.places.includes(tap.place) || target.counters.some((counter) => there.includes(counter)));
  return targets.length ? [{ act: "point", targets }] : [];
}

/** @param {Tap} tap @param {HandNow} hand @returns {Meaning[]} */
function goOf(tap, hand) {
  return hand.handles.reach.some(({ place }) => place === tap.place) ? [{ act: "put", place: tap.place }] : [];
}

/**
 * A tap where the held pieces lie: the next lit piece of the stack, beside them if they may aim at something;
 * after the last one none.
 * @param {Held[]} lit
 * @param {HandNow} hand
 * @returns {Meaning}
 */
function nextOf(lit, hand) {
  const held = hand.held.map(keyOfPiece);
  if (hand.handles.targets.length) {
    return pickOf(lit.filter((piece) => !held.includes(keyOfPiece(piece))), hand.held) ?? { act: "drop" };
  }
  if (hand.held.length > 1) return { act: "drop" };
  const at = lit.findIndex((piece) => hand.held.some((held) => keyOfPiece(held) === keyOfPiece(piece)));
  return pickOf(lit.slice(at + 1)) ?? { act: "drop" };
}
