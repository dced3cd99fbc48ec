// What a mouse carries: pieces of the board or of the tray follow it, with Shift place by place, and are dropped.

import { isLit, meaningOf } from "./tapping.js";

/** @typedef {import("../page/view.js").Point} CarryPoint */
/** @typedef {import("./seat_values.js").Held} CarryPiece */

export class Carrying {
  /** @param {import("./picking.js").Picking} picking */
  constructor(picking) {
    this.picking = picking;
    /** @type {CarryPiece | undefined} */
    this.grabbed = undefined;
    /** @type {CarryPoint | undefined} */
    this.grabbedAt = undefined;
  }

  /** What a mouse may carry. @returns {import("../page/window.js").Hands} */
  get hands() {
    return {
      grab: (at) => this.grab(at),
      carry: (at, event) => this.carry(at, event),
      drop: (at, event) => this.drop(at, event),
      cancel: () => this.picking.carried.put(),
    };
  }

  /** What the tray tells of its pieces. @returns {import("./tray.js").TrayTold} */
  get trayHands() {
    const at = (/** @type {PointerEvent} */ event) => this.picking.page.window.planePoint(this.picking.page.window.pointOf(event));
    return {
      pick: (piece, event) => this.pickFromTray(piece, event.shiftKey || event.ctrlKey),
      lift: (piece, event) => {
        void this.picking.hold([heldOf(piece)]);
        this.picking.carried.liftPicture(piece.sprite, at(event));
      },
      carry: (event) => {
        this.picking.carried.follow(at(event));
        this.picking.hover(at(event));
      },
      drop: (event) => this.drop(at(event), event),
      cancel: () => this.picking.carried.put(),
    };
  }

  /** @param {CarryPiece} piece @param {boolean} add */
  pickFromTray(piece, add) {
    const held = heldOf(piece);
    if (this.picking.form.isOpen) this.picking.form.tap(held.place, [held]);
    else if (this.picking.isHeld(held)) this.picking.letGo();
    else if (this.picking.isLive) void this.picking.hold(add ? [...this.picking.held, held] : [held]);
  }

  /** @param {CarryPoint} at */
  grab(at) {
    if (!this.picking.isLive || this.picking.form.isOpen) return false;
    const place = this.picking.page.drawing.placeAt(at);
    const [top] = place === undefined ? [] : this.picking.piecesAt(place, at);
    this.grabbed = top && this.picking.piecesAt(top.place, at).find((piece) => this.picking.isHeld(piece) || isLit(this.picking.lit, piece));
    this.grabbedAt = at;
    return this.grabbed !== undefined;
  }

  /**
   * The pieces follow the pointer; with Shift each place on the way is a stop.
   * @param {CarryPoint} at
   * @param {PointerEvent} event
   */
  carry(at, event) {
    if (!this.grabbed) return;
    if (!this.picking.carried.isHeld) {
      if (!this.picking.isHeld(this.grabbed)) void this.picking.hold([this.grabbed]);
      const rows = this.picking.litPieces().filter(({ held }) => this.picking.isHeld(held)).map(({ row }) => row[0]);
      this.picking.carried.lift(rows, this.grabbedAt ?? at);
    }
    this.picking.carried.follow(at);
    if (event.shiftKey) this.passOver(at);
    this.picking.hover(at);
  }

  /** @param {CarryPoint} at */
  passOver(at) {
    const place = this.picking.page.drawing.placeAt(at);
    const before = this.picking.stops.at(-2) ?? this.picking.held[0]?.place;
    if (!place || place === (this.picking.stops.at(-1) ?? this.picking.held[0]?.place)) return;
    this.picking.stops = place === before ? this.picking.stops.slice(0, -1) : [...this.picking.stops, place];
    this.picking.hovered = "";
  }

  /**
   * @param {CarryPoint} at
   * @param {PointerEvent} event
   */
  drop(at, event) {
    if (!this.picking.carried.isHeld) return;
    const place = this.picking.page.drawing.placeAt(at);
    const home = this.picking.held[0]?.place;
    if (place === undefined || place === home) return this.picking.carried.glideBack();
    const tap = { place, pieces: this.picking.piecesAt(place, at), add: false };
    const meaning = meaningOf(tap, { held: this.picking.held, handles: this.picking.handles, lit: { counters: [], places: [] } });
    const stepping = this.picking.stepping;
    this.picking.stepping = false;
    if (meaning.act === "closed" || meaning.act === "look") void this.picking.put(place, this.picking.page.window.pointOf(event));
    else this.picking.act(meaning, this.picking.page.window.pointOf(event));
    this.picking.stepping = stepping;
  }
}

/** @param {CarryPiece} piece */
function heldOf({ counter, place }) {
  return { counter, place };
}
