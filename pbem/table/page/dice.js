// Each side's dice against what was to be expected: in words, and as bars with the expected height.

import { drawn, element } from "./elements.js";

/** @typedef {import("./story.js").DiceOfSide} SideDice */
/** @typedef {import("./sides.js").Sides} DiceSides */

const USUAL = 0.05;
const LEAST = 1e-9;
const BAR = { width: 40, height: 64 };

/**
 * How rare a mean is that is as far from the expected one or farther in this share of fair games.
 * @param {number} share
 */
export function rarityText(share) {
  if (share >= USUAL) return `usual (${Math.round(share * 100)} in 100)`;
  return share > LEAST ? `rare (1 in ${Math.round(1 / share).toLocaleString("en")})` : "rare (less than 1 in a billion)";
}

/** @param {SideDice} dice */
export function diceText(dice) {
  return `${dice.number} d${dice.faces}, mean ${dice.mean.toFixed(2)}, expected ${dice.expected.toFixed(1)}: ${rarityText(dice.rarity)}`;
}

/**
 * The share of the highest bar that each face reaches, and that which was to be expected.
 * @param {SideDice} dice
 */
export function barShares(dice) {
  const expected = dice.number / (dice.counts.length || 1);
  const highest = Math.max(expected, ...dice.counts, 1);
  return { expected: expected / highest, faces: dice.counts.map((count) => count / highest) };
}

/** @param {SideDice} dice @param {string} colour */
function drawBars(dice, colour) {
  const shares = barShares(dice);
  const width = Math.max(9, Math.min(BAR.width, 320 / dice.counts.length));
  const all = width * dice.counts.length;
  const level = 12 + BAR.height * (1 - shares.expected);
  const bars = shares.faces.flatMap((share, i) => [
    drawn("rect", { x: i * width + 0.15 * width, y: 12 + BAR.height * (1 - share), width: 0.7 * width, height: BAR.height * share, fill: colour, class: "bar" }),
    drawn("text", { x: (i + 0.5) * width, y: 9 + BAR.height * (1 - share), class: "count" }, String(dice.counts[i])),
    drawn("text", { x: (i + 0.5) * width, y: BAR.height + 25, class: "face" }, String(i + 1)),
  ]);
  return drawn("svg", { class: "bars", viewBox: `0 0 ${all} ${BAR.height + 30}`, width: all, height: BAR.height + 30, "aria-hidden": "true" },
    ...bars, drawn("line", { x1: 0, x2: all, y1: level, y2: level, class: "expected" }));
}

/**
 * @param {HTMLElement} panel
 * @param {SideDice[]} all
 * @param {DiceSides} sides
 */
export function fillDice(panel, all, sides) {
  const cards = all.map((dice) => {
    const faces = dice.counts.map((count, i) => `${i + 1}: ${count}`).join(", ");
    return element("section", { class: "card" },
      element("h2", {}, sides.sign(dice.side), ` ${sides.name(dice.side) || "No side"}`),
      element("p", {}, diceText(dice)), element("p", { class: "unseen" }, `Rolled ${faces}`), drawBars(dice, sides.colour(dice.side)));
  });
  panel.replaceChildren(...cards, all.length
    ? element("p", { class: "note" }, "The dashed line is the number that was to be expected of each face. The rarity says how far a mean is from the expected one, in either direction. It does not say whether that was luck: in some rolls a low number is good. Of twenty fair lines, about one looks as rare as 1 in 20.")
    : element("p", { class: "note" }, "No dice have been rolled yet."));
}
