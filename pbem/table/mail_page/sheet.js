// A sheet over the page: what one reads to the end before one signs or says something.

import { button, element } from "../page/elements.js";

/** @typedef {import("../page/elements.js").Child} SheetChild */

export class Sheet {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    /** @type {() => void} */
    this.left = () => {};
    dialog.addEventListener("close", () => this.leave());
  }

  /**
   * @param {string} title
   * @param {SheetChild[]} content
   * @param {() => void} [left] hears that the sheet was closed, or has become another
   */
  open(title, content, left = () => {}) {
    this.leave();
    this.left = left;
    const name = `${this.dialog.id}-title`;
    this.dialog.setAttribute("aria-labelledby", name);
    this.dialog.replaceChildren(element("header", {}, element("h2", { id: name, tabindex: "-1" }, title), button("×", "Close", () => this.close())),
      element("div", { class: "sheet-body" }, ...content.filter((each) => each !== "")));
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.scrollTop = 0;
    const first = this.dialog.querySelector("[data-first]") ?? this.dialog.querySelector("h2");
    if (first instanceof HTMLElement) first.focus();
  }

  leave() {
    const { left } = this;
    this.left = () => {};
    left();
  }

  close() {
    this.dialog.close();
  }
}

/** A heading with a list of lines, or nothing where there are none. @param {string} title @param {string[]} lines @param {() => Node} [mark] stands before each */
export function listLines(title, lines, mark) {
  if (!lines.length) return null;
  return element("section", {}, element("h3", {}, title),
    element("ul", { class: "signed-lines" }, ...lines.map((line) => element("li", {}, mark ? mark() : null, mark ? " " : null, line))));
}

/**
 * What is to be signed in full, with its line breaks.
 * @param {string} text
 */
export function wholeText(text) {
  return element("pre", { class: "whole-text", tabindex: "0" }, text);
}

/**
 * A button that acts once: it is closed while its act goes on, and stays so if that succeeds.
 * @param {string} label
 * @param {string} kind a class, or nothing
 * @param {() => Promise<boolean>} act whether it has succeeded
 */
export function onceButton(label, kind, act) {
  const made = element("button", { type: "button", class: kind }, label);
  made.addEventListener("click", async () => {
    if (made.disabled) return;
    made.disabled = true;
    made.classList.add("busy");
    const done = await act().catch((error) => {
      made.disabled = false;
      throw error;
    }).finally(() => made.classList.remove("busy"));
    if (!done) made.disabled = false;
  });
  return made;
}
