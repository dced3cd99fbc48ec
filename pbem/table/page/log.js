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
    /** The sections of turns, each with its first step. @type {{first: number, section: HTMLElement}[]} */
    this.sections = [];
    this.turns = new Set(beginningsOf(story.steps, "turn"));
    this.phases = new Set(beginningsOf(story.steps, "phase"));
    /** @type {HTMLElement | undefined} */
    this.current = undefined;
  }

  /** Other steps follow behind some that stay: the turn in which they begin is built anew. @param {number} keep */
  cut(keep) {
    this.turns = new Set(beginningsOf(this.story.steps, "turn"));
    this.phases = new Set(beginningsOf(this.story.steps, "phase"));
    const from = this.sections.findLast(({ first }) => first <= Math.max(0, keep - 1))?.first ?? 0;
    for (const { section } of this.sections.filter(({ first }) => first >= from)) section.remove();
    this.sections = this.sections.filter(({ first }) => first < from);
    this.turn = this.sections.at(-1)?.section ?? null;
    this.rows.length = Math.min(this.rows.length, from);
  }

  /** Builds the rows up to a step, at least. @param {number} number */
  buildTo(number) {
    for (let next = this.rows.length; next <= number; next += 1) this.addRow(next);
  }

  buildAll() {
    const steps = this.story.steps.length;
    this.buildTo(Math.min(steps, this.rows.length + AT_A_TIME) - 1);
    if (this.rows.length < steps) setTimeout(() => this.buildAll());
    else this.keepInSight();
  }

  /** @param {number} number */
  addRow(number) {
    const step = /** @type {LoggedStep} */ (this.story.steps[number]);
    if (this.turns.has(number) || !this.turn) {
      this.turn = element("section", { class: "turn" }, element("h2", {}, turnTitle(step.heading)));
      const next = [...this.turns].find((each) => each > number) ?? this.story.steps.length;
      this.turn.style.containIntrinsicSize = `auto ${ROW * (next - number)}px`;
      this.panel.append(this.turn);
      this.sections.push({ first: number, section: this.turn });
    }
    if (this.phases.has(number) && step.heading.phase) this.turn.append(element("h3", {}, step.heading.phase));
    const row = this.row(step, number);
    this.rows.push(row);
    this.turn.append(row);
  }

  /**
   * One step: the number of its entry, its side, and what it says. The side is named where another one begins.
   * @param {LoggedStep} step
   * @param {number} at
   */
  row(step, at) {
    const before = this.phases.has(at) ? undefined : this.story.steps[at - 1];
    const number = element("a", {
      href: addressOf(this.story.steps, at), "aria-label": `Entry ${step.seq}`, class: before?.seq === step.seq ? "number again" : "number",
    }, String(step.seq));
    const author = this.sides.known(step.author)?.short ?? step.author;
    const named = before?.author !== step.author || before.type !== step.type || step.taken_back;
    const who = [element("b", {}, author), ` ${typeInWords(step.type)}${step.taken_back ? ", taken back" : ""}`];
    const row = element("article", { class: step.taken_back ? "row back" : "row" }, number, this.sides.sign(step.author),
      element("div", {}, element("p", { class: named ? "who" : "unseen" }, ...who), ...this.words(step)));
    row.addEventListener("click", (event) => {
      const leads = event.target instanceof Element && event.target.closest("button");
      const opens = event.ctrlKey || event.metaKey || event.shiftKey;
      if (leads || opens || String(getSelection())) return;
      event.preventDefault();
      this.go(at);
    });
    return row;
  }

  /** @param {LoggedStep} step */
  words(step) {
    const lines = step.lines.map((line) =>
      element("span", { class: "line" }, ...(line.side === step.author || !line.side ? [] : [this.sides.sign(line.side), " "]), line.text));
    const dice = step.rolls.map((roll) =>
      element("span", { class: "roll" }, `${roll.side ? `${this.sides.known(roll.side)?.short ?? roll.side} ` : ""}`,
        ...(roll.rule ? [this.rule(roll.rule), " "] : []), element("b", {}, roll.values.join(" "))));
    return [
      lines.length > 0 && element("p", { class: "lines" }, ...lines),
      dice.length > 0 && element("p", { class: "rolls" }, ...dice),
      step.told.length > 0 && element("p", { class: "told" }, ...step.told.map((told) => element("span", {}, told))),
    ];
  }

  /** @param {number} number */
  show(number) {
    this.buildTo(number);
    this.current?.classList.remove("current");
    this.current?.removeAttribute("aria-current");
    this.current = this.rows[number];
    this.current?.classList.add("current");
    this.current?.setAttribute("aria-current", "step");
    this.keepInSight();
  }

  /**
   * Scrolls to the reader's step. Rows above it may turn out taller than was reckoned, once they are drawn: so it
   * looks again in the next two frames.
   * @param {number} [again]
   */
  keepInSight(again = 2) {
    this.current?.scrollIntoView({ block: "nearest" });
    if (again) requestAnimationFrame(() => this.keepInSight(again - 1));
  }
}
