// The table of a game by mail: what is laid down stays a draft until it is signed, and others go on meanwhile.

import { byId, element, wordButton } from "../page/elements.js";
import { CallRefused } from "../seat_page/calls.js";
import { SeatTable } from "../seat_page/seat_table.js";
import { ActSheet } from "./act_sheet.js";
import { hasMailsToSend, labelOfPlan, listNames, sameSteps, tellState } from "./day_words.js";
import { DraftPanel } from "./draft_panel.js";
import { tellFault } from "./mail_calls.js";
import { drawMail } from "./mail_cards.js";
import { MailPanel } from "./mail_panel.js";
import { nameOfRole } from "./mail_values.js";
import { SendSheet } from "./send_sheet.js";

const SHORTLY = 40;

/** @typedef {import("./mail_values.js").MailSeat} OwnSeat */
/** @typedef {import("./mail_values.js").Told} TableTold */
/** @typedef {import("./mail_values.js").WholeMail} TableMail */
/**
 * What all games of the page have in common.
 * @typedef {{sheet: import("./sheet.js").Sheet, taking: import("./taking.js").Taking, notice: import("./notification.js").MoveNotice,
 *   looked: () => void}} Desk
 */

export class MailTable extends SeatTable {
  /**
   * @param {import("./mail_calls.js").MailCalls} calls
   * @param {import("../seat_page/pictures.js").Pictures} pictures
   * @param {import("../page/story_page.js").StoryPage} page
   * @param {import("../seat_page/seat_values.js").SeatValue} seat
   * @param {Desk} desk
   */
  constructor(calls, pictures, page, seat, desk) {
    super(calls, pictures, page, seat);
    this.desk = desk;
    this.hasEnded = false;
    this.isSendAsked = false;
    this.sendSheet = new SendSheet(desk.sheet, this.sendTold());
    this.actSheet = new ActSheet(desk.sheet, this.actTold());
    this.mailPanel = new MailPanel(byId("mail-panel", HTMLElement), {
      acts: this.actSheet, taking: desk.taking.draw(), notice: desk.notice.button, post: () => void this.sendPost(), mails: () => this.askMails(), mail: this.mailTold(),
    });
  }

  /** @override */
  makePanel() {
    return new DraftPanel(byId("seat-panel", HTMLElement), this.page.sides, this.panelTold());
  }

  /** What the program says of the player's day. */
  get day() {
    return /** @type {OwnSeat} */ (this.seat).mail;
  }

  // --- what the parts tell ---------------------------------------------------------------------------------

  /** @override */
  panelTold() {
    return {
      ...super.panelTold(),
      remove: (/** @type {number} */ number) => void this.change("remove", { number }),
      clear: () => void this.change("clear", {}),
      send: () => void this.beginSend(),
      rule: (/** @type {string} */ number) => this.page.book.link(number),
      fileStanding: () => void this.tellCall("file_standing", {}),
    };
  }

  /** @override */
  keyTold() {
    const told = super.keyTold();
    return { ...told, typeLine: () => {
      this.page.tabs?.show(0); // the line stands beside the draft, and not beside the day
      told.typeLine();
    } };
  }

  sendTold() {
    return {
      preview: () => this.askPreview(),
      press: async (/** @type {string[]} */ lines) => void (await this.change("press", { lines })),
      send: (/** @type {string} */ digest) => this.send(digest),
      sent: (/** @type {TableTold} */ told) => void this.tellSent(told),
    };
  }

  actTold() {
    return {
      act: (/** @type {string} */ name, /** @type {string} */ said, /** @type {boolean} */ confirm) => this.callAndLook("act", { name, said, ...(confirm && { confirm }) }),
      answer: (/** @type {string} */ id, /** @type {boolean} */ yes) => this.callAndLook("answer_question", { id, yes }),
      sign: (/** @type {string} */ id, /** @type {string} */ digest) => this.callAndLook("sign", { id, digest }),
      readProposal: (/** @type {string} */ id) => this.calls.ask("read_proposal", { id }),
      fault: (/** @type {string} */ words) => this.say(words, "", true),
    };
  }

  mailTold() {
    return {
      file: (/** @type {string} */ name) => void this.keep("mail", { name }),
      sent: (/** @type {string} */ name) => void this.tellCall("mail_sent", { name }),
      say: (/** @type {string} */ words) => this.say(words),
    };
  }

  // --- the question ----------------------------------------------------------------------------------------

  /** @override */
  settle() {
    super.settle();
    this.showDay();
  }

  showDay() {
    const { day } = this;
    this.mailPanel.fill(day);
    document.body.classList.toggle("mail-waits", day.questions.length + day.sign.length + day.disputes.length > 0 || day.state === "stopped" || hasMailsToSend(day));
    this.desk.looked();
  }

  /** @override */
  dueButtons() {
    const own = super.dueButtons();
    const { day } = this;
    /** @type {import("../seat_page/due_bar.js").BarButton[]} */
    const made = [];
    if (hasMailsToSend(day)) made.push({ label: day.outbox.length === 1 ? "Send the mail ..." : "Send the mails ...", tells: "Shows what you send from your mail program", primary: true, data: { id: "mails" }, act: () => void this.showMails() });
    if (day.plan?.may) made.push({ label: labelOfPlan(day.plan), tells: "Shows what would be signed, before it is", primary: this.isReady, data: { id: "send" }, act: () => void this.beginSend() });
    for (const { id, title } of day.sign) made.push({ label: "Read and sign ...", tells: title, data: { "data-sign": id }, act: () => void this.actSheet.read(id) });
    return [...made, ...own.map((each) => (this.isReady ? { ...each, primary: false } : each))];
  }

  /** Whether no more can be decided before the dice or an answer: else one mail may bring what comes next, too. */
  get isReady() {
    const { due } = this.seat;
    return Boolean(this.day.plan?.may) && (!due || due.supposed === true);
  }

  /** @override @returns {string} */
  idleWords() {
    const { plan } = this.day;
    if (hasMailsToSend(this.day) && this.day.state !== "out") return `${tellState(this.day)}. A mail waits until you send it.`;
    if (!plan?.may) return `${tellState(this.day)}.`;
    return plan.dice ? "The dice come first: open them, and then it is your move." : "Your lines are ready to be signed.";
  }

  /** An end is told once: news that come after it do not tell it again. @override */
  tellEnd() {
    if (this.hasEnded) return;
    this.hasEnded = true;
    super.tellEnd();
  }

  // --- signing ---------------------------------------------------------------------------------------------

  /** Shows what would be signed, as soon as the line that was given last is among it. */
  async beginSend() {
    if (this.isSendAsked) return;
    this.isSendAsked = true;
    try {
      while (this.busy) await new Promise((resolve) => setTimeout(resolve, SHORTLY));
      await this.sendSheet.open();
    } catch (error) {
      await this.fail(error);
    } finally {
      this.isSendAsked = false;
    }
  }

  /** What would be signed now; if the page has missed something, it looks first. @returns {Promise<import("./mail_values.js").Preview>} */
  async askPreview() {
    try {
      return await this.calls.change("preview");
    } catch (error) {
      if (!(error instanceof CallRefused) || error.code !== "stale") throw error;
      await this.restart();
      return this.calls.change("preview");
    }
  }

  /** Signs what was shown. @param {string} digest @returns {Promise<TableTold>} */
  async send(digest) {
    this.setBusy(true);
    try {
      const answer = await this.calls.change("send", { digest });
      void this.showNext(() => this.take(answer));
      return answer;
    } finally {
      this.setBusy(false);
    }
  }

  /** Says that it is signed, and shows the mails that the player must send by hand. @param {TableTold} answer */
  async tellSent({ told, mails }) {
    const found = this.day.robot.way === "hand" && mails.length ? (await this.askMails()).filter(({ name }) => mails.includes(name)) : [];
    if (!found.length) {
      this.desk.sheet.close();
      await this.taken;
      return this.say(told);
    }
    this.openMails("Signed", told, found);
  }

  /** Shows the mails that wait. */
  async showMails() {
    const found = await this.askMails();
    if (found.length) this.openMails(found.length === 1 ? "A mail to send" : "Mails to send", "", found);
  }

  /** @param {string} title @param {string} told @param {TableMail[]} found */
  openMails(title, told, found) {
    const to = listNames([...new Set(found.flatMap((mail) => mail.to))]);
    let left = found.length;
    const mail = { ...this.mailTold(), sent: (/** @type {string} */ name) => {
      left -= 1;
      if (!left) this.desk.sheet.close();
      this.mailTold().sent(name);
    } };
    this.desk.sheet.open(title, [told && element("p", {}, told), element("p", {}, element("b", {}, `Now send ${left === 1 ? "this mail" : "these mails"} to ${to}.`), " Then press ", element("i", {}, "I have sent it"), "."),
      ...found.map((each) => drawMail(each, mail)), element("div", { class: "words" }, wordButton("Later", "The mails wait in the tab Mail", () => this.desk.sheet.close()))]);
  }

  /** The mails that wait; none if the program refuses. @returns {Promise<TableMail[]>} */
  async askMails() {
    const answer = await this.calls.ask("mails").catch((error) => this.say(tellFault(error), "", true));
    return answer ? answer.mails : [];
  }

  // --- what else is called ---------------------------------------------------------------------------------

  /** A call that tells what it did; what it has changed is looked at. @param {string} name @param {Record<string, unknown>} body */
  async callAndLook(name, body) {
    const { told } = await this.calls.change(name, body);
    await this.restart();
    this.say(told ?? "");
  }

  /** @param {string} name @param {Record<string, unknown>} body */
  tellCall(name, body) {
    return this.callAndLook(name, body).catch((error) => this.fail(error));
  }

  /** Sends what waits, which may take a server its time. */
  async sendPost() {
    this.say("The mails go out ...");
    const answer = await this.calls.wait("post", {}).catch((error) => this.fail(error));
    if (!answer) return;
    await this.restart();
    this.say(answer.told);
  }

  // --- news ------------------------------------------------------------------------------------------------

  /** Looks how the game stands now. The hand keeps its pieces, if the day alone is another. @override */
  async restart() {
    const whole = await this.calls.change("begin");
    const before = this.day.state;
    await this.showNext(() => this.showNews(whole));
    const { day } = this;
    if (day.state === "due" && before !== "due") this.desk.notice.tell(this.page.story.title, `${nameOfRole(day, day.you)}: it is your move.`);
  }

  /**
   * A story that has only grown goes on where the reader sees it; another is laid down anew.
   * @param {{story: import("../page/story.js").Story, seat: OwnSeat}} whole
   */
  async showNews({ story, seat }) {
    if (seat.draft === this.seat.draft && Boolean(seat.due) === Boolean(this.seat.due)) return this.takeDay(seat);
    const same = sameSteps(this.page.story.steps, story.steps);
    if (same > 0 && same < story.steps.length) {
      const { charts, ...rest } = story;
      await this.take({ more: { story: { ...rest, charts: [] } }, seat }, same);
      void this.showCharts(charts);
    } else await this.lay({ story, seat });
  }

  /** @param {OwnSeat} seat */
  takeDay(seat) {
    this.calls.learn(seat);
    this.tellAnew(seat);
    this.showDay();
  }
}
