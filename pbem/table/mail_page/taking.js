// What comes in from outside: a file that is dropped anywhere on the page or chosen, and text that is pasted.

import { element, wordButton } from "../page/elements.js";

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 3 * MEGABYTE;
const CHUNK = 0x8000;

/** @typedef {{name: string, data: string} | {name: string, text: string}} TakenIn */
/** @typedef {{take: (what: TakenIn) => Promise<void>, say: (words: string, grave?: boolean) => void}} TakingTold */

/** Bytes as base64. @param {Uint8Array} bytes */
export function encodeBytes(bytes) {
  let text = "";
  for (let from = 0; from < bytes.length; from += CHUNK) text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(text);
}

export class Taking {
  /**
   * @param {HTMLElement} cover is shown while something is carried over the page
   * @param {TakingTold} tell
   */
  constructor(cover, tell) {
    this.cover = cover;
    this.tell = tell;
    document.addEventListener("dragenter", (event) => this.mark(event, true));
    document.addEventListener("dragover", (event) => this.mark(event, true));
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && this.mark(event, false));
    document.addEventListener("drop", (event) => {
      this.mark(event, false);
      void this.takeFiles([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** @param {DragEvent} event @param {boolean} over */
  mark(event, over) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.cover.hidden = !over;
  }

  /** One after the other, so that each finds what the one before has done. @param {File[]} files */
  async takeFiles(files) {
    for (const file of files) {
      if (file.size > MOST_BYTES) this.tell.say(`${file.name} is too large: at most ${MOST_BYTES / MEGABYTE} MB are taken in.`, true);
      else await this.tell.take({ name: file.name, data: encodeBytes(new Uint8Array(await file.arrayBuffer())) });
    }
  }

  /** What a panel shows of it. */
  draw() {
    const field = element("input", { type: "file", class: "unseen", multiple: true, "aria-label": "A mail, orders or a VASSAL log" });
    field.addEventListener("change", async () => {
      await this.takeFiles([...(field.files ?? [])]);
      field.value = "";
    });
    const choose = wordButton("Take in a file ...", "A mail, orders or a VASSAL log; it can also be dropped anywhere on this page", () => field.click());
    const text = element("textarea", { rows: "4", spellcheck: "false", "aria-label": "The text of a mail" });
    const give = wordButton("Take in", "Reads the text as a mail", async () => {
      if (!text.value.trim()) return;
      await this.tell.take({ name: "pasted text", text: text.value });
      text.value = "";
    });
    return element("section", { class: "taking", "aria-label": "Take in" }, element("h2", {}, "Take in"),
      element("p", { class: "note" }, "Drop a mail, orders or a VASSAL log on this page, or choose the file."),
      element("div", { class: "words" }, choose, field),
      element("details", {}, element("summary", {}, "Paste the text of a mail"), text, element("div", { class: "words" }, give)));
  }
}
