// The tray beside the board: counters to be set up or to enter and cards in hand; each is picked or dragged.

import { element } from "../page/elements.js";

/** @typedef {import("./seat_values.js").TrayRow} TrayRow */
/** @typedef {import("./seat_values.js").TrayPiece} TrayPiece */
/** @typedef {import("./seat_values.js").Held} TrayHeld */
/**
 * `pick`: a piece was clicked; the others are told of one that is dragged.
 * @typedef {{pick: (piece: TrayHeld, event: MouseEvent) => void, lift: (piece: TrayPiece, event: PointerEvent) => void,
 *   carry: (event: PointerEvent) => void, drop: (event: PointerEvent) => void, cancel: () => void}} TrayTold
 */

const STILL = 6;
const HIGH = { card: 92, counter: 42 };
const PEEK = 300;

export class Tray {
  /**
   * @param {HTMLElement} box
   * @param {TrayTold} tell
   */
  constructor(box, tell) {
    this.box = box;
    this.tell = tell;
    /** @type {TrayPiece[]} */
    this.pieces = [];
    this.peek = element("img", { class: "peek", alt: "", hidden: true });
    box.before(this.peek);
  }

  /** Shows a piece large, for as long as the pointer is on it. @param {import("../page/story.js").Sprite} sprite */
  show(sprite) {
    this.peek.src = sprite.src;
    this.peek.height = Math.min(PEEK, (PEEK * sprite.height) / sprite.width);
    this.peek.hidden = false;
  }

  /**
   * @param {TrayRow[]} rows
   * @param {(piece: TrayHeld) => boolean} isLit
   */
  fill(rows, isLit) {
    this.pieces = rows.flatMap(({ pieces }) => pieces);
    this.box.hidden = !this.pieces.length;
    this.peek.hidden = true;
    this.box.replaceChildren(...rows.filter(({ pieces }) => pieces.length).map(({ label, pieces }) =>
      element("div", { class: "tray-row", role: "group", "aria-label": label }, element("span", { class: "tray-name" }, label),
        ...pieces.map((piece) => this.button(piece, isLit(piece))))));
  }

  /** Shows which pieces are held. @param {(piece: TrayHeld) => boolean} isHeld */
  mark(isHeld) {
    for (const each of this.box.querySelectorAll("[data-tray]")) {
      const piece = this.pieces.find(({ counter }) => counter === each.getAttribute("data-tray"));
      each.setAttribute("aria-pressed", String(piece !== undefined && isHeld(piece)));
    }
  }

  /** @param {TrayPiece} piece @param {boolean} lit */
  button(piece, lit) {
    const { sprite, name } = piece;
    const height = piece.place.startsWith("hand") ? HIGH.card : HIGH.counter;
    const picture = element("img", { src: sprite.src, alt: "", draggable: "false", height, width: Math.round((height * sprite.width) / sprite.height) });
    const made = element("button", {
      type: "button", class: lit ? "tray-piece may" : "tray-piece", "aria-disabled": String(!lit), title: name, "aria-label": name, "aria-pressed": "false", "data-tray": piece.counter,
    }, picture);
    made.addEventListener("pointerenter", () => this.show(sprite));
    made.addEventListener("pointerleave", () => (this.peek.hidden = true));
    made.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && event.button === 0 && lit && this.drag(made, piece, event));
    made.addEventListener("click", (event) => {
      this.peek.hidden = true;
      this.tell.pick(piece, event);
    });
    return made;
  }

  /**
   * Follows a piece that is dragged; one that was not moved is clicked.
   * @param {HTMLButtonElement} made
   * @param {TrayPiece} piece
   * @param {PointerEvent} first
   */
  drag(made, piece, first) {
    let lifted = false;
    const ends = new AbortController();
    const { signal } = ends;
    made.setPointerCapture(first.pointerId);
    made.addEventListener("pointermove", (event) => {
      if (!lifted && Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) > STILL) {
        lifted = true;
        this.tell.lift(piece, event);
      }
      if (lifted) this.tell.carry(event);
    }, { signal });
    made.addEventListener("pointerup", (event) => {
      ends.abort();
      if (!lifted) return;
      made.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
      this.tell.drop(event);
    }, { signal });
    made.addEventListener("pointercancel", () => {
      ends.abort();
      this.tell.cancel();
    }, { signal });
  }
}
