// What a player does beside the board, and what waits for their signature: each is read to its end before it is done.

import { capitalized, element, wordButton } from "../page/elements.js";
import { sentenceOf, wordsOf } from "../seat_page/due_bar.js";
import { tellFault } from "./mail_calls.js";
import { nameOfRole } from "./mail_values.js";
import { onceButton, wholeText } from "./sheet.js";

/** @typedef {import("./mail_values.js").DayAct} SheetAct */
/** @typedef {import("./mail_values.js").Proposal} SheetProposal */
/**
 * A fault of an act is told where the reader looks.
 * @typedef {{act: (name: string, said: string, confirm: boolean) => Promise<void>, answer: (id: string, yes: boolean) => Promise<void>, sign: (id: string, digest: string) => Promise<void>,
 *   readProposal: (id: string) => Promise<{digest: string, title: string, text: string}>, fault: (words: string) => void}} ActTold
 */

export class ActSheet {
  /**
   * @param {import("./sheet.js").Sheet} sheet
   * @param {ActTold} tell
   */
  constructor(sheet, tell) {
    this.sheet = sheet;
    this.tell = tell;
    this.notice = element("p", { class: "grave", role: "alert" });
  }

  /** An act with what it does, or why it cannot be done. @param {SheetAct} act */
  draw(act) {
    const made = wordButton(`${act.label}${act.asks || act.grave ? " ..." : ""}`, "", () => void this.begin(act));
    made.disabled = !act.may;
    made.dataset.act = act.name;
    return element("li", {}, made, element("small", {}, ...wordsOf(act.may ? act.tells : sentenceOf(capitalized(act.why)))));
  }

  /** An act that asks for nothing and harms nothing is done at once. @param {SheetAct} act */
  async begin(act) {
    if (act.asks || act.grave) this.open(act);
    else await this.tell.act(act.name, "", false).catch((error) => this.tell.fault(tellFault(error)));
  }

  /** Does what the sheet asks about, and closes it; says on it what went wrong. @param {() => Promise<void>} act */
  async finish(act) {
    try {
      await act();
      this.sheet.close();
      return true;
    } catch (error) {
      this.notice.textContent = tellFault(error);
      return false;
    }
  }

  /** @param {SheetAct} act */
  open({ name, label, tells, asks, grave }) {
    const said = asks?.kind === "text" ? element("textarea", { id: "said-words", rows: "3", "data-first": true }) : element("input", { id: "said-words", autocomplete: "off", spellcheck: "false", "data-first": true });
    const sure = element("input", { type: "checkbox", id: "sure" });
    const act = onceButton(label, grave ? "danger" : "primary", () => this.finish(() => this.tell.act(name, asks ? said.value.trim() : "", grave)));
    act.disabled = grave;
    sure.addEventListener("change", () => (act.disabled = !sure.checked));
    this.notice.textContent = "";
    this.sheet.open(label, [element("p", {}, ...wordsOf(tells)), this.notice,
      asks && element("div", { class: "asked-words" }, element("label", { for: "said-words" }, ...wordsOf(asks.label)), said),
      grave && element("p", { class: "sure" }, sure, " ", element("label", { for: "sure" }, "I am sure. It cannot be taken back.")),
      element("div", { class: "words" }, wordButton("Not now", "", () => this.sheet.close()), act)]);
  }

  /** @param {string} id @param {boolean} yes */
  async answer(id, yes) {
    await this.tell.answer(id, yes).catch((error) => this.tell.fault(tellFault(error)));
  }

  /** Shows all that a signature would stand under. @param {string} id */
  async read(id) {
    const found = await this.tell.readProposal(id).catch((error) => this.tell.fault(tellFault(error)));
    if (!found) return;
    const sign = onceButton("Sign this", "primary", () => this.finish(() => this.tell.sign(id, found.digest)));
    this.notice.textContent = "";
    this.sheet.open(found.title, [wholeText(found.text), this.notice,
      element("div", { class: "words" }, wordButton("Not now", "", () => this.sheet.close()), sign)]);
  }
}

/**
 * What the referee asks the player.
 * @param {import("./mail_values.js").Day} day
 * @param {ActSheet} sheet
 */
export function drawQuestions(day, sheet) {
  return day.questions.map(({ id, title, text }) => element("article", { class: "mail-card" }, element("h3", {}, title), wholeText(text),
    element("div", { class: "words" }, wordButton("Yes", "Writes the mail that says yes", () => void sheet.answer(id, true)), wordButton("Leave it", "Nothing is written", () => void sheet.answer(id, false)))));
}

/**
 * What waits for the player's signature.
 * @param {import("./mail_values.js").Day} day
 * @param {ActSheet} sheet
 */
export function drawProposals(day, sheet) {
  return day.sign.map(({ id, title, text, missing }) => element("article", { class: "mail-card" }, element("h3", {}, title),
    element("p", {}, text), missing.length > 0 && element("p", { class: "note" }, `Still without a signature: ${missing.map((role) => nameOfRole(day, role)).join(", ")}.`),
    element("div", { class: "words" }, wordButton("Read and sign ...", "Shows all that you would sign", () => void sheet.read(id)))));
}
