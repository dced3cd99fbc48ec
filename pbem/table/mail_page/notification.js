// News for a reader who looks elsewhere: a notification, where the browser may show one, and a dot in the title.

import { wordButton } from "../page/elements.js";

const DOT = "● ";

export class MoveNotice {
  constructor() {
    document.addEventListener("visibilitychange", () => !document.hidden && this.clear());
    this.button = wordButton("Tell me when it is my move", "A notification of your browser, while this window is open and you look elsewhere", () => void this.ask());
    this.mark();
  }

  get isThere() {
    return "Notification" in globalThis;
  }

  mark() {
    const state = this.isThere ? Notification.permission : "denied";
    this.button.setAttribute("aria-pressed", String(state === "granted"));
    this.button.disabled = state === "denied";
    this.button.title = state === "denied" ? "Your browser does not allow it; a dot in the title of the window tells it." : this.button.title;
  }

  /** The browser asks the reader, which it does after a click alone. */
  async ask() {
    if (this.isThere && Notification.permission === "default") await Notification.requestPermission();
    this.mark();
  }

  /** Tells a reader who looks elsewhere. @param {string} title @param {string} words */
  tell(title, words) {
    if (!document.hidden) return;
    if (!document.title.startsWith(DOT)) document.title = DOT + document.title;
    if (!this.isThere || Notification.permission !== "granted") return;
    const shown = new Notification(title, { body: words, tag: title });
    shown.addEventListener("click", () => {
      focus();
      shown.close();
    });
  }

  clear() {
    if (document.title.startsWith(DOT)) document.title = document.title.slice(DOT.length);
  }
}
