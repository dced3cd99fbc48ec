// The seat at its table: what is due is asked, what a hand does is read and given, and what follows is shown.

import { byId, element, wordButton } from "../page/elements.js";
import { AnswerCard } from "./answer_card.js";
import { BarButtons } from "./bar_buttons.js";
import { CallRefused, ProgramGone } from "./calls.js";
import { handOver } from "./curtain.js";
import { Carrying } from "./carrying.js";
import { DueBar } from "./due_bar.js";
import { FallingDice } from "./falling_dice.js";
import { keepFile } from "./kept_file.js";
import { Knock } from "./knock.js";
import { OrderForm } from "./order_form.js";
import { Picking } from "./picking.js";
import { SeatKeys } from "./seat_keys.js";
import { SeatPanel } from "./seat_panel.js";
import { StepShow } from "./step_show.js";
import { isLit } from "./tapping.js";
import { Tray } from "./tray.js";

/** @typedef {import("./seat_values.js").SeatValue} TableSeat */
/** @typedef {import("./seat_values.js").Changed} TableChange */
/** @typedef {import("./seat_values.js").Gesture} TableGesture */
/** @typedef {import("./seat_values.js").ReadAnswer} TableAnswer */
/** @typedef {import("../page/view.js").Point} TablePoint */

export class SeatTable {
  /**
   * @param {import("./calls.js").Calls} calls
   * @param {import("./pictures.js").Pictures} pictures
   * @param {import("../page/story_page.js").StoryPage} page
   * @param {TableSeat} seat
   */
  constructor(calls, pictures, page, seat) {
    this.calls = calls;
    this.pictures = pictures;
    this.page = page;
    this.seat = seat;
    this.busy = false;
    /** What the program answered last, until all of it is shown. @type {Promise<void>} */
    this.taken = Promise.resolve();
    this.showing = false;
    /** Whether the pointer or key that went down last did so while something was shown: it only skips that. */
    this.isSkipping = false;
    this.knock = new Knock();
    this.buttons = new BarButtons(this);
    this.bar = new DueBar(byId("due", HTMLElement), page.sides, page.book);
    this.card = new AnswerCard(byId("card", HTMLElement), page.book, this.cardTold());
    this.panel = this.makePanel();
    this.form = new OrderForm(this.panel.form, page.book, {
      fill: (form, values) => this.calls.ask("fill", { form, values }),
      give: (line) => void this.give(line),
      changed: () => {
        document.body.classList.toggle("form-open", this.form.isOpen);
        this.picking?.light();
      },
    });
    this.picking = new Picking(calls, page, byId("plane", HTMLElement), this.form, this.handTold());
    this.carrying = new Carrying(this.picking);
    this.tray = new Tray(byId("forces", HTMLElement), this.carrying.trayHands);
    const dice = new FallingDice(byId("tray", HTMLElement), page.sides, () => this.knock.sound());
    this.steps = new StepShow(page, dice, () => this.knock.sound(), () => this.picking.carried.put());
    this.keys = new SeatKeys(this.keyTold());
    calls.heard = () => this.tellIdle();
    this.listenToLine();
    listenToSheet(byId("tabs", HTMLElement));
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => (this.steps.skipped = this.isSkipping = this.showing), true);
  }

  /** @returns {SeatPanel} */
  makePanel() {
    return new SeatPanel(byId("seat-panel", HTMLElement), this.page.sides, this.panelTold());
  }

  // --- what the parts tell ---------------------------------------------------------------------------------

  cardTold() {
    return {
      give: (/** @type {string} */ line) => void this.give(line),
      show: (/** @type {string} */ line) => void this.showLine(line),
      odds: async (/** @type {string} */ line, /** @type {AbortSignal} */ signal) => (await this.calls.wait("odds", { line }, signal)).lines,
      closed: () => this.picking.carried.glideBack(),
    };
  }

  panelTold() {
    return {
      undo: (/** @type {number} */ count) => void this.change("undo", { count }),
      advise: () => void this.decide(),
      stand: (/** @type {{line: string} | {drop: number}} */ what) => void this.change("standing", what),
      keep: (/** @type {string} */ name) => void this.keep(name),
      sound: () => this.knock.toggle(),
      isSounding: () => this.knock.on,
    };
  }

  /** @returns {import("./picking.js").HandTold} */
  handTold() {
    return {
      offer: (gesture, at) => this.offer(gesture, at),
      whole: (line, at) => void this.offer({ kind: "press", word: line }, at),
      choose: (title, choices, at) => this.card.choose(title, choices, at),
      why: (rule, why, at) => this.card.tellWhy(rule, why, at),
      hush: () => this.card.hush(),
      close: () => this.card.close(),
      changed: () => this.ask(),
      say: (words, rule, grave) => this.say(words, rule, grave),
      speak: (words) => this.speak(words),
    };
  }

  /** @returns {import("./seat_keys.js").KeyTold} */
  keyTold() {
    const { picking } = this;
    return {
      pieces: () => picking.litPieces(),
      places: () => this.page.drawing.shown.places.map(({ id }) => id),
      pick: ({ held }, add) => void picking.hold(add ? [...picking.held, held] : [held]),
      place: (place) => void picking.tapPlace(place),
      give: () => picking.giveWay(),
      letGo: () => this.letGo(),
      undo: () => this.seat.undo > 0 && void this.change("undo", { count: 1 }),
      typeLine: () => byId("line", HTMLInputElement).focus(),
      number: (typed, found) => this.showNumber(typed, found),
      isLive: () => picking.isLive && !this.showing,
      help: () => this.page.tabs?.show(this.page.tabs.tabs.length - 1),
    };
  }

  // --- the question ----------------------------------------------------------------------------------------

  /** Shows a seat as it is now. */
  settle() {
    const { seat } = this;
    this.page.book.learn(Object.entries(seat.rules).map(([number, text]) => ({ number, text })));
    this.panel.fill(seat);
    this.buttons.begin();
    const lit = seat.due?.lit ?? { counters: [], places: [] };
    const tray = seat.tray ?? [];
    this.tray.fill(tray, (piece) => isLit(lit, piece));
    this.picking.begin(lit, tray.flatMap(({ pieces }) => pieces));
    this.picking.showLit(seat.due ? `${seat.due.seat} ${seat.due.kind}` : "");
    this.tellIdle();
    if (seat.due) this.speak(seat.due.ask);
    if (seat.over) this.tellEnd();
  }

  /** What is said of the seat anew, while its game stands as it stood. @param {TableSeat} seat */
  tellAnew(seat) {
    this.seat = { ...seat, tray: this.seat.tray ?? [] };
    this.panel.fill(this.seat);
    this.fillBar();
  }

  /** What is asked now, and whether the reader sees how it stands now. */
  ask() {
    document.body.classList.toggle("is-now", this.picking?.isLive ?? true);
    document.body.classList.toggle("holding", (this.picking?.held.length ?? 0) > 0);
    this.tray?.mark((piece) => this.picking.isHeld(piece));
    this.fillBar();
  }

  /** The bar: the question, or what is held, or that the reader looks back. */
  fillBar() {
    if (this.showing) {
      this.bar.fill(["The game goes on ..."], [{ label: "Skip", tells: "Show how it stands now", act: () => (this.steps.skipped = true) }]);
    } else if (this.seat.thinking) this.bar.fill([element("span", { class: "busy" }, "The program thinks ...")], []);
    else if (!this.picking?.isLive) {
      this.bar.fill(["You look at an earlier step."], [{ label: "Back to now", tells: "The last step (End)", primary: true, act: () => this.page.jump(this.page.playback.last) }]);
    } else if (this.picking.held.length) this.bar.fill(this.buttons.heldWords(), this.buttons.held());
    else this.bar.ask(this.seat, this.dueButtons(), this.idleWords());
  }

  /** What can be pressed while nothing is held. */
  dueButtons() {
    return this.buttons.due();
  }

  /** What the bar says while nothing is to be decided. @returns {string} */
  idleWords() {
    return this.seat.over ? "The game is over." : "Nothing is to be decided now.";
  }

  letGo() {
    this.card.dismiss();
    if (this.form.isOpen) this.form.close();
    this.picking.letGo();
    this.page.stack.close();
    this.say("");
  }

  // --- reading and giving ----------------------------------------------------------------------------------

  /** @param {string} line */
  offerLine(line) {
    return this.offer({ kind: "press", word: line }, this.top);
  }

  /** Where the card stands for what is not said on the board. */
  get top() {
    return { x: this.page.window.size.width / 2, y: 40 };
  }

  /**
   * Reads a gesture. An order is given at once if it can be taken back; an attack, and another for which dice
   * fall, is shown before. False if the rules refuse it.
   * @param {TableGesture} gesture
   * @param {TablePoint} at
   */
  async offer(gesture, at) {
    const found = await this.picking.read(gesture);
    if (!found) return false;
    if (found.fault) {
      this.say(found.fault.why, found.fault.rule, true);
      return false;
    }
    const { line, ahead, choices } = found;
    if (!line) {
      this.card.choose("Which order?", (choices ?? []).map((each) => ({ label: each.line, tells: each.tells, line: each.line })), at);
      return true;
    }
    if (ahead && (ahead.dice || gesture.kind === "point" || ahead.modifiers.length > 0)) this.card.confirm(line, ahead, at);
    else await this.give(line);
    return true;
  }

  /** Draws what a line would do. @param {string} line */
  async showLine(line) {
    const found = await this.picking.read({ kind: "press", word: line });
    const way = found?.ahead?.way ?? [];
    if (way.length) this.picking.lights.drawWay(way, this.seat.due?.side ?? "", found?.ahead?.tells ?? "");
  }

  /** @param {string} form */
  async openForm(form) {
    this.page.tabs?.show(0);
    this.picking.letGo();
    await this.form.open(form).catch((error) => this.fail(error));
  }

  /** @param {string} line */
  give(line) {
    return this.change("give", { line });
  }

  /** The program gives the order that it would give. */
  async decide() {
    const found = await this.calls.ask("advise").catch((error) => this.fail(error));
    if (found) await this.give(found.line);
  }

  /**
   * Changes the game, and shows what came of it; false if the program refuses.
   * @param {string} name
   * @param {Record<string, unknown>} body
   */
  async change(name, body) {
    if (this.busy) return false;
    this.steps.skipped = true;
    this.setBusy(true);
    try {
      await this.taken.catch(() => {});
      const answer = await this.calls.change(name, body);
      this.setBusy(false);
      await this.showNext(() => this.take(answer));
      return true;
    } catch (error) {
      this.setBusy(false);
      this.picking.carried.glideBack();
      await this.fail(error);
      return false;
    }
  }

  /** Shows something when all before it is shown. @param {() => Promise<void>} show */
  showNext(show) {
    this.taken = this.taken.catch(() => {}).then(show);
    return this.taken;
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    document.body.classList.toggle("waiting", busy);
    this.tellIdle();
  }

  /** Marks whether anything is on its way: a call, steps or dice that are shown, a program that thinks. */
  tellIdle() {
    document.body.dataset.idle = String(!(this.busy || this.showing || this.seat.thinking || this.calls.running));
  }

  /** @param {unknown} error */
  async fail(error) {
    if (error instanceof CallRefused && error.code === "stale") {
      await this.restart();
      this.say("The game went on elsewhere. Here is how it stands now.");
    } else if (error instanceof CallRefused) this.say(error.message, error.rule, true);
    else if (!(error instanceof ProgramGone)) throw error;
    return null;
  }

  // --- what follows ----------------------------------------------------------------------------------------

  /** The pictures of what lies beside the board. @param {TableSeat} seat @returns {Promise<TableSeat>} */
  async fillTray(seat) {
    const rows = await Promise.all((seat.tray ?? []).map(async (row) => {
      const sprites = await this.pictures.fill(row.pieces.map(({ sprite }) => sprite));
      return { ...row, pieces: row.pieces.map((piece, number) => ({ ...piece, sprite: sprites[number] ?? piece.sprite })) };
    }));
    return { ...seat, tray: rows };
  }

  /**
   * Takes in what the program answered, shows it, and goes on.
   * @param {TableChange} changed
   * @param {number} [from] the first step that is new, where it is known
   */
  async take({ more, seat }, from) {
    [this.showing, this.picking.isPaused] = [true, true];
    this.tellIdle();
    try {
      const whole = "story" in more;
      const first = whole ? Math.min(this.page.story.steps.length, more.story.steps.length) : more.keep;
      await this.showMore(whole ? { ...more.story, keep: 0 } : more, seat, from ?? first);
    } finally {
      [this.showing, this.picking.isPaused] = [false, false];
      this.page.jump(this.page.playback.last);
    }
    this.settle();
    await this.goOn();
  }

  /**
   * @param {import("../page/story_page.js").MoreOfStory} more
   * @param {TableSeat} seat
   * @param {number} from the first step that is new
   */
  async showMore(more, seat, from) {
    const dropped = this.picking.carried.isHeld;
    this.calls.learn(seat);
    const filled = await this.pictures.fillStory(more);
    if (this.form.isOpen) this.form.close();
    this.card.close();
    this.say("");
    this.page.extend(filled);
    this.seat = await this.fillTray(seat);
    this.picking.letGo();
    await this.steps.run(from, dropped);
    this.picking.carried.put();
  }

  /** Lets the program think on, or hands the table over, where that is what comes next. */
  async goOn() {
    if (this.seat.thinking) await this.take(await this.calls.change("go_on"));
    else if (this.seat.curtain) await this.cover();
  }

  /** Covers the table until the next person is there, and then shows it as that person sees it. */
  async cover() {
    const covered = [...document.querySelectorAll("body > :not(#curtain):not(dialog)")].filter((each) => each instanceof HTMLElement);
    const lift = await handOver(byId("curtain", HTMLElement), covered, this.page.sides.name(this.seat.next || this.seat.seat));
    await this.lay(await this.calls.change("sit"), lift);
  }

  /** Begins again from what the program says now. */
  async restart() {
    await this.lay(await this.calls.ask("begin"));
  }

  /**
   * Lays down a whole story, and shows its end.
   * @param {{story: import("../page/story.js").Story, seat: TableSeat}} whole
   * @param {() => void} [laid] what is done as soon as it lies there
   */
  async lay({ story, seat }, laid = () => {}) {
    this.calls.learn(seat);
    this.page.extend({ ...(await this.pictures.fillStory(story)), keep: 0 });
    this.seat = await this.fillTray(seat);
    this.page.jump(this.page.playback.last);
    this.settle();
    laid();
    void this.showCharts(story.charts);
    await this.goOn();
  }

  /** Charts come after the board: some take their time to be drawn. @param {import("../page/story.js").Story["charts"]} charts */
  async showCharts(charts) {
    this.page.story.charts = await this.pictures.fill(charts).catch(() => []);
    this.page.fillBook();
  }

  tellEnd() {
    const { over } = this.seat;
    if (!over) return;
    const { sides, book } = this.page;
    const title = over.winner ? `${sides.name(over.winner)}: victory${over.level && `, ${over.level}`}` : "A draw";
    book.open(title, element("div", { class: "result" },
      element("p", {}, over.winner ? sides.sign(over.winner) : null, ` ${over.reason} `, over.rule ? book.link(over.rule) : null),
      element("div", { class: "words" }, wordButton("Keep the story as a page", "", () => void this.keep("story")), wordButton("Look back from the beginning", "", () => {
        book.dialog.close();
        this.page.jump(0);
      }))));
  }

  // --- beside it -------------------------------------------------------------------------------------------

  /** @param {string} name @param {Record<string, unknown>} [body] */
  async keep(name, body) {
    const file = await this.calls.download(name, body).catch((error) => this.fail(error));
    if (!file) return;
    this.say(keepFile(file));
  }

  listenToLine() {
    const field = byId("line", HTMLInputElement);
    byId("typed", HTMLFormElement).addEventListener("submit", async (event) => {
      event.preventDefault();
      if (field.value.trim() && (await this.give(field.value.trim()))) field.value = "";
    });
  }

  /** @param {string} typed @param {string | undefined} found */
  showNumber(typed, found) {
    const box = byId("number", HTMLElement);
    box.hidden = !typed;
    box.textContent = typed;
    this.page.drawing.point(found ? [found] : [], "");
    if (found) this.picking.hover(this.page.drawing.middles.get(found) ?? null);
  }

  /** @param {string} words @param {string} [rule] @param {boolean} [grave] */
  say(words, rule = "", grave = false) {
    this.bar.say(words, rule, grave);
  }

  /** @param {string} words */
  speak(words) {
    byId("said", HTMLElement).textContent = words;
  }

  /** Whether the program answers. @param {boolean} gone */
  tellGone(gone) {
    const box = byId("gone", HTMLElement);
    box.hidden = !gone;
    box.textContent = `The program has stopped. Start it again${this.seat.again ? ` with ${this.seat.again}` : " in your terminal"}; if it opens another window, go on there.`;
  }
}

/** On a telephone the panels are a sheet, which a tab opens, and closes if it is shown already. @param {HTMLElement} tabs */
function listenToSheet(tabs) {
  tabs.addEventListener("click", (event) => {
    const tab = event.target instanceof Element && event.target.closest("[role=tab]");
    if (!tab) return;
    const again = tab === shown;
    shown = tab;
    document.body.classList.toggle("sheet-open", !again || !document.body.classList.contains("sheet-open"));
  });
  let shown = tabs.querySelector("[aria-selected=true]");
}
