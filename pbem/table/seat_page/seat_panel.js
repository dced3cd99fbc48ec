// The seat's panel beside the board: the lines so far, undo, standing orders, files to keep, faults of a game.

import { button, element, wordButton } from "../page/elements.js";

/** @typedef {import("./seat_values.js").SeatValue} PanelSeat */
/**
 * @typedef {{undo: (count: number) => void, advise: () => void, stand: (what: {line: string} | {drop: number}) => void,
 *   keep: (name: string) => void, sound: () => boolean, isSounding: () => boolean}} PanelTold
 */

const KEPT = { save: "VASSAL", story: "Story", orders: "Orders" };
const TELLS = { save: "Save the position for VASSAL", story: "Keep the story as a page", orders: "Keep the orders as text" };
const SHOWN = 200;

export class SeatPanel {
  /**
   * @param {HTMLElement} panel
   * @param {import("../page/sides.js").Sides} sides
   * @param {PanelTold} tell
   */
  constructor(panel, sides, tell) {
    this.sides = sides;
    this.tell = tell;
    this.faults = element("section", { class: "faults", "aria-label": "Faults of the game" });
    this.form = element("section", { class: "form", id: "form", "aria-label": "An order to fill in" });
    this.lines = element("ol", { class: "given", "aria-label": "Lines so far" });
    this.undo = wordButton("Undo", "Take back your last order (Ctrl+Z)", () => tell.undo(1));
    this.advise = wordButton("Let the program decide", "The program gives the order that it thinks best", tell.advise);
    this.standing = element("section", { class: "standing", "aria-label": "Standing orders" });
    const kept = Object.entries(KEPT).map(([name, label]) => wordButton(label, TELLS[/** @type {keyof typeof TELLS} */ (name)], () => tell.keep(name)));
    const sound = wordButton("Sound", "Knocks when a counter is put down or a die falls", () => sound.setAttribute("aria-pressed", String(tell.sound())));
    sound.setAttribute("aria-pressed", String(tell.isSounding()));
    panel.append(this.faults, this.form, element("h2", {}, "Lines so far"), this.lines,
      element("div", { class: "words" }, this.undo, this.advise), this.standing,
      element("div", { class: "words quiet" }, element("span", {}, "Keep:"), ...kept, sound));
  }

  /** @param {PanelSeat} seat */
  fill(seat) {
    this.fillLines(seat);
    this.fillStanding(seat);
    this.undo.disabled = !seat.undo;
    this.advise.disabled = !seat.due;
    this.faults.replaceChildren(...(seat.faults.length ? [element("h2", {}, "The file has faults; the last good one is played")] : []),
      ...seat.faults.map(({ file, line, what }) => element("p", { class: "grave" }, element("code", {}, line ? `${file}:${line}` : file), ` ${what}`)));
  }

  /** @param {PanelSeat} seat */
  fillLines({ lines, undo }) {
    let left = undo;
    const items = lines.slice(-SHOWN).reverse().map(({ side, text, own }) => {
      const taken = own && left > 0 && undo - --left;
      const back = taken && button("↶", taken === 1 ? "Take this back" : `Take this and what follows back`, () => this.tell.undo(taken));
      return element("li", { class: own ? "own" : "" }, this.sides.sign(side), element("span", {}, text), back || null);
    });
    this.lines.replaceChildren(...(items.length ? items.reverse() : [element("li", { class: "note" }, "No order has been given yet.")]));
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {PanelSeat} seat */
  fillStanding({ standing, offers }) {
    const kept = standing.map(({ line }, number) => element("li", {}, element("span", {}, line),
      button("×", `Drop ${line}`, () => this.tell.stand({ drop: number + 1 }))));
    const offered = offers.map(({ line, tells }) => {
      const made = wordButton(tells || line, line, () => this.tell.stand({ line }));
      if (tells) made.append(element("small", {}, ` ${line}`));
      return made;
    });
    const open = this.standing.querySelector("details")?.open ?? false;
    this.standing.replaceChildren(...(kept.length ? [element("h2", {}, "Always"), element("ul", { class: "given" }, ...kept)] : []),
      ...(offered.length ? [element("details", { open }, element("summary", {}, "Always ..."), element("div", { class: "words" }, ...offered))] : []));
  }
}
