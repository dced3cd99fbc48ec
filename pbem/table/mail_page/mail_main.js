// The page of games by mail: it enters, asks which games there are, and shows their list or one of them.

import { byId, element, wordButton } from "../page/elements.js";
import { CallRefused, ProgramGone } from "../seat_page/calls.js";
import { wordsOf } from "../seat_page/due_bar.js";
import { keepFile } from "../seat_page/kept_file.js";
import { listenToProgram, openSeat, tellNoEntry } from "../seat_page/seat_opening.js";
import { newlyYours } from "./day_words.js";
import { GamesList } from "./games_list.js";
import { JoinSheet } from "./join_sheet.js";
import { MailCalls, tellFault } from "./mail_calls.js";
import { MailTable } from "./mail_table.js";
import { MinuteClock } from "./minute_clock.js";
import { MoveNotice } from "./notification.js";
import { askPassphrase } from "./passphrase_sheet.js";
import { Sheet } from "./sheet.js";
import { Taking } from "./taking.js";

/** @typedef {import("./mail_values.js").Card} MainCard */

const CHOSEN = "senlac-game";
const LOOKS = 3;
const TELLS = [
  "Orders that you give here are a draft, which nobody else sees. Send shows all that you would sign. Nothing is signed before you press Sign and send there.",
  "A line after dice stays closed. It is used if it is still legal when the dice have fallen.",
];

class MailPage {
  constructor() {
    const keySheet = new Sheet(byId("key-sheet", HTMLDialogElement));
    this.calls = new MailCalls();
    this.calls.askPassphrase = (why, unlock) => askPassphrase(keySheet, why, unlock);
    this.sheet = new Sheet(byId("sheet", HTMLDialogElement));
    this.notice = new MoveNotice();
    this.taking = new Taking(byId("drop", HTMLElement), { take: (what) => this.take(what), say: (words, grave) => this.say(words, grave) });
    this.list = new GamesList(byId("house", HTMLElement), (card) => this.choose(card));
    this.clock = new MinuteClock({ tick: () => void this.tick(), woke: () => void this.table?.restart().catch(() => {}) });
    /** @type {MainCard[]} */
    this.cards = [];
    this.note = "";
    this.ticks = 0;
    /** @type {MailTable | null} */
    this.table = null;
    this.open = "";
    byId("games", HTMLElement).addEventListener("click", () => this.goTo(""));
  }

  async begin() {
    if (location.hash) sessionStorage.removeItem(CHOSEN);
    await this.calls.enter();
    this.calls.openTable("");
    const { games, open, note = "" } = await this.calls.ask("house");
    [this.cards, this.note] = [games, note];
    this.clock.begin();
    const chosen = sessionStorage.getItem(CHOSEN) ?? open;
    const card = this.cards.find(({ id }) => id === chosen);
    if (card?.opens && card.state !== "invited") await this.openGame(card);
    else {
      this.showList();
      if (card?.state === "invited") await this.invite(card.id);
      else if (card?.why && card.state !== "joined") this.list.say(card.why, true);
    }
  }

  // --- the list --------------------------------------------------------------------------------------------

  showList() {
    document.body.classList.add("at-house", "begun");
    document.title = "Your games";
    byId("title", HTMLElement).textContent = "Senlac";
    this.list.beside.replaceChildren(this.taking.draw(), element("div", { class: "words" }, this.notice.button));
    this.list.fill(this.cards, this.note);
    document.body.dataset.idle = "true";
  }

  /** What a card leads to. @param {MainCard} card */
  choose(card) {
    if (card.state === "invited") void this.invite(card.id);
    else if (card.state === "joined") void this.joining(card.id).showJoined(card.title, card.due, card.id).catch((error) => this.say(tellFault(error), true));
    else this.goTo(card.id);
  }

  /** Another game of the list, or the list. The page is read anew, so that nothing of the game before stays in it. @param {string} id */
  goTo(id) {
    sessionStorage.setItem(CHOSEN, id);
    location.reload();
  }

  /** @param {string} id */
  async invite(id) {
    await this.joining(id).open().catch((error) => this.say(tellFault(error), true));
  }

  /** @param {string} id */
  joining(id) {
    return new JoinSheet(this.sheet, {
      terms: () => this.calls.ask("join_terms", { table: id }),
      join: (digest) => this.calls.change("join", { table: id, digest }),
      mails: async (table) => (await this.calls.ask("mails", { table })).mails,
      open: (table) => this.goTo(table),
      mail: (table) => this.mailTold(table),
    });
  }

  /** What is done with the mails of a game. @param {string} table @returns {import("./mail_cards.js").MailTold} */
  mailTold(table) {
    const tell = (/** @type {Promise<string>} */ told) => void told.then((words) => this.say(words), (error) => this.say(tellFault(error), true));
    return {
      file: (name) => tell(this.calls.download("mail", { name, table }).then(keepFile)),
      sent: (name) => tell(this.calls.change("mail_sent", { name, table }).then(async ({ told }) => {
        this.sheet.close();
        await this.look();
        return told ?? "";
      })),
      say: (words) => this.say(words),
    };
  }

  // --- a game ----------------------------------------------------------------------------------------------

  /** @param {MainCard} card */
  async openGame(card) {
    this.calls.openTable(card.id);
    this.open = card.id;
    const desk = { sheet: this.sheet, taking: this.taking, notice: this.notice, looked: () => this.markGames() };
    /** @type {import("../seat_page/seat_opening.js").SeatHost<MailTable>} */
    const host = {
      panels: { Mail: byId("mail-panel", HTMLElement) },
      tells: TELLS,
      lay: (pictures, page, seat) => new MailTable(this.calls, pictures, page, seat, desk),
    };
    const table = await openSeat(this.calls, host).catch((error) => this.leaveClosed(error));
    if (!table) return;
    this.table = table;
    byId("games", HTMLElement).hidden = false;
    await listenToProgram(this.calls, table);
  }

  /** A game that does not open: the list says why. @param {unknown} error */
  leaveClosed(error) {
    if (!(error instanceof CallRefused)) throw error;
    this.calls.openTable("");
    this.open = "";
    this.showList();
    this.list.say(error.message, true);
  }

  /** How many other games wait for the reader, on the way to them. */
  markGames() {
    const waiting = this.cards.filter(({ id, yours }) => yours && id !== this.open).length;
    byId("games", HTMLElement).textContent = waiting ? `All games (${waiting} more: your move)` : "All games";
  }

  // --- what comes ------------------------------------------------------------------------------------------

  async tick() {
    this.table?.mailPanel.tick();
    this.ticks += 1;
    if (this.table && this.ticks % LOOKS) return; // a game hears of itself, and of others now and then
    await this.look().catch((error) => this.tellGone(error));
  }

  /** Asks which games there are, and tells of those in which the reader has come to move. */
  async look() {
    const { games, note = "" } = await this.calls.ask("house");
    const news = newlyYours(this.cards, games).filter(({ id }) => id !== this.open);
    [this.cards, this.note] = [games, note];
    for (const { title, due } of news) this.notice.tell(title, due);
    if (this.table) this.markGames();
    else {
      this.list.fill(games, note);
      byId("gone", HTMLElement).hidden = true;
    }
  }

  /** @param {unknown} error */
  tellGone(error) {
    if (error instanceof ProgramGone && !this.table) tellNoEntry(error);
    else if (!(error instanceof ProgramGone)) this.say(tellFault(error), true);
  }

  /** Hands in what was dropped, chosen or pasted, and shows what came of it. @param {import("./taking.js").TakenIn} what */
  async take(what) {
    try {
      const { outcome, told, table } = await this.calls.change("take", what);
      if (this.table) await this.table.restart();
      await this.look();
      if (outcome === "invited") await this.invite(table);
      else if (!table || table === this.open || !this.offer(table, told)) this.say(told);
    } catch (error) {
      this.say(tellFault(error), true);
    }
  }

  /** The way to the game of a mail that was taken in, if it is another one and opens. @param {string} id @param {string} told */
  offer(id, told) {
    const card = this.cards.find((each) => each.id === id);
    if (!card?.opens) return false;
    const go = element("button", { type: "button", class: "primary", "data-first": true }, "Go to this game");
    go.addEventListener("click", () => this.goTo(id));
    this.sheet.open(card.title, [element("p", { class: "told" }, ...wordsOf(told)), element("div", { class: "words" }, wordButton("Stay here", "", () => this.sheet.close()), go)]);
    return true;
  }

  /** @param {string} words @param {boolean} [grave] */
  say(words, grave = false) {
    if (this.table) this.table.say(words, "", grave);
    else this.list.say(words, grave);
  }
}

new MailPage().begin().catch(tellNoEntry);
