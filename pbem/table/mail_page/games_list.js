// The list of the player's games: a card each, with what is due there in a sentence; those that wait for them first.

import { element, wordButton } from "../page/elements.js";
import { wordsOf } from "../seat_page/due_bar.js";
import { sortCards } from "./day_words.js";
import { isNear, readClock, tellTimeLeft, tellZonedTime } from "./own_time.js";

/** @typedef {import("./mail_values.js").Card} ListCard */

export class GamesList {
  /**
   * @param {HTMLElement} box
   * @param {(card: ListCard) => void} open
   */
  constructor(box, open) {
    this.open = open;
    this.cards = element("ul", { class: "game-cards" });
    this.notice = element("p", { class: "notice house-notice", role: "status", hidden: true });
    this.cut = element("p", { class: "note" });
    this.beside = element("div", { class: "house-side" });
    box.replaceChildren(element("h2", { id: "house-title", tabindex: "-1" }, "Your games"), this.notice, this.cards, this.cut, this.beside);
  }

  /** @param {ListCard[]} cards @param {string} note where the list is cut */
  fill(cards, note) {
    this.cut.textContent = note;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.table : undefined;
    const items = sortCards(cards).map((card) => this.drawCard(card));
    this.cards.replaceChildren(...(items.length ? items : [element("li", { class: "note" }, "No game is here yet. Drop an invitation on this page, or choose its file.")]));
    const again = focused && [...this.cards.querySelectorAll("button")].find(({ dataset }) => dataset.table === focused);
    if (again) again.focus();
  }

  /** @param {ListCard} card */
  drawCard(card) {
    const { id, title, folder, you, state, due, yours, deadline, opens, why } = card;
    const now = readClock();
    const name = state === "invited" ? "Read the invitation" : state === "joined" ? "Show the mail" : "Open";
    const leads = opens || state === "invited" || (state === "joined" && yours);
    const open = wordButton(name, "", () => this.open(card));
    open.setAttribute("aria-label", `${name}: ${title}${you && `, ${you}`}`);
    open.dataset.table = id;
    if (yours) open.classList.add("primary");
    return element("li", { class: yours ? "game-card yours" : "game-card" },
      element("h3", {}, title, you ? element("small", {}, ` ${you}`) : null),
      element("p", { class: "due-line" }, yours && state === "playing" ? element("b", {}, "Your move. ") : null, ...wordsOf(due)),
      deadline ? element("p", { class: yours && isNear(deadline, now) ? "deadline near" : "deadline" },
        element("time", { datetime: new Date(deadline * 1000).toISOString() }, tellZonedTime(deadline, now)), `: ${tellTimeLeft(deadline, now)}`) : null,
      why ? element("p", { class: "note" }, ...wordsOf(why)) : null,
      folder ? element("p", { class: "note folder" }, folder) : null,
      leads ? element("div", { class: "words" }, open) : null);
  }

  /** @param {string} words @param {boolean} [grave] */
  say(words, grave = false) {
    this.notice.hidden = !words;
    this.notice.classList.toggle("grave", grave);
    this.notice.replaceChildren(...wordsOf(words));
  }
}
