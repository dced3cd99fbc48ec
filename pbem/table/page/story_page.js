// The page of a story: it joins board, log, caption, numbers and controls, and follows the reader's step.

import { addressOf, stepOfAddress } from "./address.js";
import { BoardDrawing } from "./board.js";
import { Book } from "./book.js";
import { fillCaption } from "./caption.js";
import { Controls } from "./controls.js";
import { fillDice } from "./dice.js";
import { byId, counted } from "./elements.js";
import { listenToFinder } from "./finder.js";
import { listenToKeys } from "./keys.js";
import { GameLog } from "./log.js";
import { Numbers } from "./numbers.js";
import { Playback } from "./playback.js";
import { Sides } from "./sides.js";
import { listPosition, speakStep } from "./speech.js";
import { StackViewer } from "./stack.js";
import { historyOfPiece, Positions } from "./story.js";
import { Tabs } from "./tabs.js";
import { BoardWindow } from "./window.js";

const PAN = 80;
const NEARER = 1.3;
const REST = 200;
const QUIET = 400;

/**
 * What one kind of page adds to its story. Of a tap and of a pointer it says whether it has dealt with them.
 * `panels`: more tabs, which stand first, by their names; `addressed`: whether the address tells the step.
 * @typedef {{about: (panel: HTMLElement, keys: import("./keys.js").Key[]) => void,
 *   keys: (own: import("./keys.js").Key[]) => import("./keys.js").Key[], panels: Record<string, HTMLElement>,
 *   addressed: boolean, shown: (at: number) => void, tap: (at: import("./view.js").Point, event: PointerEvent) => boolean,
 *   hover: (at: import("./view.js").Point | null) => boolean, rest: (at: import("./view.js").Point) => void,
 *   hands: import("./window.js").Hands | null, smallest: import("./window.js").LeastPiece, follow: (piece: number) => boolean,
 *   held: (piece: number) => boolean}} PageKind
 */
/**
 * How a story goes on: `keep` of its steps stay, and what is said of it anew.
 * @typedef {{keep: number} & Partial<import("./story.js").Story>} MoreOfStory
 */

/** The page at work: each part of it, and what leads from one to another. */
export class StoryPage {
  /**
   * @param {import("./story.js").Story} story
   * @param {PageKind} kind
   */
  constructor(story, kind) {
    this.story = story;
    this.kind = kind;
    /** Pieces stand where they belong at once, without gliding there. */
    this.still = false;
    this.sides = new Sides(story.sides);
    this.positions = new Positions(story.steps);
    this.playback = new Playback(story.steps);
    this.drawing = new BoardDrawing(story, byId("plane", HTMLElement), (side) => this.sides.colour(side));
    this.window = new BoardWindow(byId("window", HTMLElement), byId("plane", HTMLElement), {
      tap: (at, event) => kind.tap(at, event) || this.tap(at),
      hover: (at) => this.hover(at),
      rest: (at) => kind.rest(at),
    }, kind.hands, kind.smallest);
    this.stack = new StackViewer(story, this.sides, byId("stack", HTMLElement), {
      closed: () => this.drawing.point([], ""),
      followed: () => this.refreshStack(this.playback.at),
      pressed: (piece) => kind.follow(piece),
      held: (piece) => kind.held(piece),
    });
    this.book = new Book(story, byId("book", HTMLDialogElement));
    this.rule = (/** @type {string} */ number) => this.book.link(number);
    this.log = new GameLog(story, this.sides, this.rule, byId("log-panel", HTMLElement), (step) => this.jump(step));
    this.numbers = this.count();
    this.controls = new Controls(byId("buttons", HTMLElement), byId("scrub", HTMLInputElement), this.playback);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.quiet = undefined;
  }

  begin() {
    this.fillPanels();
    this.playback.listen((at, before) => this.show(at, before));
    addEventListener("hashchange", () => this.goToAddress());
    this.goToAddress();
    setTimeout(() => this.log.buildAll(), REST);
  }

  fillPanels() {
    fillDice(byId("dice-panel", HTMLElement), this.story.dice, this.sides);
    this.fillBook();
    const keys = this.kind.keys(this.keys());
    this.kind.about(byId("about-panel", HTMLElement), keys);
    listenToKeys(keys);
    const panels = { Log: "log", Numbers: "numbers", Dice: "dice", Rules: "rules", About: "about" };
    const tabs = Object.entries(panels).map(([name, id]) => ({ name, panel: byId(`${id}-panel`, HTMLElement) }));
    const first = Object.entries(this.kind.panels).map(([name, panel]) => ({ name, panel }));
    this.tabs = new Tabs(byId("tabs", HTMLElement), [...first, ...tabs], () => this.log.keepInSight());
    byId("skip", HTMLElement).addEventListener("click", (event) => {
      event.preventDefault();
      this.tabs?.show(first.length);
      byId("log-panel", HTMLElement).focus();
    });
    byId("zoom-in", HTMLElement).addEventListener("click", () => this.window.zoom(NEARER));
    byId("zoom-out", HTMLElement).addEventListener("click", () => this.window.zoom(1 / NEARER));
    byId("zoom-fit", HTMLElement).addEventListener("click", () => this.window.fit());
    listenToFinder(byId("finder", HTMLFormElement), byId("place", HTMLInputElement), byId("found", HTMLOutputElement),
      () => this.drawing.shown.places, (place) => this.openPlace(place));
  }

  fillBook() {
    this.book.fill(byId("rules-panel", HTMLElement));
  }

  /** What the game counts, and its charts. */
  count() {
    return new Numbers(this.story, this.sides, byId("numbers-panel", HTMLElement), (step) => this.jump(step));
  }

  /**
   * The story goes on. The reader stays where they are, if that step is still there. A story with other boards
   * is another story, of which nothing that was drawn is kept.
   * @param {MoreOfStory} more
   */
  extend({ keep, steps = [], sprites = [], ...rest }) {
    const before = shapeOfBoards(this.story.boards);
    Object.assign(this.story, rest);
    if (rest.sides) this.sides.rename(rest.sides);
    if (rest.boards) this.drawing.forget(before === shapeOfBoards(rest.boards));
    this.story.sprites.splice(rest.boards ? 0 : this.story.sprites.length, rest.boards ? Infinity : 0, ...sprites);
    this.story.steps.splice(keep, Infinity, ...steps);
    this.positions = new Positions(this.story.steps);
    this.log.cut(keep);
    this.numbers = this.count();
    fillDice(byId("dice-panel", HTMLElement), this.story.dice, this.sides);
    this.book.read();
    this.fillBook();
    this.playback.extend(this.story.steps);
    this.controls.slider.max = String(this.playback.last);
    setTimeout(() => this.log.buildAll(), REST);
  }

  /** @returns {import("./keys.js").Key[]} */
  keys() {
    const { playback, window: board } = this;
    const step = (/** @type {import("./story.js").Unit} */ unit, /** @type {1 | -1} */ way) => () => playback.move(unit, way);
    return [
      { keys: ["ArrowRight"], shown: "→", tells: "next step", act: step("entry", 1) },
      { keys: ["ArrowLeft"], shown: "←", tells: "previous step", act: step("entry", -1) },
      { keys: ["Shift+ArrowRight"], shown: "Shift →", tells: "next phase", act: step("phase", 1) },
      { keys: ["Shift+ArrowLeft"], shown: "Shift ←", tells: "previous phase", act: step("phase", -1) },
      { keys: ["ArrowDown", "Shift+ArrowDown"], shown: "↓", tells: "next turn", act: step("turn", 1) },
      { keys: ["ArrowUp", "Shift+ArrowUp"], shown: "↑", tells: "previous turn", act: step("turn", -1) },
      { keys: ["Home"], shown: "Home", tells: "first step", act: () => this.jump(0) },
      { keys: ["End"], shown: "End", tells: "last step", act: () => this.jump(playback.last) },
      { keys: [" "], shown: "Space", tells: "play and pause", act: () => playback.togglePlay() },
      { keys: ["+", "="], shown: "+", tells: "zoom in", act: () => board.zoom(NEARER) },
      { keys: ["-"], shown: "−", tells: "zoom out", act: () => board.zoom(1 / NEARER) },
      { keys: ["0"], shown: "0", tells: "show all of the map", act: () => board.fit() },
      { keys: ["w"], shown: "W", tells: "pan up", act: () => board.pan(0, PAN) },
      { keys: ["a"], shown: "A", tells: "pan left", act: () => board.pan(PAN, 0) },
      { keys: ["s"], shown: "S", tells: "pan down", act: () => board.pan(0, -PAN) },
      { keys: ["d"], shown: "D", tells: "pan right", act: () => board.pan(-PAN, 0) },
      { keys: ["g"], shown: "G", tells: "type a place and go there; Tab then goes through its counters", act: () => byId("place", HTMLInputElement).select() },
      { keys: ["Escape"], shown: "Escape", tells: "close the stack", act: () => this.stack.close() },
    ];
  }

  /** @param {number} step */
  jump(step) {
    this.playback.pause();
    this.playback.go(step);
  }

  goToAddress() {
    this.jump(stepOfAddress(this.story.steps, location.hash) ?? this.playback.at);
  }

  /**
   * Shows a step everywhere.
   * @param {number} at
   * @param {number} before
   */
  show(at, before) {
    const step = /** @type {import("./story.js").Step} */ (this.story.steps[at]);
    const position = this.positions.at(at);
    const laid = this.drawing.lay(step.board);
    this.drawing.show(position, at, !laid && !this.still && Math.abs(at - before) === 1);
    if (laid) this.window.lay(this.drawing, this.drawing.unit, this.middleOf(position));
    this.followAction(step);
    if (laid) this.stack.close();
    this.refreshStack(at);
    fillCaption(byId("caption", HTMLElement), this.story, this.sides, this.book, at);
    this.log.show(at);
    this.numbers.show(at);
    const told = speakStep(this.story, this.sides, at);
    this.controls.show(at, told);
    this.speak(at, told, position);
    if (at !== before && this.kind.addressed) history.replaceState(null, "", addressOf(this.story.steps, at));
    this.kind.shown(at);
  }

  /**
   * A stack that is held open shows what lies there now, and goes with a counter that is followed; it closes if
   * nothing is there.
   * @param {number} at
   */
  refreshStack(at) {
    const { stack, drawing } = this;
    const followed = drawing.position.get(stack.followed);
    if (followed) stack.place = followed[4];
    const pieces = stack.pinned ? drawing.piecesAt(stack.place) : [];
    if (!pieces.length) return stack.close();
    const way = followed ? historyOfPiece(this.story.steps, stack.followed).filter((each) => each.step <= at) : [];
    const places = way.map((each) => each.place).filter(Boolean);
    drawing.point(places.length ? places : [stack.place], this.sides.colour(this.story.pieces[stack.followed]?.side ?? ""));
    stack.fill(pieces);
    this.standStack(stack.place);
  }

  /**
   * Tells a screen reader, when the reader has come to rest.
   * @param {number} at
   * @param {string} told
   * @param {import("./story.js").Position} position
   */
  speak(at, told, position) {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      byId("spoken", HTMLElement).textContent = told;
      const board = this.story.steps[at]?.board ?? 0;
      byId("position", HTMLElement).replaceChildren(listPosition(this.story, board, position));
    }, QUIET);
  }

  /** @param {import("./story.js").Position} position */
  middleOf(position) {
    const all = [...position.values()].map(([, , x, y]) => ({ x: x * this.drawing.perMm, y: y * this.drawing.perMm }));
    if (!all.length) return { x: this.drawing.width / 2, y: this.drawing.height / 2 };
    const sum = all.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
    return { x: sum.x / all.length, y: sum.y / all.length };
  }

  /**
   * Pans to what happened, if it lies outside of the window.
   * @param {import("./story.js").Step} step
   */
  followAction(step) {
    const { middles, perMm, unit } = this.drawing;
    const places = step.events.flatMap((event) => event.path).map((place) => middles.get(place)).filter((each) => each !== undefined);
    const changed = step === this.story.steps[0] ? [] : step.changes.map(([, , x, y]) => ({ x: x * perMm, y: y * perMm }));
    this.window.follow(places.length ? places : changed, unit);
  }

  /** @param {import("./view.js").Point} at */
  tap(at) {
    const place = this.drawing.placeAt(at);
    if (place === undefined || (this.stack.pinned && place === this.stack.place)) this.stack.close();
    else this.openStack(place, true);
  }

  /** @param {import("./view.js").Point | null} at */
  hover(at) {
    clearTimeout(this.resting);
    if (this.kind.hover(at) || this.stack.pinned) return;
    const place = at ? this.drawing.placeAt(at) : undefined;
    if (place === this.stack.place && place) return;
    this.stack.close();
    if (place !== undefined && this.drawing.piecesAt(place).length) {
      this.resting = setTimeout(() => this.openStack(place, false), REST);
    }
  }

  /**
   * Shows the stack of a place; an empty place is ringed and named.
   * @param {string} place
   * @param {boolean} pinned
   */
  openStack(place, pinned) {
    clearTimeout(this.resting);
    const pieces = this.drawing.piecesAt(place);
    if (pinned) byId("found", HTMLOutputElement).value = `${this.stack.nameOf(place)}: ${pieces.length ? counted(pieces.length, "counter") : "empty"}`;
    if (!pieces.length) this.stack.close();
    else this.stack.open(place, pieces, pinned);
    this.drawing.point(pinned ? [place] : [], "");
    if (pieces.length) this.standStack(place);
  }

  /** @param {string} place */
  standStack(place) {
    const middle = this.drawing.middles.get(place) ?? { x: 0, y: 0 };
    this.stack.stand(this.window.seenAt(middle), this.window.size);
  }

  /**
   * Goes to a place, and to the first counter of its stack.
   * @param {import("./story.js").Place} place
   */
  openPlace(place) {
    const middle = this.drawing.middles.get(place.id);
    if (middle) this.window.centre(middle);
    this.openStack(place.id, true);
    this.stack.focus();
  }
}

/** Boards that are alike in it can be drawn one upon the other. @param {import("./story.js").Board[]} boards */
function shapeOfBoards(boards) {
  return JSON.stringify(boards.map(({ id, width, height, pixels }) => [id, width, height, pixels]));
}
