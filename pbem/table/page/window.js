// The window onto the board: pan and zoom by mouse, wheel, pinch and keys; only the plane's transform changes.

import { boundedView, centredView, CLOSEST, fittedView, followingView, zoomedView } from "./view.js";

/** @typedef {import("./view.js").View} BoardView */
/** @typedef {import("./view.js").Point} WindowPoint */

const STILL = 5;
const WHEEL = 0.0016;
const NARROW = 600;
const READABLE = 26;
const SETTLED = 180;
const LONG = 450;
const PAPER = { width: 680, height: 760 };

/**
 * A hand that may take hold of what lies at a point, instead of the board. A mouse does so; a finger pans.
 * @typedef {{grab: (at: WindowPoint, event: PointerEvent) => boolean, carry: (at: WindowPoint, event: PointerEvent) => void,
 *   drop: (at: WindowPoint, event: PointerEvent) => void, cancel: () => void}} Hands
 */
/**
 * What the window tells of: taps, a mouse that hovers, a finger that rests (points of the plane).
 * @typedef {{tap: (at: WindowPoint, event: PointerEvent) => void, hover: (at: WindowPoint | null) => void,
 *   rest: (at: WindowPoint) => void}} Told
 */

/** A piece is not smaller than so many pixels when a board is laid, in a narrow window and in a wide one. @typedef {{narrow: number, wide: number}} LeastPiece */

/** The part of the board that is seen. */
export class BoardWindow {
  /**
   * @param {HTMLElement} room
   * @param {HTMLElement} plane
   * @param {Told} tell
   * @param {Hands | null} hands
   * @param {LeastPiece} smallest
   */
  constructor(room, plane, tell, hands, smallest) {
    this.smallest = smallest;
    this.hands = hands;
    this.carrying = -1;
    this.room = room;
    this.plane = plane;
    this.tell = tell;
    this.size = { width: 1, height: 1 };
    this.extent = { width: 1, height: 1 };
    /** @type {BoardView} */
    this.view = { scale: 1, x: 0, y: 0 };
    this.least = 1;
    this.frame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    /** @type {Map<number, WindowPoint>} */
    this.pointers = new Map();
    this.travelled = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.listen();
  }

  /**
   * A board of this extent has been laid: all of it is shown, or if pieces were too small then, a part around `middle`.
   * @param {{width: number, height: number}} extent
   * @param {number} unit
   * @param {WindowPoint} middle
   */
  lay(extent, unit, middle) {
    this.extent = extent;
    this.preparePrint();
    this.measure();
    const small = this.size.width < NARROW ? this.smallest.narrow : this.smallest.wide;
    if (unit * this.least >= small) this.fit();
    else this.set(centredView(Math.max(READABLE, small) / unit, middle, this.size));
  }

  /** On paper all of the board is shown, as large as a page holds it. */
  preparePrint() {
    const { width, height } = this.extent;
    const scale = fittedView(this.extent, PAPER).scale;
    const values = { scale, width: scale * width, height: scale * height };
    for (const [name, value] of Object.entries(values)) this.room.style.setProperty(`--print-${name}`, String(value));
  }

  measure() {
    const { width, height } = this.room.getBoundingClientRect();
    this.size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.least = fittedView(this.extent, this.size).scale;
  }

  fit() {
    this.set(fittedView(this.extent, this.size));
  }

  /** @param {BoardView} view */
  set(view) {
    this.view = boundedView(view, this.extent, this.size);
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = 0;
    const { scale, x, y } = this.view;
    this.plane.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    if (this.plane.style.getPropertyValue("--zoom") !== String(scale)) this.plane.style.setProperty("--zoom", String(scale));
  }

  /** The plane becomes a layer of its own while it moves, and is drawn sharply when it rests. */
  stir() {
    this.plane.classList.add("moving");
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.plane.classList.remove("moving"), SETTLED);
  }

  /**
   * @param {number} factor
   * @param {WindowPoint} [at]
   */
  zoom(factor, at = { x: this.size.width / 2, y: this.size.height / 2 }) {
    this.stir();
    this.set(zoomedView(this.view, factor, at, this.least));
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  pan(x, y) {
    this.stir();
    this.set({ scale: this.view.scale, x: this.view.x + x, y: this.view.y + y });
  }

  /** @param {WindowPoint} point */
  centre(point) {
    this.set(centredView(Math.min(CLOSEST, Math.max(this.view.scale, 2 * this.least)), point, this.size));
  }

  /**
   * @param {WindowPoint[]} points
   * @param {number} unit
   */
  follow(points, unit) {
    if (points.length) this.set(followingView(this.view, points, this.size, unit * this.view.scale * 0.7));
  }

  /**
   * A point of the plane in the window.
   * @param {WindowPoint} point
   */
  seenAt(point) {
    return { x: point.x * this.view.scale + this.view.x, y: point.y * this.view.scale + this.view.y };
  }

  /** @param {WindowPoint} at */
  planePoint(at) {
    return { x: (at.x - this.view.x) / this.view.scale, y: (at.y - this.view.y) / this.view.scale };
  }

  /** @param {MouseEvent} event */
  pointOf(event) {
    const box = this.room.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  listen() {
    const { room } = this;
    room.addEventListener("pointerdown", (event) => this.press(event));
    room.addEventListener("pointermove", (event) => this.drag(event));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      room.addEventListener(kind, (event) => this.release(event));
    }
    room.addEventListener("pointerleave", () => this.tell.hover(null));
    room.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      const speed = event.ctrlKey ? 6 : 1;
      this.zoom(Math.exp(-event.deltaY * lines * speed * WHEEL), this.pointOf(event));
    }, { passive: false });
    new ResizeObserver(() => {
      const whole = this.view.scale <= this.least * 1.001;
      this.measure();
      if (whole) this.fit();
      else this.set(this.view);
    }).observe(room);
  }

  /** @param {PointerEvent} event */
  press(event) {
    const within = event.target instanceof Element && event.target.closest("button, form");
    if (event.button !== 0 || within) return;
    this.room.setPointerCapture(event.pointerId);
    if (!this.pointers.size) this.travelled = 0;
    const at = this.pointOf(event);
    const alone = !this.pointers.size;
    this.pointers.set(event.pointerId, at);
    if (alone && event.pointerType === "mouse" && this.hands?.grab(this.planePoint(at), event)) this.carrying = event.pointerId;
    clearTimeout(this.resting);
    if (alone && event.pointerType !== "mouse") this.resting = setTimeout(() => this.rest(at), LONG);
  }

  /** A finger that has rested is no tap. @param {WindowPoint} at */
  rest(at) {
    if (this.travelled > STILL || this.pointers.size !== 1) return;
    this.travelled = Infinity;
    this.tell.rest(this.planePoint(at));
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    const now = this.pointOf(event);
    if (!before) {
      if (event.pointerType === "mouse") this.tell.hover(this.planePoint(now));
      return;
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.travelled += Math.hypot(now.x - before.x, now.y - before.y);
    this.pointers.set(event.pointerId, now);
    if (this.carrying === event.pointerId) {
      if (this.travelled > STILL) this.hands?.carry(this.planePoint(now), event);
      return;
    }
    if (!other) {
      if (this.travelled > STILL) this.pan(now.x - before.x, now.y - before.y);
      return;
    }
    const apart = (/** @type {WindowPoint} */ point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const middle = (/** @type {WindowPoint} */ point) => ({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
    this.pan(middle(now).x - middle(before).x, middle(now).y - middle(before).y);
    this.zoom(apart(now) / apart(before), middle(now));
  }

  /** @param {PointerEvent} event */
  release(event) {
    const pressed = this.pointers.delete(event.pointerId);
    clearTimeout(this.resting);
    const still = this.travelled <= STILL && !this.pointers.size;
    const carried = this.carrying === event.pointerId;
    if (carried) this.carrying = -1;
    const at = this.planePoint(this.pointOf(event));
    if (carried && (still || event.type !== "pointerup")) this.hands?.cancel();
    else if (carried) this.hands?.drop(at, event);
    if (pressed && still && event.type === "pointerup") this.tell.tap(at, event);
  }
}
