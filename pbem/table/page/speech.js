// What a screen reader says: the step in a sentence or two, and the position place by place.

import { piecesByPlace } from "./clusters.js";
import { element } from "./elements.js";
import { turnTitle } from "./story.js";

/** @typedef {import("./story.js").Story} SpokenStory */
/** @typedef {import("./story.js").Position} SpokenPosition */
/** @typedef {import("./sides.js").Sides} SpeechSides */

/**
 * The step in words.
 * @param {SpokenStory} story
 * @param {SpeechSides} sides
 * @param {number} number
 */
export function speakStep(story, sides, number) {
  const step = /** @type {import("./story.js").Step} */ (story.steps[number]);
  const heading = [turnTitle(step.heading), step.heading.phase].filter(Boolean).join(", ");
  const lines = step.lines.map((line) => [sides.name(line.side), line.text].filter(Boolean).join(": "));
  const rolls = step.rolls.map((roll) => `${sides.name(roll.side)} rolled ${roll.values.join(", ")}`);
  const back = step.taken_back ? ["taken back later"] : [];
  return [`Entry ${step.seq} of ${story.seq}`, heading, ...back, ...lines, ...rolls, ...step.told]
    .map((part) => part.replace(/[.\s]+$/, "")).join(". ");
}

/**
 * The position, a line for each place that has pieces.
 * @param {SpokenStory} story
 * @param {number} board
 * @param {SpokenPosition} position
 */
export function listPosition(story, board, position) {
  const names = new Map(story.boards[board]?.places.map((place) => [place.id, place.name]));
  const lines = [...piecesByPlace(position)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([place, pieces]) => {
    const told = pieces.map(([piece, , , , , , states]) => `${story.pieces[piece]?.name ?? ""}${states && ` (${states})`}`);
    return element("li", {}, `${names.get(place) || place}: ${told.join(", ")}`);
  });
  return element("ul", {}, ...lines);
}
