// Numbers over time: what the game counts, read from its facts, and the counters that each side has left.

import { capitalized } from "./elements.js";
import { carryForward } from "./story.js";

/** @typedef {import("./story.js").Step} CountedStep */
/** @typedef {import("./story.js").Side} CountedSide */
/** One line of a chart; `side` is empty if the number is no side's. @typedef {{side: string, label: string, values: (number | null)[]}} Series */
/** @typedef {{title: string, series: Series[]}} Chart */

const COUNTED = /^([+-]?\d+(?:\.\d+)?)(?:\s+(.*))?$/;
const NAMED = /^(\D*?)[\s:]+([+-]?\d+(?:\.\d+)?)$/;
const OF_SO_MANY = /\s*(?:\bof\b|\/|\d).*$/;

/**
 * The numbers of a fact. `3 lost of 40, 2 at sea` counts `lost` and `at sea`; `left 4, right 2` names two.
 * @param {string} text
 * @returns {{label: string, unit: string, value: number}[]}
 */
export function numbersOf(text) {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  const counted = parts.map((part) => COUNTED.exec(part));
  if (counted[0]) {
    return counted.flatMap((found) => (found ? [{ label: "", unit: (found[2] ?? "").replace(OF_SO_MANY, ""), value: Number(found[1]) }] : []));
  }
  return parts.map((part) => NAMED.exec(part)).flatMap((found) => (found?.[1] ? [{ label: found[1], unit: "", value: Number(found[2]) }] : []));
}

/**
 * The charts of a story: counters on the board first, then each fact whose number changes.
 * @param {CountedStep[]} steps
 * @param {CountedSide[]} sides
 * @returns {Chart[]}
 */
export function chartsOf(steps, sides) {
  const tallies = carryForward(steps, (step) => step.tallies, {});
  const counters = sides.map((side) => ({
    side: side.id, label: side.name, values: tallies.map((each) => new Map(Object.entries(each)).get(side.id) ?? null),
  }));
  const all = [{ title: "Counters on the board", series: counters }, ...factCharts(steps, sides)];
  return all
    .map((chart) => ({ ...chart, series: chart.series.filter((line) => line.values.some((value) => value !== null)) }))
    .filter((chart) => chart.series.some((line) => changes(line.values)));
}

/** @param {(number | null)[]} values */
function changes(values) {
  return new Set(values.filter((value) => value !== null)).size > 1;
}

/**
 * @param {CountedStep[]} steps
 * @param {CountedSide[]} sides
 * @returns {Chart[]}
 */
function factCharts(steps, sides) {
  const facts = carryForward(steps, (step) => step.facts, []);
  /** @type {Map<string, Map<string, Series>>} */
  const found = new Map();
  for (const [step, told] of facts.entries()) {
    for (const [title, text] of told) {
      for (const { label, unit, value } of numbersOf(text)) {
        const { chart, line } = headingOf(title, label, unit, sides);
        const lines = found.get(chart) ?? new Map();
        found.set(chart, lines);
        const series = lines.get(line.label) ?? { ...line, values: new Array(steps.length).fill(null) };
        lines.set(line.label, series);
        series.values[step] = value;
      }
    }
  }
  return [...found].map(([title, lines]) => ({ title, series: [...lines.values()] }));
}

/**
 * Under which chart a number stands, and whose line it is: `Saxon points` and `Norman points` share the chart `points`.
 * @param {string} title
 * @param {string} label
 * @param {string} unit
 * @param {CountedSide[]} sides
 */
function headingOf(title, label, unit, sides) {
  if (label) return { chart: title, line: { side: sideCalled(label, sides)?.id ?? "", label } };
  const side = sideCalled(title, sides) ?? sides.find((each) => title.startsWith(`${each.short} `));
  const rest = side && side.short !== title && side.name !== title ? title.slice(side.short.length + 1) : "";
  if (side) return { chart: capitalized([rest, unit].filter(Boolean).join(" ") || title), line: { side: side.id, label: side.name } };
  return { chart: capitalized(unit || title), line: { side: "", label: title } };
}

/**
 * @param {string} words
 * @param {CountedSide[]} sides
 */
function sideCalled(words, sides) {
  return sides.find((side) => [side.name, side.short, side.id].includes(words));
}
