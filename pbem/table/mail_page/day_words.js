// The day of a player in words: whose move it is, which game comes first, and whether there is news to tell.

import { nameOfRole } from "./mail_values.js";

/** @typedef {import("./mail_values.js").Day} WordDay */
/** @typedef {import("./mail_values.js").Card} WordCard */

/** Names as one would say them: `a, b and c`. @param {string[]} names */
export function listNames(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Whether the player has mails to send by hand. @param {WordDay} day */
export function hasMailsToSend({ robot, outbox }) {
  return robot.way === "hand" && outbox.length > 0;
}

/** Whose move it is, in a few words. @param {WordDay} day */
export function tellState(day) {
  const others = listNames(day.waits_for.filter((role) => role !== day.you).map((role) => nameOfRole(day, role)));
  switch (day.state) {
    case "due": return "Your move";
    case "waiting": return others ? `Waiting for ${others}` : "Waiting";
    case "out":
      if (hasMailsToSend(day)) return "Your lines are signed, and wait in a mail until you send it";
      return others ? `Your lines are signed; the answer of ${others} is awaited` : "Your lines are signed; the answer is awaited";
    case "dice": return others ? `The dice of ${others} are awaited` : "The dice are awaited";
    case "over": return "The game is over";
    case "stopped": return "This folder signs nothing now";
  }
}

const KINDS = /** @type {Record<string, string>} */ ({ decision: "answer", ack: "part of the dice", seal: "sealed order", resign: "resignation", open: "opened order" });

/** What a signed entry is, as a player says it. @param {string} kind */
export function nameOfKind(kind) {
  return KINDS[kind] ?? kind;
}

/** What the player signs next, as a button says it. @param {import("./mail_values.js").Plan} plan */
export function labelOfPlan({ dice }) {
  return dice ? "Open the dice ..." : "Send ...";
}

/**
 * Games in which the reader must act come first, then the nearest deadline.
 * @param {WordCard[]} cards
 */
export function sortCards(cards) {
  const rank = (/** @type {WordCard} */ card) => (card.yours ? 0 : card.state === "over" ? 2 : 1);
  return cards.toSorted((a, b) => rank(a) - rank(b) || (a.deadline ?? Infinity) - (b.deadline ?? Infinity) || a.title.localeCompare(b.title));
}

/**
 * The games in which the reader has come to move since they were looked at last.
 * @param {WordCard[]} before
 * @param {WordCard[]} after
 */
export function newlyYours(before, after) {
  const known = new Set(before.filter(({ yours }) => yours).map(({ id }) => id));
  return after.filter(({ id, yours }) => yours && !known.has(id));
}

/**
 * How many steps of a story are the same in another, from the first on. A step is the same if at its place the same
 * is told, however it is drawn, and whether it was a draft or is signed.
 * @param {import("../page/story.js").Step[]} before
 * @param {import("../page/story.js").Step[]} after
 */
export function sameSteps(before, after) {
  const told = (/** @type {import("../page/story.js").Step | undefined} */ step) => step && JSON.stringify([step.seq, step.lines, step.told, step.rolls, step.taken_back]);
  const other = before.findIndex((step, at) => told(step) !== told(after[at]));
  return other < 0 ? before.length : other;
}
