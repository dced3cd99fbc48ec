// Charts and rules: a list of both, and a dialog in which a chart is large and a rule shows its line.

import { button, element } from "./elements.js";

/** @typedef {import("./story.js").Story} BookStory */

const RULE = /\b(\d+(?:\.\d+)+(?: \(\d+(?:\.\d+)*\))?)/;

export class Book {
  /**
   * @param {BookStory} story
   * @param {HTMLDialogElement} dialog
   */
  constructor(story, dialog) {
    this.story = story;
    this.dialog = dialog;
    /** @type {Map<string, string>} */
    this.lines = new Map();
    this.read();
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  /** Reads the rules of the story; those that were known stay so. */
  read() {
    this.learn(this.story.rules);
  }

  /** @param {{number: string, text: string}[]} rules */
  learn(rules) {
    for (const { number, text } of rules) this.lines.set(number, text);
  }

  /** What leads to the line of a rule; plain words if the story has none. @param {string} number */
  link(number) {
    const text = this.lines.get(number);
    if (text === undefined) return element("span", { class: "rule" }, number);
    const made = element("button", { type: "button", class: "rule", "aria-label": `Rule ${number}`, title: text }, number);
    made.addEventListener("click", () => this.open(`Rule ${number}`, element("p", {}, text)));
    return made;
  }

  /** Words in which each number of a rule leads to its line. @param {string} words */
  linked(words) {
    return words.split(RULE).map((part, i) => (i % 2 && this.lines.has(part) ? this.link(part) : part));
  }

  /** @param {string} title @param {Node} content */
  open(title, content) {
    const close = button("×", "Close", () => this.dialog.close());
    this.dialog.replaceChildren(element("header", {}, element("h2", { id: "book-title" }, title), close), content);
    this.dialog.showModal();
  }

  /** @param {HTMLElement} panel */
  fill(panel) {
    const charts = this.story.charts.map((chart) => {
      const made = element("button", { type: "button", class: "chart" }, element("img", { src: chart.src, alt: "", loading: "lazy" }), element("span", {}, chart.title));
      made.addEventListener("click", () => this.open(chart.title, element("img", { src: chart.src, alt: chart.title })));
      return made;
    });
    const rules = this.story.rules.map((rule) => element("div", {}, element("dt", {}, rule.number), element("dd", {}, rule.text)));
    panel.replaceChildren(
      element("h2", {}, "Charts"), charts.length ? element("div", { class: "charts" }, ...charts) : element("p", { class: "note" }, "The game has no charts."),
      element("h2", {}, "Rules that were used"), rules.length ? element("dl", { class: "rules" }, ...rules) : element("p", { class: "note" }, "No entry names a rule of which the game has a line."));
  }
}
