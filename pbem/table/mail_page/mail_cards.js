// Mails that the player sends by hand: each in full, to copy, to open in a mail program, or as a file.

import { element, wordButton } from "../page/elements.js";
import { onceButton, wholeText } from "./sheet.js";

/** @typedef {import("./mail_values.js").WholeMail} CardMail */
/** @typedef {{file: (name: string) => void, sent: (name: string) => void, say: (words: string) => void}} MailTold */

/** @param {CardMail} mail @param {MailTold} tell */
export function drawMail(mail, tell) {
  const text = wholeText(mail.text);
  const copy = wordButton("Copy the text", "Copy the text of this mail, to paste it into a mail program", () => void copyText(mail.text, text, tell.say));
  const { whole } = mail;
  const open = whole && mail.mailto.startsWith("mailto:") && element("a", { href: mail.mailto, class: "as-button primary", "data-first": true }, "Open in mail program");
  const save = wordButton("Save as file", "Keep the mail as a file of kind .eml, which a mail program opens", () => tell.file(mail.name));
  if (!open) {
    save.classList.add("primary");
    save.dataset.first = "";
  }
  return element("article", { class: "mail-card", "data-mail": mail.name },
    element("dl", { class: "mail-head" }, ...headOf("To", mail.to.join(", ")), ...headOf("Subject", mail.subject)),
    element("details", {}, element("summary", {}, "The text of the mail"), text),
    !whole && element("p", { class: "note" }, "The text does not bring all that is signed: send the file."),
    element("div", { class: "words" }, open, whole && copy, save,
      onceButton("I have sent it", "", async () => {
        tell.sent(mail.name);
        return true;
      })));
}

/** @param {string} name @param {string} words */
function headOf(name, words) {
  return [element("dt", {}, name), element("dd", {}, words)];
}

/**
 * @param {string} words
 * @param {HTMLElement} shown is selected, where the browser does not copy
 * @param {(words: string) => void} say
 */
async function copyText(words, shown, say) {
  try {
    await navigator.clipboard.writeText(words);
    say("The text is copied.");
  } catch {
    const details = shown.closest("details");
    if (details) details.open = true;
    getSelection()?.selectAllChildren(shown);
    say("The browser does not copy. The text is selected: copy it by the keyboard.");
  }
}
