// The panel of numbers: what the game counts at the step, and under it the charts over time.

import { Curves } from "./curves.js";
import { element } from "./elements.js";
import { chartsOf } from "./series.js";
import { beginningsOf, carryForward } from "./story.js";

/** @typedef {import("./story.js").Story} NumberedStory */
/** @typedef {import("./sides.js").Sides} NumberSides */

export class Numbers {
  /**
   * @param {NumberedStory} story
   * @param {NumberSides} sides
   * @param {HTMLElement} panel
   * @param {(step: number) => void} go
   */
  constructor(story, sides, panel, go) {
    this.facts = carryForward(story.steps, (step) => step.facts, []);
    this.list = element("dl", { class: "facts" });
    const charts = chartsOf(story.steps, story.sides);
    this.curves = new Curves(charts, sides, beginningsOf(story.steps, "turn"), go);
    const note = charts.length ? "A click on a chart goes to that entry." : "No number has changed yet.";
    panel.replaceChildren(this.list, ...this.curves.figures, element("p", { class: "note" }, note));
  }

  /** @param {number} step */
  show(step) {
    const facts = this.facts[step] ?? [];
    this.list.replaceChildren(...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
    this.curves.show(step);
  }
}
