// The board: its ground, its pieces as pictures and the marks of a step; all of it lies on one plane.

import { coveredLetters, nudgeOf, stacksOf } from "./clusters.js";
import { drawn, element } from "./elements.js";
import { drawMarks } from "./marks.js";

/** @typedef {import("./story.js").Board} GameBoard */
/** @typedef {import("./story.js").Change} PlacedPiece */
/** @typedef {import("./story.js").Position} BoardPosition */
/** @typedef {import("./story.js").Story} ToldStory */
/** @typedef {import("./view.js").Point} PlanePoint */

const MOST_MOVED = 60;
const LIFTED = 1000;

/** Draws one position after another; it moves the pictures that it has, and makes new ones only if pieces come. */
export class BoardDrawing {
  /**
   * @param {ToldStory} story
   * @param {HTMLElement} plane
   * @param {(side: string) => string} colour
   */
  constructor(story, plane, colour) {
    this.story = story;
    this.plane = plane;
    this.colour = colour;
    /** @type {Map<number, HTMLImageElement>} */
    this.pictures = new Map();
    /** @type {BoardPosition} */
    this.position = new Map();
    this.board = -1;
    this.perMm = 1;
    this.width = 1;
    this.height = 1;
    /** @type {Map<string, PlanePoint>} */
    this.middles = new Map();
    this.ground = element("img", { class: "ground", alt: "", draggable: "false" });
    this.offLayer = element("div", { class: "off-places" });
    this.pieceLayer = element("div", { class: "pieces" });
    this.chipLayer = element("div", { class: "chips" });
    this.markLayer = drawn("svg", { class: "marks events", "aria-hidden": "true" });
    this.spotLayer = drawn("svg", { class: "marks", "aria-hidden": "true" });
    plane.append(this.ground, this.offLayer, this.pieceLayer, this.chipLayer, this.spotLayer, this.markLayer);
  }

  /** @returns {GameBoard} */
  get shown() {
    return /** @type {GameBoard} */ (this.story.boards[this.board]);
  }

  /** The width of a piece on the plane. */
  get unit() {
    const sprites = this.story.sprites.map((sprite) => sprite.width).sort((a, b) => a - b);
    return (sprites[sprites.length >> 1] ?? 10) * this.perMm;
  }

  /**
   * Puts another board on the plane; false if it lies there already.
   * @param {number} number
   */
  lay(number) {
    if (number === this.board || !this.story.boards[number]) return false;
    this.board = number;
    const { width, height, ground, pixels, places } = this.shown;
    this.perMm = pixels[0] / width;
    [this.width, this.height] = [width * this.perMm, height * this.perMm];
    this.ground.src = ground;
    [this.ground.width, this.ground.height] = pixels;
    for (const layer of [this.plane, this.markLayer, this.spotLayer]) {
      layer.style.width = `${this.width}px`;
      layer.style.height = `${this.height}px`;
    }
    for (const layer of [this.markLayer, this.spotLayer]) layer.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.middles = new Map(places.map((place) => [place.id, { x: place.x * this.perMm, y: place.y * this.perMm }]));
    this.layOffPlaces(pixels[1]);
    return true;
  }

  /**
   * Another story begins. `stays`: it is on the same boards, and pieces lie there until they are shown anew: taken
   * away and put back they would flicker.
   * @param {boolean} stays
   */
  forget(stays) {
    this.position = new Map();
    for (const picture of this.pictures.values()) {
      if (!stays) picture.remove();
      delete picture.dataset.look;
      delete picture.dataset.sprite;
    }
    if (stays) return;
    this.pictures.clear();
    this.board = -1;
  }

  /** Names the places below the picture of the ground. @param {number} bottom */
  layOffPlaces(bottom) {
    const below = this.shown.places.filter((place) => place.off && place.y * this.perMm > bottom);
    this.offLayer.replaceChildren(...below.map((place) => {
      const label = element("span", {}, place.name);
      label.style.transform = `translate(${(place.x - place.reach) * this.perMm}px, ${(place.y - place.reach) * this.perMm}px)`;
      label.style.fontSize = `${2.6 * this.perMm}px`;
      return label;
    }));
  }

  /** Whether a place is none of the map, but lies beside it. @param {string} place */
  isOff(place) {
    return this.shown.places.some(({ id, off }) => id === place && off);
  }

  /**
   * Shows a position and what happened. `glide`: pieces move there, if they are few.
   * @param {BoardPosition} position
   * @param {number} step
   * @param {boolean} glide
   */
  show(position, step, glide) {
    const told = /** @type {import("./story.js").Step} */ (this.story.steps[step]);
    const moved = new Set(step ? told.changes.map((change) => change[0]) : []);
    this.pieceLayer.classList.toggle("glide", glide && moved.size <= MOST_MOVED);
    for (const [piece, picture] of this.pictures) {
      if (position.has(piece)) continue;
      picture.remove();
      this.pictures.delete(piece);
    }
    const stacks = stacksOf(position, this.story.sprites);
    for (const stack of stacks) {
      stack.forEach((placed, level) => this.place(placed, moved.has(placed[0]), nudgeOf(stack, level)));
    }
    this.position = position;
    this.showChips(stacks);
    this.markLayer.replaceChildren(
      ...drawMarks(told.events, (place) => this.middles.get(place), this.colour, this.unit));
  }

  /**
   * @param {PlacedPiece} placed
   * @param {boolean} moved
   * @param {number} nudge
   */
  place(placed, moved, nudge) {
    const [piece, number, x, y, , level] = placed;
    const sprite = this.story.sprites[number];
    if (!sprite) return;
    let picture = this.pictures.get(piece);
    if (!picture) {
      picture = element("img", { class: "piece", alt: "", draggable: "false", decoding: "sync", "data-piece": piece });
      this.pictures.set(piece, picture);
      this.pieceLayer.append(picture);
    }
    const look = [this.board, number, x, y, level, moved, nudge].join();
    if (picture.dataset.look === look) return;
    picture.dataset.look = look;
    if (picture.dataset.sprite !== String(number) && picture.src !== sprite.src) picture.src = sprite.src;
    picture.dataset.sprite = String(number);
    const [width, height] = [sprite.width * this.perMm, sprite.height * this.perMm];
    const [left, top] = [x * this.perMm - width / 2 + nudge * width, y * this.perMm - height / 2 - nudge * height];
    picture.classList.toggle("moved", moved);
    picture.style.width = `${width}px`;
    picture.style.height = `${height}px`;
    picture.style.zIndex = String(level + (moved ? LIFTED : 0));
    picture.style.transform = `translate(${left}px, ${top}px)`;
  }

  /**
   * Puts a chip on each stack: how many pieces it has, and the letters of states that its top piece covers.
   * @param {PlacedPiece[][]} stacks
   */
  showChips(stacks) {
    const chips = stacks.filter((stack) => stack.length > 1).map((stack) => {
      const [, number, x, y] = /** @type {PlacedPiece} */ (stack.at(-1));
      const sprite = this.story.sprites[number] ?? { width: 0, height: 0 };
      const chip = element("span", {}, `${stack.length}${coveredLetters(stack) && ` ${coveredLetters(stack)}`}`);
      const size = 0.24 * sprite.width * this.perMm;
      chip.style.fontSize = `${size}px`;
      chip.style.transform = `translate(${(x - sprite.width / 2) * this.perMm}px, ${(y - sprite.height / 2) * this.perMm}px) translate(-30%, -40%)`;
      return chip;
    });
    this.chipLayer.replaceChildren(...chips);
  }

  /**
   * The pieces of a place, lowest first.
   * @param {string} place
   */
  piecesAt(place) {
    return [...this.position.values()].filter((each) => each[4] === place).sort((a, b) => a[5] - b[5]);
  }

  /**
   * The place at a point of the plane: that of the highest piece there, else the nearest within reach.
   * @param {PlanePoint} point
   */
  placeAt(point) {
    const at = { x: point.x / this.perMm, y: point.y / this.perMm };
    const hit = [...this.position.values()].filter((each) => this.covers(each, at));
    const top = hit.sort((a, b) => b[5] - a[5])[0];
    if (top) return top[4];
    const near = this.shown.places
      .map((place) => ({ id: place.id, away: Math.hypot(place.x - at.x, place.y - at.y) / (place.reach || 1) }))
      .filter((each) => each.away <= 1)
      .sort((a, b) => a.away - b.away);
    return near[0]?.id;
  }

  /**
   * @param {PlacedPiece} placed
   * @param {PlanePoint} at
   */
  covers(placed, at) {
    const sprite = this.story.sprites[placed[1]];
    if (!sprite) return false;
    return Math.abs(placed[2] - at.x) <= sprite.width / 2 && Math.abs(placed[3] - at.y) <= sprite.height / 2;
  }

  /**
   * Rings a place, or draws the way of a piece through places; nothing takes both away.
   * @param {string[]} places
   * @param {string} colour
   */
  point(places, colour) {
    const points = places.map((place) => this.middles.get(place)).filter((each) => each !== undefined);
    const last = points.at(-1);
    const ring = last ? [drawn("circle", { cx: last.x, cy: last.y, r: 0.8 * this.unit, class: "ring", "stroke-width": 0.1 * this.unit })] : [];
    const data = points.map((each, i) => `${i ? "L" : "M"}${each.x} ${each.y}`).join("");
    const way = points.length > 1 ? [drawn("path", { d: data, class: "way", stroke: colour, "stroke-width": 0.1 * this.unit, "stroke-dasharray": `${0.02 * this.unit} ${0.2 * this.unit}` })] : [];
    this.spotLayer.replaceChildren(...way, ...ring);
  }
}
