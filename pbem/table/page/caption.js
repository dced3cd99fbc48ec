// The caption below the board: when it is, the entry, what was ordered, what came of it, and the dice.

import { element } from "./elements.js";
import { showRoll } from "./rolls.js";
import { turnTitle } from "./story.js";

/** @typedef {import("./story.js").Story} CaptionedStory */
/** @typedef {import("./sides.js").Sides} CaptionSides */
/** @typedef {import("./book.js").Book} CaptionBook */

/** What an entry is if it has no lines. @param {string} type */
export function typeInWords(type) {
  return type.replaceAll(/[-_]/g, " ");
}

/**
 * Fills the caption for a step.
 * @param {HTMLElement} box
 * @param {CaptionedStory} story
 * @param {CaptionSides} sides
 * @param {CaptionBook} book
 * @param {number} number
 */
export function fillCaption(box, story, sides, book, number) {
  const step = /** @type {import("./story.js").Step} */ (story.steps[number]);
  const head = element("p", { class: "when" },
    element("span", { class: "entry" }, element("span", {}, "entry "), `${step.seq} of ${story.seq}`),
    element("b", {}, turnTitle(step.heading)), step.heading.phase && ` · ${step.heading.phase}`);
  const lines = step.lines.map((line) => element("span", { class: "line" }, sides.sign(line.side), ` ${line.text}`));
  const bare = !lines.length && !step.rolls.length && !step.told.length;
  const author = [sides.name(step.author), typeInWords(step.type)].filter(Boolean).join(": ");
  const what = bare ? [element("span", { class: "line" }, sides.sign(step.author), ` ${author}`)] : lines;
  box.replaceChildren(head,
    ...(step.taken_back ? [element("p", { class: "back" }, "This entry was taken back later.")] : []),
    ...(what.length ? [element("p", { class: "lines" }, ...what)] : []),
    ...(step.rolls.length ? [element("p", { class: "rolls" }, ...step.rolls.map((roll) => showRoll(roll, sides, (rule) => book.link(rule))))] : []),
    ...(step.told.length ? [element("p", { class: "told" }, ...step.told.map((told) => element("span", {}, ...book.linked(told))))] : []));
  box.scrollTop = 0;
}
