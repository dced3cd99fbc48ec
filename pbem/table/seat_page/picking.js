// What a hand does on the board: it picks, carries, goes step by step, points, drops; and asks why a place is closed.

import { Carried } from "./carried.js";
import { speakPick } from "./letters.js";
import { Lights } from "./lights.js";
import { keyOfPiece, NO_HANDLES } from "./seat_values.js";
import { isLit, meaningOf } from "./tapping.js";

/** @typedef {import("../page/view.js").Point} HandPoint */
/** @typedef {import("../page/story.js").Change} HandRow */
/** @typedef {import("./seat_values.js").Held} HandPiece */
/** @typedef {import("./seat_values.js").Gesture} HandGesture */
/** @typedef {import("./seat_values.js").ReadAnswer} HandAnswer */
/** @typedef {import("./tapping.js").Meaning} HandMeaning */
/**
 * `offer`: reads a gesture and gives the order, or shows what there is to say; false where it is none.
 * `whole`: a line that is known already.
 * @typedef {{offer: (gesture: HandGesture, at: HandPoint) => Promise<boolean>, whole: (line: string, at: HandPoint) => void,
 *   choose: (title: string, choices: {label: string, tells: string, line?: string, act: () => void}[], at: HandPoint) => void,
 *   why: (rule: string, why: string, at: HandPoint) => void, hush: () => void, close: () => void, changed: () => void,
 *   say: (words: string, rule?: string, grave?: boolean) => void, speak: (words: string) => void}} HandTold
 */

const HOVER = 40;
const WONDER = 320;
const NARROW = 700;
const FEW = 40;

export class Picking {
  /**
   * @param {import("./calls.js").Calls} calls
   * @param {import("../page/story_page.js").StoryPage} page
   * @param {HTMLElement} plane
   * @param {import("./order_form.js").OrderForm} form
   * @param {HandTold} tell
   */
  constructor(calls, page, plane, form, tell) {
    this.calls = calls;
    this.page = page;
    this.form = form;
    this.tell = tell;
    this.lights = new Lights(page.drawing, plane, {
      piece: (piece) => this.mean({ place: piece.held.place, pieces: [piece.held], add: false }),
      place: (place) => this.tapPlace(place),
      turn: (line) => this.tell.whole(line, this.seen(this.held[0]?.place ?? "")),
      loaded: () => this.drawLights(),
    });
    this.carried = new Carried(page.drawing, plane);
    /** What lies beside the board. @type {import("./seat_values.js").TrayPiece[]} */
    this.tray = [];
    /** @type {import("./seat_values.js").Lit} */
    this.lit = { counters: [], places: [] };
    /** @type {HandPiece[]} */
    this.held = [];
    this.handles = NO_HANDLES;
    /** The places of a way that is gone step by step. @type {string[]} */
    this.stops = [];
    this.stepping = false;
    /** The points of facings are shown, and not the places. */
    this.turning = false;
    /** Whose decision was shown last, and of which kind. */
    this.shown = "";
    /** Steps are being shown that lead to another position. */
    this.isPaused = false;
    this.hovered = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wondering = undefined;
    /** @type {Map<string, Promise<HandAnswer>>} */
    this.readings = new Map();
    this.asked = 0;
  }

  /** Whether the board shows the game as it stands now, and a hand may do something there. */
  get isLive() {
    return !this.isPaused && this.page.playback.at === this.page.playback.last;
  }

  /**
   * @param {import("./seat_values.js").Lit} lit
   * @param {import("./seat_values.js").TrayPiece[]} tray
   */
  begin(lit, tray) {
    this.lit = lit;
    this.tray = tray;
    this.readings.clear();
    this.letGo();
  }

  // --- what lies where -------------------------------------------------------------------------------------

  /** @param {HandRow} row */
  pieceOf(row) {
    return { counter: this.page.story.pieces[row[0]]?.id ?? "", place: row[4] };
  }

  /**
   * The pieces of a place, the highest first; those at a point of the plane before the others.
   * @param {string} place
   * @param {HandPoint} [at]
   */
  piecesAt(place, at) {
    const { drawing } = this.page;
    const rows = drawing.piecesAt(place).reverse();
    const mm = at && { x: at.x / drawing.perMm, y: at.y / drawing.perMm };
    const under = mm ? rows.filter((row) => drawing.covers(row, mm)) : [];
    return [...under, ...rows.filter((row) => !under.includes(row))].map((row) => this.pieceOf(row));
  }

  /** The name of a piece, on the board or beside it. @param {HandPiece} piece */
  nameOf({ counter, place }) {
    const known = counter && (this.page.story.pieces.find(({ id }) => id === counter)?.name || this.tray.find((each) => each.counter === counter)?.name);
    return known || counter || place;
  }

  /** The pieces that may be picked, by their names. @returns {import("./lights.js").LitPiece[]} */
  litPieces() {
    const form = this.form.isOpen;
    const lit = form ? this.form.lit() : this.lit;
    const held = form ? this.form.chosenPieces() : this.held;
    const rows = [...this.page.drawing.position.values()].map((row) => ({ row, held: this.pieceOf(row), name: this.page.story.pieces[row[0]]?.name ?? "" }));
    const found = rows.filter((piece) => isLit(lit, piece.held) || held.some((each) => keyOfPiece(each) === keyOfPiece(piece.held)));
    return found.sort((a, b) => (a.name === b.name ? a.row[0] - b.row[0] : a.name < b.name ? -1 : 1));
  }

  /** Where a place stands in the window. @param {string} place */
  seen(place) {
    return this.page.window.seenAt(this.page.drawing.middles.get(place) ?? { x: 0, y: 0 });
  }

  get name() {
    return [...new Set(this.held.map((piece) => this.nameOf(piece)))].join(", ");
  }

  // --- picking ---------------------------------------------------------------------------------------------

  /**
   * Takes hold of pieces, and lights what they may do.
   * @param {HandPiece[]} pieces
   * @returns {Promise<void>}
   */
  async hold(pieces) {
    const asked = ++this.asked;
    clearTimeout(this.wondering);
    const before = this.held;
    [this.held, this.stops, this.handles, this.turning] = [pieces, [], NO_HANDLES, false];
    this.tell.close();
    clearTimeout(this.page.resting);
    this.keepStack(pieces);
    this.light();
    const found = await this.calls.ask("pick", { pieces }).catch((error) => this.fail(error));
    if (asked !== this.asked || !found) return;
    const last = pieces.at(-1);
    if (last && pieces.length > 1 && before.length && isNothing(found)) {
      this.tell.say("These pieces can do nothing together.");
      return this.hold([last]);
    }
    this.handles = withoutHome(found, pieces);
    if (isNothing(found)) void this.tellNothing(pieces);
    this.light();
    this.follow(pieces, this.handles);
    this.tell.speak(speakPick(this.name, this.handles));
  }

  /**
   * Picks a piece by its number, as from a stack that is fanned out: beside those held there, or no more.
   * @param {number} number
   */
  pickNumber(number) {
    const row = this.page.drawing.position.get(number);
    const piece = row && this.pieceOf(row);
    if (!piece || !this.isLive || this.form.isOpen || !(isLit(this.lit, piece) || this.isHeld(piece))) return false;
    const here = this.held.filter(({ place }) => place === piece.place);
    const others = here.filter((each) => keyOfPiece(each) !== keyOfPiece(piece));
    if (others.length < here.length && !others.length) this.letGo();
    else void this.hold(others.length < here.length ? others : [...here, piece]);
    return true;
  }

  /** @param {number} number */
  isNumberHeld(number) {
    const row = this.page.drawing.position.get(number);
    return row !== undefined && this.isHeld(this.pieceOf(row));
  }

  /** A stack that is fanned out to choose from stays, and shows which of its pieces are held. @param {HandPiece[]} pieces */
  keepStack(pieces) {
    const { stack, drawing } = this.page;
    if (stack.pinned && pieces.every(({ place }) => place === stack.place)) stack.fill(drawing.piecesAt(stack.place));
    else stack.close();
  }

  /**
   * Brings what is held into sight; in a narrow window what is open to it, too.
   * @param {HandPiece[]} pieces
   * @param {import("./seat_values.js").Handles} handles
   */
  follow(pieces, { reach, targets }) {
    const { window: board, drawing } = this.page;
    const open = board.size.width < NARROW ? [...reach.map(({ place }) => place), ...targets.flatMap(({ places }) => places)] : [];
    const points = [...pieces.map(({ place }) => place), ...open].map((place) => drawing.middles.get(place)).filter((each) => each !== undefined);
    board.follow(points, drawing.unit);
  }

  /** Of a piece that can do nothing now: why, by the rule that closes the place nearest to it. @param {HandPiece[]} pieces */
  async tellNothing(pieces) {
    const { name } = this;
    const [piece] = pieces;
    const middle = this.page.drawing.middles.get(piece?.place ?? "");
    const places = [...this.page.drawing.middles].filter(([place]) => place !== piece?.place);
    const near = middle && places.sort(([, a], [, b]) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y))[0];
    const found = near && (await this.calls.ask("why", { piece, place: near[0] }).catch(() => null));
    this.tell.say(`${name} can do nothing now${found?.why ? `: ${found.why}` : ""}.`, found?.rule ?? "");
  }

  /** @param {HandPiece} piece */
  isHeld(piece) {
    return this.held.some((each) => keyOfPiece(each) === keyOfPiece(piece));
  }

  letGo() {
    this.asked += 1;
    clearTimeout(this.wondering);
    [this.held, this.stops, this.handles, this.hovered] = [[], [], NO_HANDLES, ""];
    this.carried.put();
    this.tell.close();
    this.light();
  }

  /** Draws all lights anew, or none where the reader looks at an earlier step. */
  light() {
    this.drawLights();
    this.tell.changed();
  }

  drawLights() {
    this.lights.clear();
    if (!this.isLive) return;
    const form = this.form.isOpen;
    const others = form || !this.held.length || this.handles.targets.length > 0;
    const lit = this.litPieces().filter(({ held }) => others || this.isHeld(held));
    this.lights.show(lit, form ? this.form.chosenPieces() : this.held, this.shownHandles, this.barePlaces(lit), form ? [] : this.lit.places);
  }

  /** The places or the facings of what is held: the points of facings would lie over the places beside it. */
  get shownHandles() {
    const { handles } = this;
    if (!handles.reach.length) return handles;
    return this.turning ? { ...handles, reach: [] } : { ...handles, turns: [] };
  }

  /** Shows the facings, or the places again. */
  turn() {
    this.turning = !this.turning;
    this.light();
  }

  /** The places that may be picked and at which no lit piece is to be seen. @param {import("./lights.js").LitPiece[]} pieces */
  barePlaces(pieces) {
    const { places } = this.form.isOpen ? this.form.lit() : this.lit;
    return places.filter((place) => !pieces.some(({ held }) => held.place === place));
  }

  /**
   * Brings what may be picked into sight: of few pieces all, where another kind of decision is due, else one. Where
   * nothing may be picked, what lies beside the map is shown, such as the lines of a battle.
   * @param {string} kind
   */
  showLit(kind) {
    const { window: board, drawing } = this.page;
    const fresh = kind !== this.shown;
    this.shown = kind;
    const lit = this.litPieces().map(({ row }) => row);
    const rows = lit.length || !fresh ? lit : [...drawing.position.values()].filter(([, , , , place]) => drawing.isOff(place));
    const points = rows.map((row) => ({ x: row[2] * drawing.perMm, y: row[3] * drawing.perMm }));
    const seen = points.filter((point) => {
      const { x, y } = board.seenAt(point);
      return x > 0 && y > 0 && x < board.size.width && y < board.size.height;
    });
    const all = fresh && points.length <= FEW;
    if (all ? seen.length < points.length : !seen.length) board.follow(points, drawing.unit);
  }

  /** @param {unknown} error */
  fail(error) {
    if (error instanceof Error) this.tell.say(error.message);
    return null;
  }

  // --- taps ------------------------------------------------------------------------------------------------

  /**
   * @param {HandPoint} at
   * @param {PointerEvent} event
   */
  tap(at, event) {
    if (!this.isLive) return false;
    const place = this.page.drawing.placeAt(at);
    if (place === undefined) {
      const held = this.held.length > 0;
      this.letGo();
      return held;
    }
    return this.mean({ place, pieces: this.piecesAt(place, at), add: event.shiftKey || event.ctrlKey });
  }

  /** A tap on a place by keyboard or by its number. @param {string} place */
  tapPlace(place) {
    return this.mean({ place, pieces: this.piecesAt(place), add: false });
  }

  /** @param {import("./tapping.js").Tap} tap */
  mean(tap) {
    if (this.form.isOpen && this.form.tap(tap.place, tap.pieces)) return true;
    if (this.form.isOpen) return false;
    return this.act(meaningOf(tap, { held: this.held, handles: this.handles, lit: this.lit }), this.seen(tap.place));
  }

  /**
   * @param {HandMeaning} meaning
   * @param {HandPoint} at
   */
  act(meaning, at) {
    if (meaning.act === "look") return false;
    if (meaning.act === "pick") void this.hold(meaning.pieces);
    if (meaning.act === "drop") this.letGo();
    if (meaning.act === "put") void this.put(meaning.place, at);
    if (meaning.act === "point") void this.point(meaning.targets, at);
    if (meaning.act === "ask") this.askWhich(meaning.meanings, at);
    if (meaning.act === "closed") void this.refuse(meaning.place, at);
    return true;
  }

  /** @param {HandMeaning[]} meanings @param {HandPoint} at */
  askWhich(meanings, at) {
    const label = (/** @type {HandMeaning} */ meaning) => {
      if (meaning.act === "put") return `Go to ${meaning.place}`;
      if (meaning.act === "point") return `Aim at it`;
      const last = meaning.act === "pick" && meaning.pieces.at(-1);
      return meaning.act === "pick" ? `Pick ${last ? this.nameOf(last) : ""}${meaning.pieces.length > 1 ? " too" : " instead"}` : "";
    };
    this.tell.choose("Which is meant?", meanings.map((meaning) => ({ label: label(meaning), tells: "", act: () => {
      this.tell.close();
      this.act(meaning, at);
    } })), at);
  }

  /**
   * Brings what is held to a place: at once, or as the next step of a way.
   * @param {string} place
   * @param {HandPoint} at
   */
  async put(place, at) {
    if (this.stepping && this.stops.at(-1) !== place) return this.step(place);
    const kinds = this.stops.length ? [] : this.handles.reach.filter((each) => each.place === place);
    if (kinds.length > 1) {
      const choices = kinds.map(({ line, cost, left }) => ({ label: line, line, tells: costText(cost, left), act: () => this.tell.whole(line, at) }));
      return this.tell.choose("Which order?", choices, at);
    }
    const way = this.wayTo(place);
    const done = await this.tell.offer({ kind: "put", pieces: this.held, way }, at);
    if (!done) this.carried.glideBack();
  }

  /** @param {string} place */
  wayTo(place) {
    const stops = this.stops.at(-1) === place ? this.stops : [...this.stops, place];
    return [this.held[0]?.place ?? "", ...stops];
  }

  /** One more place of the way; it stays if the rules take it so far. @param {string} place */
  async step(place) {
    const found = await this.read({ kind: "put", pieces: this.held, way: this.wayTo(place) });
    if (found?.fault) return this.tell.say(found.fault.why, found.fault.rule, true);
    this.stops = [...this.stops, place];
    this.showWay(place, found);
    this.tell.changed();
  }

  /** Gives the way that was gone step by step; false if there is none. */
  giveWay() {
    const last = this.stops.at(-1);
    if (!last) return false;
    void this.put(last, this.seen(last));
    return true;
  }

  /**
   * @param {import("./seat_values.js").Target[]} targets
   * @param {HandPoint} at
   */
  async point(targets, at) {
    const [target] = targets;
    if (!target) return;
    if (targets.length > 1) {
      const choices = targets.map(({ line }) => ({ label: line, line, tells: "", act: () => this.tell.whole(line, at) }));
      return this.tell.choose("Which is meant?", choices, at);
    }
    const aimed = target.counters.map((counter) => {
      const row = [...this.page.drawing.position.values()].find((each) => this.page.story.pieces[each[0]]?.id === counter);
      return { counter, place: row?.[4] ?? target.places[0] ?? "" };
    });
    const done = await this.tell.offer({ kind: "point", pieces: this.held, at: aimed.length ? aimed : target.places.map((place) => ({ counter: "", place })) }, at);
    if (!done) this.carried.glideBack();
  }

  /**
   * A place that is closed: why, as far as the rules can tell.
   * @param {string} place
   * @param {HandPoint} at
   */
  async refuse(place, at) {
    const [piece] = this.held;
    this.carried.glideBack();
    if (!piece || piece.place === place) return;
    let found = await this.calls.ask("why", { piece, place }).catch(() => null);
    if (!found?.why) found = (await this.read({ kind: "put", pieces: this.held, way: [piece.place, place] }))?.fault;
    if (!found?.why) return;
    this.tell.why(found.rule, found.why, at);
    this.tell.say(found.why, found.rule, true);
  }

  // --- hovering --------------------------------------------------------------------------------------------

  /** @param {HandPoint | null} at */
  hover(at) {
    if (!this.held.length || !this.isLive) return false;
    const place = at ? this.page.drawing.placeAt(at) ?? "" : "";
    if (place === this.hovered) return true;
    this.hovered = place;
    clearTimeout(this.wondering);
    this.tell.hush();
    if (!this.stops.length) this.lights.clearWay();
    if (!place || this.held.some((piece) => piece.place === place)) return true;
    const open = this.handles.reach.some((each) => each.place === place);
    const aimed = this.handles.targets.some((target) => target.places.includes(place)) || this.piecesAt(place).some(({ counter }) => this.handles.targets.some(({ counters }) => counters.includes(counter)));
    if (open) this.wondering = setTimeout(() => this.preview(place), HOVER);
    else if (!aimed) this.wondering = setTimeout(() => this.wonder(place), WONDER);
    return true;
  }

  /** Draws the way to an open place, with its cost. @param {string} place */
  async preview(place) {
    const found = await this.read({ kind: "put", pieces: this.held, way: this.wayTo(place) });
    if (this.hovered === place && found && !found.fault) this.showWay(place, found);
  }

  /** @param {string} place @param {HandAnswer | null} found */
  showWay(place, found) {
    const ahead = found?.ahead;
    const reached = this.handles.reach.find((each) => each.place === place);
    const words = costText(ahead?.cost || reached?.cost, ahead?.left || reached?.left);
    this.lights.drawWay(ahead?.way.length ? ahead.way : this.wayTo(place), this.side, words);
  }

  get side() {
    return this.page.story.pieces.find(({ id }) => id && id === this.held[0]?.counter)?.side ?? "";
  }

  /** Says beside the pointer why a place is closed. @param {string} place */
  async wonder(place) {
    const [piece] = this.held;
    if (!piece) return;
    const found = await this.calls.ask("why", { piece, place }).catch(() => null);
    if (found?.why && this.hovered === place) this.tell.why(found.rule, found.why, this.seen(place));
  }

  /** A gesture read, once for each. @param {HandGesture} gesture @returns {Promise<HandAnswer | null>} */
  read(gesture) {
    const key = JSON.stringify(gesture);
    const known = this.readings.get(key) ?? this.calls.ask("read", { gesture });
    this.readings.set(key, known);
    return known.catch((error) => {
      this.readings.delete(key);
      return this.fail(error);
    });
  }
}

/** What pieces may do; where they lie already, they need not go. @param {import("./seat_values.js").Handles} handles @param {HandPiece[]} pieces */
function withoutHome(handles, pieces) {
  return { ...handles, reach: handles.reach.filter(({ place }) => pieces.every((piece) => piece.place !== place)) };
}

/** @param {import("./seat_values.js").Handles} handles */
function isNothing({ reach, targets, turns, marks, forms }) {
  return !(reach.length || targets.length || turns.length || marks.length || forms.length);
}

/** @param {string} [cost] @param {string} [left] */
function costText(cost, left) {
  return [cost && `costs ${cost}`, left && `${left} left`].filter(Boolean).join(", ");
}
