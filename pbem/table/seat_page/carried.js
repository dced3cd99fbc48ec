// Pieces that are carried: their pictures follow the pointer, and glide back where a drop is refused.

import { element } from "../page/elements.js";

/** @typedef {import("../page/board.js").BoardDrawing} CarriedBoard */
/** @typedef {import("../page/view.js").Point} CarriedPoint */

const GLIDE = 150;

export class Carried {
  /**
   * @param {CarriedBoard} board
   * @param {HTMLElement} plane
   */
  constructor(board, plane) {
    this.board = board;
    this.layer = element("div", { class: "lights carried" });
    /** @type {HTMLImageElement[]} */
    this.originals = [];
    /** @type {CarriedPoint} */
    this.from = { x: 0, y: 0 };
    plane.append(this.layer);
  }

  /**
   * @param {number[]} pieces
   * @param {CarriedPoint} at
   */
  lift(pieces, at) {
    this.originals = pieces.map((piece) => this.board.pictures.get(piece)).filter((each) => each !== undefined);
    this.from = at;
    this.layer.replaceChildren(...this.originals.map((each) => {
      const copy = element("img", { class: "piece", src: each.src, alt: "", draggable: "false" });
      copy.style.cssText = each.style.cssText;
      return copy;
    }));
    this.layer.classList.remove("glide");
    for (const each of this.originals) each.classList.add("lifted");
  }

  /**
   * Lifts a piece that does not lie on the board, with its middle at a point.
   * @param {import("../page/story.js").Sprite} sprite
   * @param {CarriedPoint} at
   */
  liftPicture(sprite, at) {
    const [width, height] = [sprite.width * this.board.perMm, sprite.height * this.board.perMm];
    const copy = element("img", { class: "piece", src: sprite.src, alt: "", draggable: "false" });
    copy.style.cssText = `width: ${width}px; height: ${height}px; transform: translate(${at.x - width / 2}px, ${at.y - height / 2}px)`;
    this.from = at;
    this.layer.classList.remove("glide");
    this.layer.replaceChildren(copy);
  }

  /** @param {CarriedPoint} at */
  follow(at) {
    this.layer.style.transform = `translate(${at.x - this.from.x}px, ${at.y - this.from.y}px)`;
  }

  /** The pieces lie down: those on the board are where they belong. */
  put() {
    for (const each of this.originals) each.classList.remove("lifted");
    this.originals = [];
    this.layer.replaceChildren();
    this.layer.style.transform = "";
  }

  /** The pieces glide back to where they lay. */
  glideBack() {
    if (!this.isHeld) return;
    this.layer.classList.add("glide");
    this.layer.style.transform = "";
    setTimeout(() => this.put(), GLIDE);
  }

  get isHeld() {
    return this.layer.childElementCount > 0;
  }
}
