// The charts of numbers over time: a line for each side with its own dashes, and where the reader is.

import { drawn, element } from "./elements.js";

/** @typedef {import("./series.js").Chart} DrawnChart */
/** @typedef {import("./series.js").Series} DrawnSeries */
/** @typedef {import("./sides.js").Sides} CurveSides */

const PLOT = { width: 340, height: 96, left: 26, top: 8, right: 8, bottom: 16 };

/**
 * The path of values over steps: level until the next value, broken where there is none.
 * @param {(number | null)[]} values
 * @param {(number: number) => number} across
 * @param {(value: number) => number} up
 */
export function stepPath(values, across, up) {
  let path = "";
  let before = /** @type {number | null} */ (null);
  values.forEach((value, number) => {
    if (value !== before) {
      if (before !== null) path += `H${across(number)}`;
      if (value !== null) path += before === null ? `M${across(number)} ${up(value)}` : `V${up(value)}`;
    }
    before = value;
  });
  return before === null ? path : `${path}H${across(values.length - 1)}`;
}

/** Draws the charts once, and moves the line of the reader's step. */
export class Curves {
  /**
   * @param {DrawnChart[]} charts
   * @param {CurveSides} sides
   * @param {number[]} turns
   * @param {(step: number) => void} go
   */
  constructor(charts, sides, turns, go) {
    this.sides = sides;
    this.turns = turns;
    this.go = go;
    this.last = Math.max(1, (charts[0]?.series[0]?.values.length ?? 2) - 1);
    /** @type {{line: SVGLineElement, chart: DrawnChart, values: HTMLElement[]}[]} */
    this.cursors = [];
    this.figures = charts.map((chart) => this.figure(chart));
  }

  /** @param {number} number */
  across(number) {
    const share = number / this.last;
    return Math.round((PLOT.left + share * (PLOT.width - PLOT.left - PLOT.right)) * 10) / 10;
  }

  /** @param {DrawnChart} chart */
  figure(chart) {
    const numbers = chart.series.flatMap((line) => line.values.filter((value) => value !== null));
    const [low, high] = [Math.min(0, ...numbers), Math.max(1, ...numbers)];
    const tall = PLOT.height - PLOT.top - PLOT.bottom;
    const up = (/** @type {number} */ value) => Math.round((PLOT.top + tall * (1 - (value - low) / (high - low))) * 10) / 10;
    const cursor = drawn("line", { class: "cursor", y1: PLOT.top, y2: PLOT.top + tall });
    const plot = drawn("svg", { class: "plot", viewBox: `0 0 ${PLOT.width} ${PLOT.height}`, "aria-hidden": "true" },
      ...this.grid(low, high, up), ...chart.series.flatMap((line, i) => this.line(line, i, up)), cursor);
    plot.addEventListener("click", (event) => this.goTo(event, plot));
    const values = chart.series.map(() => element("b", {}));
    this.cursors.push({ line: cursor, chart, values });
    const key = chart.series.map((line, i) => element("span", { class: "key" }, this.dash(line, i), ` ${line.label} `, values[i] ?? ""));
    return element("figure", { class: "card" }, element("figcaption", {}, element("h3", {}, chart.title), ...key), plot);
  }

  /**
   * @param {number} low
   * @param {number} high
   * @param {(value: number) => number} up
   */
  grid(low, high, up) {
    const levels = [low, high].map((value) => [
      drawn("line", { class: "grid", x1: PLOT.left, x2: PLOT.width - PLOT.right, y1: up(value), y2: up(value) }),
      drawn("text", { class: "level", x: PLOT.left - 4, y: up(value) + 3.5 }, String(value)),
    ]);
    const base = PLOT.height - PLOT.bottom;
    const ticks = this.turns.map((step) => drawn("line", { class: "grid", x1: this.across(step), x2: this.across(step), y1: base, y2: base + 4 }));
    return [...levels.flat(), ...ticks];
  }

  /**
   * @param {DrawnSeries} line
   * @param {number} number
   * @param {(value: number) => number} up
   */
  line(line, number, up) {
    const d = stepPath(line.values, (step) => this.across(step), up);
    return [
      drawn("path", { d, class: "casing" }),
      drawn("path", { d, class: "curve", ...this.stroke(line, number) }),
    ];
  }

  /** The colour and the dashes of a line; a line of no side has those of its number. @param {DrawnSeries} line @param {number} number */
  stroke(line, number) {
    return { stroke: this.sides.colour(line.side), "stroke-dasharray": this.sides.dashes(line.side, number) };
  }

  /** @param {DrawnSeries} line @param {number} number */
  dash(line, number) {
    return drawn("svg", { class: "dash", viewBox: "0 0 24 6", "aria-hidden": "true" },
      drawn("path", { d: "M0 3H24", class: "curve", ...this.stroke(line, number) }));
  }

  /**
   * @param {MouseEvent} event
   * @param {SVGSVGElement} plot
   */
  goTo(event, plot) {
    const box = plot.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * PLOT.width;
    this.go(Math.round(((x - PLOT.left) / (PLOT.width - PLOT.left - PLOT.right)) * this.last));
  }

  /** @param {number} step */
  show(step) {
    for (const { line, chart, values } of this.cursors) {
      line.setAttribute("x1", String(this.across(step)));
      line.setAttribute("x2", String(this.across(step)));
      values.forEach((value, i) => (value.textContent = String(chart.series[i]?.values[step] ?? "–")));
    }
  }
}
