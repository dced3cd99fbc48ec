// The board by keyboard: a letter goes to the next piece of that name, digits are the number of a place.

import { withUnit } from "./seat_values.js";

/** @typedef {{name: string, counter: string}} Named */

/**
 * The next piece with a word in its name that begins with a letter, round and round.
 * @template {Named} T
 * @param {T[]} pieces
 * @param {string} letter
 * @param {number} at the piece before it, -1 for none
 * @returns {T | undefined}
 */
export function nextByLetter(pieces, letter, at) {
  const wanted = letter.toLowerCase();
  const words = (/** @type {Named} */ piece) => `${piece.name} ${piece.counter}`.toLowerCase().split(/[^\p{L}\d]+/u);
  const round = [...pieces.slice(at + 1), ...pieces.slice(0, at + 1)];
  return round.find((piece) => words(piece).some((word) => word.startsWith(wanted)));
}

/**
 * The places that a number may still become, and the one that it is.
 * @param {string} typed
 * @param {string[]} places
 */
export function placesOfNumber(typed, places) {
  return { begun: places.filter((place) => place.startsWith(typed)), found: places.find((place) => place === typed) };
}

const TOLD = 6;

/**
 * A pick in words: the piece, how many places are open, and the first of them with what is left there.
 * @param {string} name
 * @param {import("./seat_values.js").Handles} handles
 */
export function speakPick(name, { reach, targets, turns }) {
  const places = reach.slice(0, TOLD).map(({ place, left }) => `${place}${left && ` with ${withUnit(left)} left`}`);
  const more = reach.length > TOLD ? ` and ${reach.length - TOLD} more` : "";
  const aims = targets.slice(0, TOLD).map(({ counters, places: at }) => [...counters, ...at].join(" and "));
  const told = [
    reach.length && `${reach.length} ${reach.length === 1 ? "place" : "places"}: ${places.join(", ")}${more}`,
    targets.length && `${targets.length} ${targets.length === 1 ? "target" : "targets"}: ${aims.join(", ")}`,
    turns.length && `may face ${turns.map(({ facing }) => facing).join(", ")}`,
  ].filter(Boolean);
  return `${name}: ${told.join("; ") || "nothing on the board to do now"}.`;
}
