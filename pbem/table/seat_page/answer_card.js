// The card beside the pointer: an order before it is given with its modifiers and chances, or a list to choose from.

import { button, capitalized, element } from "../page/elements.js";
import { drawChances } from "./chances.js";

/** @typedef {import("./seat_values.js").Ahead} CardAhead */
/** @typedef {import("./seat_values.js").Choice} CardChoice */
/** @typedef {import("../page/view.js").Point} CardPoint */
/** @typedef {{give: (line: string) => void, show: (line: string) => void, odds: (line: string, signal: AbortSignal) => Promise<string[]>, closed: () => void}} CardTold */

const GAP = 18;
const PHONE = 700;

/** The first word of a line with a large letter, such as `Attack`. @param {string} line */
export function verbOf(line) {
  return capitalized(line.split(" ")[0] ?? "");
}

export class AnswerCard {
  /**
   * @param {HTMLElement} box
   * @param {import("../page/book.js").Book} book
   * @param {CardTold} tell
   */
  constructor(box, book, tell) {
    this.box = box;
    this.book = book;
    this.tell = tell;
    /** @type {AbortController | null} */
    this.reckoning = null;
    this.at = { x: 0, y: 0 };
  }

  /** Whether an order waits to be confirmed or chosen. */
  get isOpen() {
    return !this.box.hidden && !this.box.classList.contains("hint");
  }

  /**
   * An order that is not given before it is confirmed.
   * @param {string} line
   * @param {CardAhead} ahead
   * @param {CardPoint} at
   */
  confirm(line, ahead, at) {
    const rows = ahead.modifiers.map(({ what, by, rule }) => element("div", {},
      element("dt", {}, what), element("dd", {}, element("b", {}, by), " ", rule ? this.book.link(rule) : null)));
    const chances = element("div", { class: "chances", "aria-live": "polite" });
    const give = element("button", { type: "button", class: "primary", "data-line": line }, ahead.label ?? verbOf(line));
    give.addEventListener("click", () => this.tell.give(line));
    const ask = element("button", { type: "button" }, "Chances");
    ask.addEventListener("click", () => this.reckon(line, ask, chances));
    this.open([element("p", { class: "order-line" }, line), ahead.tells && element("p", { class: "told" }, ahead.tells),
      rows.length > 0 && element("dl", { class: "modifiers" }, ...rows), chances, element("div", { class: "words" }, ask, give)], "Before you give it", at);
    give.focus({ preventScroll: true });
  }

  /**
   * @param {string} title
   * @param {{label: string, tells: string, line?: string, act?: () => void}[]} choices
   * @param {CardPoint} at
   */
  choose(title, choices, at) {
    const items = choices.map(({ label, tells, line = "", act }) => {
      const made = element("button", { type: "button", "data-line": line }, element("b", {}, label), tells && element("span", { class: "told" }, ` ${tells}`));
      made.addEventListener("click", act ?? (() => this.tell.give(line)));
      for (const kind of line ? ["pointerenter", "focus"] : []) made.addEventListener(kind, () => this.tell.show(line));
      return element("li", {}, made);
    });
    this.open([element("ul", { class: "choices" }, ...items)], title, at);
    const first = this.box.querySelector("li button");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** A reason beside the pointer, which takes no click. @param {string} rule @param {string} why @param {CardPoint} at */
  tellWhy(rule, why, at) {
    this.open([element("p", {}, rule ? this.book.link(rule) : null, rule ? " " : null, why)], "", at);
    this.box.classList.add("hint");
  }

  /**
   * @param {(Node | string | false | null)[]} content
   * @param {string} title
   * @param {CardPoint} at
   */
  open(content, title, at) {
    this.stop();
    this.box.classList.remove("hint");
    const close = button("×", "Close", () => this.dismiss());
    const filled = element("div", {}, title !== "" && element("header", {}, element("h2", {}, title), close), ...content);
    this.box.replaceChildren(...filled.childNodes);
    this.box.hidden = false;
    this.at = at;
    this.stand(at);
  }

  /** @param {CardPoint} at */
  stand(at) {
    const room = /** @type {HTMLElement} */ (this.box.parentElement);
    if (room.clientWidth < PHONE) return;
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const right = at.x + GAP + width <= room.clientWidth ? at.x + GAP : at.x - GAP - width;
    this.box.style.left = `${Math.max(6, Math.min(room.clientWidth - width - 6, right))}px`;
    this.box.style.top = `${Math.max(6, Math.min(room.clientHeight - height - 6, at.y - height / 3))}px`;
  }

  /**
   * Asks for the chances, or stops asking.
   * @param {string} line
   * @param {HTMLButtonElement} ask
   * @param {HTMLElement} box
   */
  async reckon(line, ask, box) {
    if (this.reckoning) return this.stop(ask, box);
    this.reckoning = new AbortController();
    const { signal } = this.reckoning;
    ask.textContent = "Stop";
    box.replaceChildren(element("p", { class: "busy" }, "The program reckons ..."));
    try {
      const lines = await this.tell.odds(line, signal);
      box.replaceChildren(...drawChances(lines.filter((each) => each.trim() !== line)));
      this.stand(this.at);
    } catch (error) {
      if (!signal.aborted) box.replaceChildren(element("p", {}, error instanceof Error ? error.message : ""));
    }
    if (signal.aborted) return;
    this.reckoning = null;
    ask.textContent = "Chances";
  }

  /** @param {HTMLButtonElement} [ask] @param {HTMLElement} [box] */
  stop(ask, box) {
    this.reckoning?.abort();
    this.reckoning = null;
    if (ask) ask.textContent = "Chances";
    box?.replaceChildren();
  }

  /** Takes a reason away; an order that waits to be confirmed stays. */
  hush() {
    if (this.box.classList.contains("hint")) this.close();
  }

  close() {
    this.stop();
    this.box.hidden = true;
  }

  dismiss() {
    this.close();
    this.tell.closed();
  }
}
