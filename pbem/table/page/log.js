// The log beside the board: every entry under its turn and phase; each is a link to its place in the story.

import { addressOf } from "./address.js";
import { typeInWords } from "./caption.js";
import { element } from "./elements.js";
import { beginningsOf, turnTitle } from "./story.js";

/** @typedef {import("./story.js").Story} LoggedStory */
/** @typedef {import("./story.js").Step} LoggedStep */
/** @typedef {import("./sides.js").Sides} LogSides */
/** @typedef {import("./rolls.js").RuleLink} LogRule */

const AT_A_TIME = 250;
const ROW = 46;

/** Builds itself a few hundred entries at a time, those around the reader's step first by need. */
export class GameLog {
  /**
   * @param {LoggedStory} story
   * @param {LogSides} sides
   * @param {LogRule} rule
   * @param {HTMLElement} panel
   * @param {(step: number) => void} go
   */
  constructor(story, sides, rule, panel, go) {
    this.go = go;
    this.story = story;
    this.sides = sides;
    this.rule = rule;
    this.panel = panel;
    /** @type {HTMLElement[]} */
    this.rows = [];
    /** @type {HTMLElement | null} */
    this.turn = null;
    this.turns = new Set(beginningsOf(story.steps, "turn"));
    this.phases = new Set(beginningsOf(story.steps, "phase"));
    /** @type {HTMLElement | undefined} */
    this.current = undefined;
  }

  /** Builds the rows up to a step, at least. @param {number} number */
  buildTo(number) {
    for (let next = this.rows.length; next <= number; next += 1) this.addRow(next);
  }

  buildAll() {
    const steps = this.story.steps.length;
    this.buildTo(Math.min(steps, this.rows.length + AT_A_TIME) - 1);
    if (this.rows.length < steps) setTimeout(() => this.buildAll());
  }

  /** @param {number} number */
  addRow(number) {
    const step = /** @type {LoggedStep} */ (this.story.steps[number]);
    if (this.turns.has(number) || !this.turn) {
      this.turn = element("section", { class: "turn" }, element("h2", {}, turnTitle(step.heading)));
      const next = [...this.turns].find((each) => each > number) ?? this.story.steps.length;
      this.turn.style.containIntrinsicSize = `auto ${ROW * (next - number)}px`;
      this.panel.append(this.turn);
    }
    if (this.phases.has(number) && step.heading.phase) this.turn.append(element("h3", {}, step.heading.phase));
    const row = this.row(step, number);
    this.rows.push(row);
    this.turn.append(row);
  }

  /** @param {LoggedStep} step @param {number} at */
  row(step, at) {
    const author = step.author ? this.sides.known(step.author)?.short ?? step.author : "";
    const number = element("a", { href: addressOf(this.story.steps, at), class: "number", "aria-label": `Entry ${step.seq}` }, String(step.seq));
    const lines = step.lines.map((line) =>
      element("span", { class: "line" }, ...(line.side === step.author ? [] : [this.sides.sign(line.side), " "]), line.text));
    const dice = step.rolls.map((roll) =>
      element("span", { class: "roll" }, `${roll.side ? `${this.sides.known(roll.side)?.short ?? roll.side} ` : ""}`,
        ...(roll.rule ? [this.rule(roll.rule), " "] : []), element("b", {}, roll.values.join(" "))));
    const row = element("article", { class: step.taken_back ? "row back" : "row" }, number,
      element("div", {},
        element("p", { class: "who" }, this.sides.sign(step.author), ` ${author} `, element("span", { class: "type" }, typeInWords(step.type)),
          step.taken_back && element("em", {}, " taken back")),
        lines.length > 0 && element("p", { class: "lines" }, ...lines),
        dice.length > 0 && element("p", { class: "rolls" }, ...dice),
        step.told.length > 0 && element("p", { class: "told" }, step.told.join(" "))));
    row.addEventListener("click", (event) => {
      const leads = event.target instanceof Element && event.target.closest("a, button");
      if (!leads && !String(getSelection())) this.go(at);
    });
    return row;
  }

  /** @param {number} number */
  show(number) {
    this.buildTo(number);
    this.current?.classList.remove("current");
    this.current?.removeAttribute("aria-current");
    this.current = this.rows[number];
    this.current?.classList.add("current");
    this.current?.setAttribute("aria-current", "step");
    this.current?.scrollIntoView({ block: "nearest" });
  }
}
