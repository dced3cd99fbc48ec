// A seat is opened: how the game stands is asked, the page is built around it, and the program is listened to.

import { byId, element } from "../page/elements.js";
import { listKeys } from "../page/keys.js";
import { StoryPage } from "../page/story_page.js";
import { CallRefused, ProgramGone } from "./calls.js";
import { Pictures } from "./pictures.js";
import { keysOfSeat } from "./seat_keys.js";

/** @typedef {import("../page/story_page.js").PageKind} SeatKind */

/** @typedef {import("./seat_table.js").SeatTable} OpenTable */
/** @typedef {import("./pictures.js").Pictures} OpenPictures */
/**
 * What one host adds: `panels` beside the seat's own, what `tells` of it beside the keys, and how its table is laid.
 * @template {OpenTable} T
 * @typedef {{panels: Record<string, HTMLElement>, tells: string[],
 *   lay: (pictures: OpenPictures, page: StoryPage, seat: import("./seat_values.js").SeatValue) => T}} SeatHost
 */

/** The kind of page that a seat's is; what is done on its board goes to the table, as soon as there is one. */
class SeatPageKind {
  /** @param {Record<string, HTMLElement>} panels @param {string[]} tells */
  constructor(panels, tells) {
    this.panels = panels;
    this.tells = tells;
    /** @type {OpenTable | null} */
    this.table = null;
  }

  /** @returns {SeatKind} */
  get kind() {
    const hands = () => this.table?.carrying.hands;
    return {
      about: (panel, keys) => fillSeatAbout(panel, keys, this.tells),
      keys: (own) => own,
      panels: { Play: byId("seat-panel", HTMLElement), ...this.panels },
      addressed: false,
      smallest: { narrow: 30, wide: 30 },
      shown: () => this.table?.picking.light(),
      tap: (at, event) => (this.table?.showing || this.table?.isSkipping || this.table?.picking.tap(at, event)) ?? false,
      hover: (at) => this.table?.picking.hover(at) ?? false,
      rest: (at) => this.table?.picking.hover(at),
      follow: (piece) => this.table?.picking.pickNumber(piece) ?? false,
      held: (piece) => this.table?.picking.isNumberHeld(piece) ?? false,
      hands: {
        grab: (at, event) => (!this.table?.showing && hands()?.grab(at, event)) || false,
        carry: (at, event) => hands()?.carry(at, event),
        drop: (at, event) => hands()?.drop(at, event),
        cancel: () => hands()?.cancel(),
      },
    };
  }
}

/** @param {HTMLElement} panel @param {import("../page/keys.js").Key[]} keys @param {string[]} tells */
function fillSeatAbout(panel, keys, tells) {
  panel.replaceChildren(
    element("h2", {}, "Keys"), listKeys(keys),
    element("h2", {}, "How to play here"),
    element("p", {}, "A lit counter may act. Click it, or drag it: each place that is open to it is lit, with what is left of its movement there. A click on a lit place gives the order."),
    element("p", {}, "For an attack pick the attackers, and then click a ringed target. The modifiers are shown before you give the order."),
    element("p", {}, "A long press, or a pointer that rests on a closed place, tells the rule that closes it. A drag with Shift goes hex by hex."),
    ...tells.map((words) => element("p", {}, words)),
    element("h2", {}, "What this page is"),
    element("p", {}, "This page talks to the program on your own machine, and to no other. It keeps nothing in your browser when the window is closed."));
}

/**
 * Asks how the game stands, and shows it.
 * @template {OpenTable} T
 * @param {import("./calls.js").Calls} calls
 * @param {SeatHost<T>} host
 * @returns {Promise<T>}
 */
export async function openSeat(calls, host) {
  const { story, seat } = await calls.ask("begin");
  calls.learn(seat);
  const pictures = new Pictures(async (names) => (await calls.ask("pictures", { names })).pictures);
  const table = openPage({ ...(await pictures.fillStory(story)), charts: [] }, seat, pictures, host);
  table.seat = await table.fillTray(seat);
  table.settle();
  void table.showCharts(story.charts);
  void table.goOn();
  return table;
}

/**
 * Hears of what happens elsewhere, until the page ends.
 * @param {import("./calls.js").Calls} calls
 * @param {OpenTable} table
 */
export function listenToProgram(calls, table) {
  return calls.listen({ news: () => table.restart(), gone: () => table.tellGone(true), back: async () => {
    await table.restart();
    table.tellGone(false);
  } });
}

/**
 * @template {OpenTable} T
 * @param {import("../page/story.js").Story} story
 * @param {import("./seat_values.js").SeatValue} seat
 * @param {Pictures} pictures
 * @param {SeatHost<T>} host
 */
function openPage(story, seat, pictures, host) {
  const first = new SeatPageKind(host.panels, host.tells);
  const { kind } = first;
  const page = new StoryPage(story, { ...kind, keys: (own) => keysOfSeat(own, page.window) });
  document.title = seat.title || story.title;
  byId("title", HTMLElement).textContent = seat.title || story.title;
  const table = host.lay(pictures, page, seat);
  first.table = table;
  page.begin();
  page.jump(page.playback.last);
  document.body.classList.add("begun");
  return table;
}

const KEYLESS = ["no-token", "other-word", "word-used"];

/** Says why the page cannot begin. @param {unknown} error */
export function tellNoEntry(error) {
  const box = byId("gone", HTMLElement);
  box.hidden = false;
  if (error instanceof CallRefused && !KEYLESS.includes(error.code)) box.textContent = error.message;
  else if (error instanceof CallRefused) box.textContent = "This window has no key to the table. Use the window that the program opened, or start the program again.";
  else if (error instanceof ProgramGone) box.textContent = "The program has stopped. Start it again in your terminal.";
  else throw error;
}
