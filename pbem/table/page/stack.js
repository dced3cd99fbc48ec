// The stack viewer: the pieces of one place side by side, large, with their states; each tells its own way.

import { addressOf } from "./address.js";
import { button, counted, element } from "./elements.js";
import { historyOfPiece } from "./story.js";

/** @typedef {import("./story.js").Story} ViewedStory */
/** @typedef {import("./story.js").Change} ViewedPiece */
/** @typedef {import("./sides.js").Sides} ViewedSides */
/** @typedef {import("./view.js").Point} ViewerPoint */

const LARGE = 76;
const GAP = 14;
const MOST_TOLD = 40;

export class StackViewer {
  /**
   * @param {ViewedStory} story
   * @param {ViewedSides} sides
   * @param {HTMLElement} box
   * @param {{closed: () => void, followed: () => void, pressed: (piece: number) => boolean, held: (piece: number) => boolean}} tell
   */
  constructor(story, sides, box, tell) {
    this.story = story;
    this.sides = sides;
    this.box = box;
    this.tell = tell;
    this.place = "";
    this.pinned = false;
    this.followed = -1;
  }

  /**
   * Shows the pieces of a place, top first. `pinned`: until it is closed, else while the pointer rests there.
   * @param {string} place
   * @param {ViewedPiece[]} pieces
   * @param {boolean} pinned
   */
  open(place, pieces, pinned) {
    if (place !== this.place || !pinned) this.followed = -1;
    [this.place, this.pinned] = [place, pinned];
    this.box.hidden = false;
    this.box.classList.toggle("pinned", pinned);
    this.fill(pieces);
  }

  /** @param {ViewedPiece[]} pieces */
  fill(pieces) {
    const held = this.box.contains(document.activeElement) ? this.followed : -1;
    const title = element("h2", {}, `${this.nameOf(this.place)}: ${counted(pieces.length, "counter")}`);
    const close = button("×", "Close the stack", () => this.close());
    const items = [...pieces].reverse().map((piece) => element("li", {}, this.item(piece)));
    const way = this.followed >= 0 ? this.way(this.followed) : null;
    this.box.replaceChildren(element("header", {}, title, close), element("ol", { class: "fan" }, ...items), ...(way ? [way] : []));
    if (held >= 0) this.focus(held);
  }

  /** @param {string} place */
  nameOf(place) {
    const found = this.story.boards.flatMap((board) => board.places).find((each) => each.id === place);
    return found?.name || place;
  }

  /** @param {ViewedPiece} piece */
  item(piece) {
    const [number, look, , , , , states] = piece;
    const { side, name } = /** @type {import("./story.js").Piece} */ (this.story.pieces[number]);
    const sprite = /** @type {import("./story.js").Sprite} */ (this.story.sprites[look]);
    const picture = element("img", { src: sprite.src, alt: "", draggable: "false" });
    const larger = Math.min(LARGE / sprite.height, (1.5 * LARGE) / sprite.width);
    picture.width = sprite.width * larger;
    picture.height = sprite.height * larger;
    const made = element("button", { type: "button", "aria-pressed": String(number === this.followed || this.tell.held(number)), "data-piece": number },
      picture, element("span", { class: "name" }, this.sides.sign(side), ` ${name}`),
      states ? element("span", { class: "states" }, states) : null);
    made.addEventListener("click", () => this.tell.pressed(number) || this.follow(number));
    return made;
  }

  /** @param {number} piece */
  follow(piece) {
    this.followed = piece === this.followed ? -1 : piece;
    this.tell.followed();
  }

  /** The entries that changed a piece. @param {number} piece */
  way(piece) {
    const told = historyOfPiece(this.story.steps, piece);
    const shown = told.slice(-MOST_TOLD);
    const items = shown.map(({ step, place, states }) => {
      const { seq } = /** @type {import("./story.js").Step} */ (this.story.steps[step]);
      const words = place ? `${this.nameOf(place)}${states && `, ${states}`}` : "off the board";
      return element("li", {}, element("a", { href: addressOf(this.story.steps, step) }, `entry ${seq}`), ` ${words}`);
    });
    const left = told.length - shown.length;
    return element("div", { class: "way-told" },
      element("h3", {}, `The way of ${this.story.pieces[piece]?.name ?? "this counter"}`),
      left ? element("p", {}, `${counted(left, "earlier change")} left out`) : null, element("ol", {}, ...items));
  }

  /** Puts the viewer beside a point of the window. @param {ViewerPoint} at @param {{width: number, height: number}} room */
  stand(at, room) {
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const above = at.y - height - GAP;
    const top = above >= 0 ? above : Math.min(at.y + GAP, room.height - height);
    this.box.style.left = `${Math.max(0, Math.min(room.width - width, at.x - width / 2))}px`;
    this.box.style.top = `${Math.max(0, top)}px`;
  }

  /** @param {number} [piece] */
  focus(piece = -1) {
    const found = this.box.querySelector(piece < 0 ? "[data-piece]" : `[data-piece="${piece}"]`);
    if (found instanceof HTMLElement) found.focus();
  }

  close() {
    if (this.box.hidden) return;
    const held = this.box.contains(document.activeElement);
    this.box.hidden = true;
    [this.place, this.pinned, this.followed] = ["", false, -1];
    this.tell.closed();
    if (held) document.getElementById("window")?.focus();
  }
}
