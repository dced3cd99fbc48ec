// Chances as the program reckons them: each outcome with its share as a bar, and what it comes to on request.

import { element } from "../page/elements.js";

/** @typedef {{share: number, words: string, details: string[]}} Outcome */

const SHARE = /^\s*([\d.]+) ?%[\s:,]*(.*)$/;

/**
 * Lines of a reckoning: those before the first outcome, and the outcomes with the lines under each.
 * @param {string[]} lines
 * @returns {{notes: string[], outcomes: Outcome[]}}
 */
export function groupChances(lines) {
  /** @type {string[]} */
  const notes = [];
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const line of lines.filter((each) => each.trim())) {
    const found = SHARE.exec(line);
    const last = outcomes.at(-1);
    if (found) outcomes.push({ share: Number(found[1]), words: found[2] ?? "", details: [] });
    else if (last) last.details.push(line.trim());
    else notes.push(line.trim());
  }
  return { notes, outcomes };
}

/** @param {string[]} lines */
export function drawChances(lines) {
  const { notes, outcomes } = groupChances(lines);
  const rows = outcomes.map(({ share, words, details }) => {
    const bar = element("span", { class: "share-bar", "aria-hidden": "true" }, element("span"));
    if (bar.firstElementChild instanceof HTMLElement) bar.firstElementChild.style.width = `${Math.min(100, share)}%`;
    const summary = [element("b", {}, `${share} %`), bar, element("span", { class: "share-words" }, words)];
    if (!details.length) return element("li", {}, ...summary);
    return element("li", {}, element("details", {}, element("summary", {}, ...summary), ...details.map((each) => element("p", {}, each))));
  });
  return [...notes.map((each) => element("p", { class: "told" }, each)), element("ul", { class: "shares" }, ...rows)];
}
