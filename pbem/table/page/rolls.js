// Rolls in pictures: a die of six faces with its pips, any other as a number.

import { drawn, element } from "./elements.js";

/** @typedef {import("./story.js").Roll} ShownRoll */
/** Makes what leads to a rule, or plain words if the game has no line for it. @typedef {(number: string) => Node} RuleLink */

const PIPS = ["", "e", "ai", "aei", "acgi", "acegi", "abcghi"];
const MOST_DICE = 24;

/** @param {number} value @param {number} faces */
export function drawDie(value, faces) {
  const pips = faces === 6 ? PIPS[value] : undefined;
  const marks = pips
    ? [...pips].map((letter) => pipAt("abcdefghi".indexOf(letter)))
    : [drawn("text", { x: 10, y: 14.3, "text-anchor": "middle", "font-size": value > 99 ? 8 : 12 }, String(value))];
  return drawn("svg", { class: "die", viewBox: "0 0 20 20", "aria-hidden": "true" },
    drawn("rect", { x: 0.75, y: 0.75, width: 18.5, height: 18.5, rx: faces === 6 ? 4 : 9 }), ...marks);
}

/** @param {number} spot */
function pipAt(spot) {
  return drawn("circle", { cx: 5 + 5 * Math.floor(spot / 3), cy: 5 + 5 * (spot % 3), r: 1.9 });
}

/**
 * A roll: the side, the rule and the dice.
 * @param {ShownRoll} roll
 * @param {{name: (side: string) => string, sign: (side: string) => Node}} sides
 * @param {RuleLink} rule
 */
export function showRoll(roll, sides, rule) {
  const more = roll.values.length - MOST_DICE;
  const words = `rolled ${roll.values.join(", ")}`;
  return element("span", { class: "roll" }, sides.sign(roll.side), roll.side ? ` ${sides.name(roll.side)} ` : " ",
    ...(roll.rule ? [rule(roll.rule), " "] : []),
    element("span", { class: "unseen" }, words),
    ...roll.values.slice(0, MOST_DICE).map((value) => drawDie(value, roll.faces)), more > 0 ? ` and ${more} more` : null);
}
