// Before anything is signed: all that will be, line by line, to whom it goes, and what stays open. One send, once.

import { element, wordButton } from "../page/elements.js";
import { CallRefused } from "../seat_page/calls.js";
import { drawPadlock, sentenceOf, wordsOf } from "../seat_page/due_bar.js";
import { tellFault } from "./mail_calls.js";
import { listLines, onceButton } from "./sheet.js";

/** @typedef {import("./mail_values.js").Preview} SentPreview */
/**
 * @typedef {{preview: () => Promise<SentPreview>, press: (lines: string[]) => Promise<void>,
 *   send: (digest: string) => Promise<import("./mail_values.js").Told>,
 *   sent: (told: import("./mail_values.js").Told) => void}} SendTold
 */

const TITLES = /** @type {Record<string, string>} */ ({ decision: "Sign this answer", seal: "Sign and seal", dice: "Sign your dice" });

/**
 * Whether two previews would sign the same, but for the words to others.
 * @param {SentPreview} a
 * @param {SentPreview} b
 */
export function isSameBesidesPress(a, b) {
  const told = (/** @type {SentPreview} */ each) => JSON.stringify([each.kind, each.shown, each.closed, each.spent, each.to, each.warnings, each.still]);
  return told(a) === told(b);
}

/** Lines of words, without empty ones at the end. @param {string} words */
export function linesOfWords(words) {
  return words.trim() ? words.trimEnd().split(/\r?\n/) : [];
}

export class SendSheet {
  /**
   * @param {import("./sheet.js").Sheet} sheet
   * @param {SendTold} tell
   */
  constructor(sheet, tell) {
    this.sheet = sheet;
    this.tell = tell;
    this.isAsking = false;
    this.words = element("textarea", { id: "press", rows: "3", spellcheck: "true" });
    this.notice = element("p", { class: "grave", role: "alert" });
  }

  /** Asks what would be signed, and shows it. */
  async open() {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const preview = await this.tell.preview();
      this.words.value = preview.press.join("\n");
      this.show(preview, "");
    } finally {
      this.isAsking = false;
    }
  }

  /** @param {SentPreview} preview @param {string} notice */
  show(preview, notice) {
    const { shown, closed, spent, to, warnings, still, kind } = preview;
    const sign = onceButton("Sign and send", "primary", () => this.send(preview));
    sign.dataset.first = "";
    this.notice.textContent = notice;
    this.sheet.open(TITLES[kind] ?? "Sign these lines", [
      this.notice,
      ...warnings.map((words) => element("p", { class: "warning" }, words)),
      kind === "dice" ? element("p", {}, "You open your part of the dice. They fall when all parts are there, and then the game goes on.") : null,
      listLines("You sign", shown),
      listLines(kind === "seal" ? "You seal, until all have decided" : "These lines stay closed until they are used", closed, drawPadlock),
      listLines("These are left out, since what they end has ended by itself", spent),
      still ? element("p", { class: "still" }, "Your decision goes on after this: ", ...wordsOf(sentenceOf(still))) : null,
      element("section", { class: "asked-words" }, element("label", { for: "press" }, "Words for the others, which all can read"), this.words),
      element("p", { class: "goes-to" }, "It goes to ", ...namesOf(to), "."),
      element("div", { class: "words" }, wordButton("Not yet", "Nothing is signed; your lines stay", () => this.sheet.close()), sign),
    ]);
  }

  /**
   * Signs what was shown. Words that were typed are laid down first; if all else is still as it was read, that is
   * signed, else it is shown anew.
   * @param {SentPreview} preview
   */
  async send(preview) {
    try {
      let { digest } = preview;
      const words = linesOfWords(this.words.value);
      if (words.join("\n") !== preview.press.join("\n")) {
        await this.tell.press(words);
        const next = await this.tell.preview();
        if (!isSameBesidesPress(preview, next)) return this.showAnew(next);
        digest = next.digest;
      }
      this.tell.sent(await this.tell.send(digest));
      return true;
    } catch (error) {
      return this.meetFault(error);
    }
  }

  /** @param {SentPreview} preview */
  showAnew(preview) {
    this.show(preview, "This has changed since you read it. Nothing was signed. Read it again.");
    return false;
  }

  /** Shows anew what the program has since put in the place of what was read, or says what went wrong. @param {unknown} error */
  async meetFault(error) {
    if (!(error instanceof CallRefused) || error.code !== "stale") this.notice.textContent = tellFault(error);
    else await this.tell.preview().then((next) => this.showAnew(next), (other) => (this.notice.textContent = tellFault(other)));
    return false;
  }
}

/** @param {SentPreview["to"]} to */
function namesOf(to) {
  return to.flatMap(({ role, name, mail }, number) => [number ? "; " : "", element("b", {}, name || role), mail ? ` (${mail})` : ""]);
}
