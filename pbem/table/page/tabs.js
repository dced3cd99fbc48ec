// The tabs beside the board: one panel is shown at a time, and arrow keys go from tab to tab.

import { element } from "./elements.js";

/** @typedef {{name: string, panel: HTMLElement}} Tab */

export class Tabs {
  /**
   * @param {HTMLElement} bar
   * @param {Tab[]} tabs
   * @param {() => void} changed
   */
  constructor(bar, tabs, changed) {
    this.tabs = tabs;
    this.changed = changed;
    this.buttons = tabs.map(({ name, panel }, number) => {
      const made = element("button", { type: "button", role: "tab", id: `${panel.id}-tab`, "aria-controls": panel.id }, name);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", made.id);
      made.addEventListener("click", () => this.show(number));
      return made;
    });
    bar.append(...this.buttons);
    bar.addEventListener("keydown", (event) => this.press(event));
    this.show(0);
  }

  /** @param {number} number */
  show(number) {
    this.tabs.forEach(({ panel }, each) => (panel.hidden = each !== number));
    this.buttons.forEach((made, each) => {
      made.setAttribute("aria-selected", String(each === number));
      made.tabIndex = each === number ? 0 : -1;
    });
    this.changed();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = (at + step + this.tabs.length) % this.tabs.length;
    this.show(next);
    this.buttons[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
