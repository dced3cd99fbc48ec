// The tab with the player's day: whose move it is and until when, mails to send, what to sign, what was said and heard.

import { element, wordButton } from "../page/elements.js";
import { wordsOf } from "../seat_page/due_bar.js";
import { drawProposals, drawQuestions } from "./act_sheet.js";
import { listNames, nameOfKind, tellState } from "./day_words.js";
import { drawMail } from "./mail_cards.js";
import { nameOfRole } from "./mail_values.js";
import { isNear, readClock, tellOwnTime, tellTimeLeft, tellZonedTime } from "./own_time.js";

/** @typedef {import("./mail_values.js").Day} PanelDay */
/** @typedef {import("../page/elements.js").Child} PanelChild */
/**
 * @typedef {{acts: import("./act_sheet.js").ActSheet, taking: HTMLElement, notice: HTMLElement, post: () => void,
 *   mails: () => Promise<import("./mail_values.js").WholeMail[]>, mail: import("./mail_cards.js").MailTold}} DayTold
 */

const MOST_HEARD = 40;

export class MailPanel {
  /**
   * @param {HTMLElement} panel
   * @param {DayTold} tell
   */
  constructor(panel, tell) {
    this.tell = tell;
    /** @type {PanelDay | null} */
    this.day = null;
    this.shownMails = "";
    this.state = element("section", { class: "day-state", "aria-label": "Whose move it is" });
    this.mails = element("section", { "aria-label": "Mails to send" });
    this.facts = element("section", { "aria-label": "The day" });
    this.acts = element("section", { "aria-label": "What else you may do" });
    panel.append(this.state, this.mails, this.facts, tell.taking, this.acts);
  }

  /** @param {PanelDay} day */
  fill(day) {
    this.day = day;
    this.tick();
    void this.fillMails(day);
    this.facts.replaceChildren(...section("Asked of you", drawQuestions(day, this.tell.acts)), ...section("To sign", drawProposals(day, this.tell.acts)),
      ...section("Objections", day.disputes.map(({ why }) => element("p", { class: "grave" }, why))),
      ...section("Notices", day.notices.map((words) => element("p", {}, ...wordsOf(words)))),
      ...section("Words of others", day.press.map(({ from, text }) => element("blockquote", {}, element("b", {}, `${nameOfRole(day, from)}: `), text))),
      ...this.drawHeard(day));
    this.fillActs(day);
  }

  /** What may be done now; the rest, with why not, lies folded below. @param {PanelDay} day */
  fillActs({ acts }) {
    const [may, rest] = [acts.filter((act) => act.may), acts.filter((act) => !act.may)];
    const list = (/** @type {import("./mail_values.js").DayAct[]} */ shown) => element("ul", { class: "acts words" }, ...shown.map((act) => this.tell.acts.draw(act)));
    const open = this.acts.querySelector("details")?.open ?? false;
    this.acts.replaceChildren(element("h2", {}, "What else you may do"), list(may), element("div", { class: "words" }, this.tell.notice),
      ...(rest.length ? [element("details", { open }, element("summary", {}, "Not now"), list(rest))] : []));
  }

  /** Tells the state anew, with what is left of the time now. */
  tick() {
    const { day } = this;
    if (!day) return;
    const now = readClock();
    const { since, deadline, out, robot } = day;
    /** @type {PanelChild[]} */
    const told = [element("h2", {}, tellState(day))];
    if (since) told.push(element("p", { class: "note" }, "Since ", timeOf(since, now), "."));
    if (deadline) told.push(...this.drawDeadline(deadline, now));
    told.push(...out.map(({ seq, kind, mailed }) => element("p", {}, `Your ${nameOfKind(kind)} is entry ${seq}; `, ...(mailed ? ["it went out ", timeOf(mailed, now)] : ["it has not gone out yet"]), ".")));
    told.push(element("p", { class: "robot" }, ...wordsOf(robot.says)), robot.trouble ? element("p", { class: "grave" }, ...wordsOf(robot.trouble)) : null);
    this.state.replaceChildren(...told.filter((each) => each !== null && each !== false));
  }

  /** @param {import("./mail_values.js").Deadline} deadline @param {number} now */
  drawDeadline({ roles, at, end, then }, now) {
    const day = /** @type {PanelDay} */ (this.day);
    const mine = roles.includes(day.you);
    const names = mine ? (day.state === "out" ? "Your mail has" : "You have") : `${listNames(roles.map((role) => nameOfRole(day, role)))}:`;
    return [element("p", { class: mine && isNear(at, now) ? "deadline near" : "deadline" }, `${names} until `, timeOf(at, now, tellZonedTime), ": ", element("b", {}, tellTimeLeft(at, now)), "."),
      end > at && now > at ? element("p", {}, "The time of grace ends ", timeOf(end, now, tellZonedTime), ": ", element("b", {}, tellTimeLeft(end, now)), ".") : null,
      then ? element("p", { class: "note" }, then) : null];
  }

  /** The mails that wait; they are asked for in full where the player sends them by hand. @param {PanelDay} day */
  async fillMails({ outbox, robot }) {
    const names = outbox.map(({ name }) => name).join("\n");
    if (!outbox.length) this.mails.replaceChildren();
    else if (robot.way === "post") {
      this.mails.replaceChildren(element("h2", {}, "Waiting to go out"), element("ul", {}, ...outbox.map(({ to, subject }) => element("li", {}, `${subject} (to ${to.join(", ")})`))),
        element("div", { class: "words" }, wordButton("Send now", "Does not wait for the next round", this.tell.post)));
    } else if (names !== this.shownMails) {
      const found = await this.tell.mails();
      this.mails.replaceChildren(element("h2", {}, found.length === 1 ? "Send this mail" : "Send these mails"), ...found.map((mail) => drawMail(mail, this.tell.mail)));
    }
    this.shownMails = robot.way === "post" ? "" : names;
  }

  /** @param {PanelDay} day */
  drawHeard({ heard }) {
    if (!heard.length) return [];
    const now = readClock();
    const open = this.facts.querySelector("details")?.open ?? false;
    return [element("details", { open }, element("summary", {}, "What was heard"),
      element("ul", { class: "heard" }, ...heard.slice(-MOST_HEARD).reverse().map(({ at, text }) => element("li", {}, timeOf(at, now), ` ${text}`))))];
  }
}

/** @param {string} title @param {PanelChild[]} content */
function section(title, content) {
  return content.length ? [element("h2", {}, title), ...content.filter((each) => each !== null && each !== false)] : [];
}

/** A time on the reader's clock. @param {number} unix @param {number} now @param {(unix: number, now: number) => string} [tell] */
function timeOf(unix, now, tell = tellOwnTime) {
  return element("time", { datetime: new Date(unix * 1000).toISOString() }, tell(unix, now));
}
