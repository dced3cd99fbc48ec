// What is lit on the board: pieces that may act, the places open to what is held, targets, ways, facings.

import { drawn, element } from "../page/elements.js";
import { drawMarks } from "../page/marks.js";
import { inLittleRoom, keyOfPiece, withUnit } from "./seat_values.js";
import { VisibleEdges } from "./visible_edges.js";

/** @typedef {import("../page/board.js").BoardDrawing} LitBoard */
/** @typedef {import("../page/story.js").Change} LitRow */
/** @typedef {import("../page/view.js").Point} LitPoint */
/** @typedef {import("./seat_values.js").Held} LitHeld */
/** @typedef {import("./seat_values.js").Handles} LitHandles */
/** @typedef {{row: LitRow, held: LitHeld, name: string}} LitPiece */
/**
 * `loaded`: a picture has come, so that its edges are known.
 * @typedef {{place: (place: string) => void, piece: (piece: LitPiece) => void, turn: (line: string) => void,
 *   loaded: () => void}} LightTold
 */

const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const AWAY = 1.15;
const MOST_NUMBERED = 400;
const WIDEST = 1.6;
const ANYWHERE = 0.6;

/** The angle of a facing in degrees clockwise from the top: by its word, else its share of the round. @param {string} facing @param {number} number @param {number} all */
export function bearingOf(facing, number, all) {
  const known = POINTS.indexOf(facing.toUpperCase());
  return known >= 0 ? 45 * known : (360 * number) / all;
}

export class Lights {
  /**
   * @param {LitBoard} board
   * @param {HTMLElement} plane
   * @param {LightTold} tell
   */
  constructor(board, plane, tell) {
    this.board = board;
    this.tell = tell;
    /** @type {string[]} */
    this.movers = [];
    this.edges = new VisibleEdges(() => this.tell.loaded());
    this.openLayer = element("div", { class: "lights" });
    this.pieceLayer = element("div", { class: "lights" });
    this.wayLayer = drawn("svg", { class: "marks lights way-layer", "aria-hidden": "true" });
    this.labelLayer = element("div", { class: "lights" });
    plane.append(this.openLayer, this.pieceLayer, this.wayLayer, this.labelLayer);
  }

  /** Takes all light away. */
  clear() {
    for (const layer of [this.openLayer, this.pieceLayer]) layer.replaceChildren();
    this.clearWay();
  }

  clearWay() {
    this.wayLayer.replaceChildren();
    this.labelLayer.replaceChildren();
  }

  /**
   * Lights pieces that may be picked, rings those that are held, and lights what they may do.
   * @param {LitPiece[]} lit
   * @param {LitHeld[]} held
   * @param {LitHandles} handles
   * @param {string[]} places places that may be picked although nothing shows there
   * @param {string[]} movers all places by which orders name a mover
   */
  show(lit, held, handles, places, movers) {
    this.movers = movers;
    const keys = held.map(keyOfPiece);
    const isHeld = (/** @type {string} */ place) => held.some((each) => !each.counter && each.place === place);
    const { width, height } = this.board;
    this.wayLayer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.wayLayer.style.width = `${width}px`;
    this.wayLayer.style.height = `${height}px`;
    this.pieceLayer.replaceChildren(
      ...lit.map((piece) => this.pieceLight(piece, keys)),
      ...places.filter((place) => !held.length || isHeld(place)).map((place) =>
        this.placeLight(place, isHeld(place) ? "pickable held" : "pickable", "", `${place}, may be picked`)),
      ...this.targetLights(handles), ...this.turnLights(lit.find(({ held: each }) => keys.includes(keyOfPiece(each))), handles));
    const reach = handles.reach.filter(({ place }, number, all) => all.findIndex((each) => each.place === place) === number);
    const kind = reach.length > ANYWHERE * this.board.shown.places.length ? "open anywhere" : "open";
    this.openLayer.replaceChildren(...reach.slice(0, MOST_NUMBERED).map(({ place, left, cost }) =>
      this.placeLight(place, kind, inLittleRoom(left), `${place}${left && `, ${withUnit(left)} left`}${cost && `, costs ${cost}`}`)));
    this.clearWay();
  }

  /**
   * @param {LitPiece} piece
   * @param {string[]} keys
   */
  pieceLight(piece, keys) {
    const { row, name, held } = piece;
    const [number] = row;
    const picked = keys.includes(keyOfPiece(held));
    const made = element("button", {
      type: "button", class: picked ? "lit picked" : "lit", "aria-pressed": String(picked), "data-lit": number, ...(this.movers.includes(held.place) ? { "data-at": held.place } : {}),
      "aria-label": `${name} in ${held.place}`, tabindex: keys.length && !picked ? "-1" : "0",
    });
    made.addEventListener("click", () => this.tell.piece(piece));
    return this.standOn(made, row);
  }

  /**
   * Lays a light on what is to be seen of a piece.
   * @template {HTMLElement} T
   * @param {T} made
   * @param {LitRow} row
   */
  standOn(made, [number, look, x, y]) {
    const { board } = this;
    const picture = board.pictures.get(number);
    const sprite = board.story.sprites[look] ?? { width: 1, height: 1 };
    const [width, height] = [sprite.width * board.perMm, sprite.height * board.perMm];
    const edges = this.edges.find(picture);
    const at = picture ? new DOMMatrix(picture.style.transform) : { e: x * board.perMm - width / 2, f: y * board.perMm - height / 2 };
    const middle = { x: at.e + (edges.left + edges.width / 2) * width, y: at.f + (edges.top + edges.height / 2) * height };
    return this.stand(made, middle, edges.width * width, edges.height * height);
  }

  /**
   * A light on a place, with words that can be read at every zoom.
   * @param {string} place
   * @param {string} kind
   * @param {string} words
   * @param {string} label
   */
  placeLight(place, kind, words, label) {
    const found = this.board.shown.places.find((each) => each.id === place);
    const whole = 1.66 * (found?.reach ?? 0) * this.board.perMm;
    const size = Math.min(whole, WIDEST * this.board.unit);
    const named = kind.startsWith("pickable") && size < whole && found ? found.name : words;
    const made = element("button", { type: "button", class: kind, "aria-label": label, "data-place": place, ...(kind.startsWith("pickable") ? { "data-at": place, "aria-pressed": String(kind.endsWith("held")) } : {}) }, element("span", {}, named));
    made.addEventListener("click", () => this.tell.place(place));
    if (!found) return this.stand(made, { x: -99, y: -99 }, 0, 0);
    return this.stand(made, { x: found.x * this.board.perMm, y: found.y * this.board.perMm }, size, size);
  }

  /** @param {LitHandles} handles */
  targetLights({ targets }) {
    const counters = new Set(targets.flatMap((target) => target.counters));
    const rows = [...this.board.position.values()].filter((row) => counters.has(this.board.story.pieces[row[0]]?.id ?? ""));
    const pieces = rows.map((row) => {
      const [number, , , , place] = row;
      const made = element("button", { type: "button", class: "target", "aria-label": `Target ${this.board.story.pieces[number]?.name} in ${place}`, "data-place": place, "data-target": number },
        element("span", {}, "+"));
      made.addEventListener("click", () => this.tell.place(place));
      return this.standOn(made, row);
    });
    const places = [...new Set(targets.flatMap((target) => (target.counters.length ? [] : target.places)))];
    return [...pieces, ...places.map((place) => this.placeLight(place, "target", "+", `Target ${place}`))];
  }

  /**
   * The points of facings round a piece.
   * @param {LitPiece | undefined} piece
   * @param {LitHandles} handles
   */
  turnLights(piece, { turns }) {
    if (!piece) return [];
    const { perMm, unit } = this.board;
    return turns.map(({ facing, line }, number) => {
      const angle = (bearingOf(facing, number, turns.length) * Math.PI) / 180;
      const made = element("button", { type: "button", class: "turn-to", "aria-label": `Face ${facing}`, title: `Face ${facing}`, "data-turn": line }, element("span", {}, facing));
      made.addEventListener("click", () => this.tell.turn(line));
      const round = { x: piece.row[2] * perMm, y: piece.row[3] * perMm, right: Math.sin(angle), down: -Math.cos(angle), away: AWAY * unit };
      for (const [name, value] of Object.entries(round)) made.style.setProperty(`--${name}`, String(value));
      made.style.setProperty("--size", `${0.3 * unit}px`);
      return made;
    });
  }

  /**
   * Draws a way, with words at its end.
   * @param {string[]} way
   * @param {string} side
   * @param {string} words
   */
  drawWay(way, side, words) {
    const { middles, unit } = this.board;
    const event = { kind: /** @type {const} */ ("move"), side, piece: -1, path: way };
    this.wayLayer.replaceChildren(...(way.length > 1 ? drawMarks([event], (place) => middles.get(place), this.board.colour, unit) : []));
    const end = middles.get(way.at(-1) ?? "");
    const label = element("span", { class: "way-words" }, words);
    if (end) this.stand(label, { x: end.x, y: end.y - 0.62 * unit }, 0, 0);
    this.labelLayer.replaceChildren(...(end && words ? [label] : []));
  }

  /**
   * @template {HTMLElement} T
   * @param {T} made
   * @param {LitPoint} middle
   * @param {number} width
   * @param {number} height
   */
  stand(made, middle, width, height) {
    made.style.width = `${width}px`;
    made.style.height = `${height}px`;
    made.style.transform = `translate(${middle.x - width / 2}px, ${middle.y - height / 2}px)`;
    made.style.setProperty("--size", `${0.3 * this.board.unit}px`);
    return made;
  }
}
