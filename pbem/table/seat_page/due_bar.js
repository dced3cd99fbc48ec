// The bar above the board: whose decision it is, the question with its rule, and words to press.

import { button, drawn, element } from "../page/elements.js";

/** @typedef {import("./seat_values.js").SeatValue} BarSeat */
/** @typedef {import("./seat_values.js").SaidWord} BarWord */
/** @typedef {import("./seat_values.js").FormName} BarForm */
/** @typedef {{label: string, tells: string, primary?: boolean, pressed?: boolean, data?: Record<string, string>, act: () => void}} BarButton */

const PADLOCK = "M3 7V5a3 3 0 0 1 6 0v2h1v5H2V7zm1.4 0h3.2V5a1.6 1.6 0 0 0-3.2 0z";

/** The sign of what others cannot see. @param {Record<string, string>} [attributes] */
export function drawPadlock(attributes = { "aria-hidden": "true" }) {
  return drawn("svg", { class: "padlock", viewBox: "0 0 12 13", ...attributes }, drawn("path", { d: PADLOCK }));
}

export class DueBar {
  /**
   * @param {HTMLElement} box
   * @param {import("../page/sides.js").Sides} sides
   * @param {import("../page/book.js").Book} book
   */
  constructor(box, sides, book) {
    this.sides = sides;
    this.book = book;
    this.question = element("p", { class: "question", id: "question", tabindex: "-1" });
    this.buttons = element("div", { class: "words", role: "group", "aria-label": "Answers" });
    this.notice = element("p", { class: "notice", role: "status", hidden: true });
    box.append(this.question, this.buttons, this.notice);
  }

  /**
   * @param {BarSeat} seat
   * @param {BarButton[]} buttons
   * @param {string} idle what it says where nothing is due
   */
  ask(seat, buttons, idle) {
    const { due } = seat;
    if (due) {
      const sealed = due.closed && element("span", { class: "sealed" }, drawPadlock(), " Only you see this. ");
      this.fill([this.sides.sign(due.side), " ", element("b", {}, `${this.sides.name(due.seat || due.side)}: `), sealed, ...wordsOf(sentenceOf(due.ask)),
        due.rule ? " " : null, due.rule ? this.book.link(due.rule) : null,
        due.supposed ? element("small", { class: "supposed", title: "It stays closed, and is used if it is still legal when the dice have fallen" }, " Said before the dice.") : null], buttons);
    } else this.fill([idle], buttons);
  }

  /**
   * A reader at the keyboard stays in the bar: a button that goes leaves the question in focus, and none of those
   * that come, since a second Enter would press it.
   * @param {(Node | string | null | false)[]} words
   * @param {BarButton[]} buttons
   */
  fill(words, buttons) {
    const isHere = this.buttons.contains(document.activeElement);
    this.question.replaceChildren(...words.filter((each) => each !== null && each !== false));
    this.buttons.replaceChildren(...buttons.map((each) => makeButton(each)));
    if (isHere) this.question.focus({ preventScroll: true });
  }

  /** Says something under the question, until it is said no more. @param {string} words @param {string} [rule] @param {boolean} [grave] */
  say(words, rule = "", grave = false) {
    this.notice.hidden = !words;
    this.notice.classList.toggle("grave", grave);
    this.notice.replaceChildren(...(rule ? [this.book.link(rule), " "] : []), element("span", {}, ...wordsOf(words)));
    if (words) this.notice.append(button("×", "Put this away", () => this.say("")));
  }
}

/** Words that end as a sentence does. @param {string} words */
export function sentenceOf(words) {
  return /[.?!]\s*$/.test(words) ? words : `${words}.`;
}

/** Words with what stands in backquotes as a line that can be typed. @param {string} words */
export function wordsOf(words) {
  return words.split("`").map((part, number) => (number % 2 ? element("code", {}, part) : part));
}

/** @param {BarButton} each */
function makeButton({ label, tells, primary = false, pressed, data = {}, act }) {
  const made = element("button", {
    type: "button", class: primary ? "primary" : "", title: tells, ...data, ...(pressed === undefined ? {} : { "aria-pressed": String(pressed) }),
  }, label);
  made.addEventListener("click", act);
  return made;
}
