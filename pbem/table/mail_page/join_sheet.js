// An invitation in full: what one agrees to, and one button that signs it.

import { element, wordButton } from "../page/elements.js";
import { CallRefused } from "../seat_page/calls.js";
import { tellFault } from "./mail_calls.js";
import { drawMail } from "./mail_cards.js";
import { onceButton, wholeText } from "./sheet.js";

/** @typedef {import("./mail_values.js").Terms} JoinTerms */
/** @typedef {{told: string, table: string}} Joined */
/**
 * @typedef {{join: (digest: string) => Promise<Joined>, terms: () => Promise<JoinTerms>,
 *   mails: (table: string) => Promise<import("./mail_values.js").WholeMail[]>, open: (table: string) => void,
 *   mail: (table: string) => import("./mail_cards.js").MailTold}} JoinTold
 */

export class JoinSheet {
  /**
   * @param {import("./sheet.js").Sheet} sheet
   * @param {JoinTold} tell
   */
  constructor(sheet, tell) {
    this.sheet = sheet;
    this.tell = tell;
    this.notice = element("p", { class: "grave", role: "alert" });
  }

  async open() {
    this.show(await this.tell.terms(), "");
  }

  /** @param {JoinTerms} terms @param {string} notice */
  show(terms, notice) {
    const { title, you, host, rows, text, known, key, fault } = terms;
    const told = known ? [...rows, ["Known here", known]] : rows;
    const join = onceButton(`Join as ${you}`, "primary", () => this.join(terms));
    join.disabled = fault !== "";
    this.notice.textContent = fault || notice;
    this.sheet.open(title, [
      element("p", {}, host ? element("b", {}, host) : null, host ? " invites you to play " : "You are invited to play ", element("b", {}, you), "."),
      element("dl", { class: "facts" }, ...told.map(([name = "", words = ""]) => element("div", {}, element("dt", {}, name), element("dd", {}, words)))),
      element("h3", {}, "All that you agree to, as your key signs it"), wholeText(text), this.notice,
      element("p", { class: "note" }, `If you join, ${key ? "your key signs this on your machine" : "a key is made for you on your machine, and signs this"}. Then there is one mail to send, and the game begins when all have joined.`),
      element("div", { class: "words" }, wordButton("Not now", "", () => this.sheet.close()), join),
    ]);
  }

  /** @param {JoinTerms} terms */
  async join(terms) {
    try {
      const { told, table } = await this.tell.join(terms.digest);
      await this.showJoined(terms.title, told, table);
      return true;
    } catch (error) {
      if (error instanceof CallRefused && error.code === "stale") this.show(await this.tell.terms(), "The invitation is another now. Nothing was signed. Read it again.");
      else this.notice.textContent = tellFault(error);
      return false;
    }
  }

  /** Shows the mail that tells the host. @param {string} title @param {string} told @param {string} table */
  async showJoined(title, told, table) {
    const mails = await this.tell.mails(table);
    this.sheet.open(title, [element("p", {}, told), ...mails.map((mail) => drawMail(mail, this.tell.mail(table))),
      element("div", { class: "words" }, wordButton(mails.length ? "Later" : "Go on", "The mail waits on the card of this game", () => this.sheet.close()))],
      () => this.tell.open(table));
  }
}
