// The passphrase of a locked key: it is asked here, goes to the program, and stays nowhere in the page.

import { element, wordButton } from "../page/elements.js";
import { tellFault } from "./mail_calls.js";

/**
 * Asks until the key is unlocked, or the reader would not. A passphrase stands in no answer and in no message.
 * @param {import("./sheet.js").Sheet} sheet
 * @param {string} why
 * @param {(passphrase: string) => Promise<void>} unlock
 * @returns {Promise<boolean>}
 */
export function askPassphrase(sheet, why, unlock) {
  return new Promise((resolve) => {
    const field = element("input", { type: "password", id: "passphrase", autocomplete: "off", spellcheck: "false", "data-first": true });
    const fault = element("p", { class: "grave", role: "alert", hidden: true });
    const give = element("button", { type: "submit", class: "primary" }, "Unlock");
    const form = element("form", { class: "asked-words", autocomplete: "off" }, element("p", {}, why),
      element("label", { for: "passphrase" }, "Passphrase of your key"), field, fault,
      element("p", { class: "note" }, "The program on this machine keeps it in its memory until it stops, and writes it nowhere."),
      element("div", { class: "words" }, wordButton("Not now", "", () => sheet.close()), give));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (give.disabled) return;
      give.disabled = true;
      const passphrase = field.value;
      field.value = "";
      try {
        await unlock(passphrase);
        resolve(true);
        sheet.close();
      } catch (error) {
        fault.hidden = false;
        fault.textContent = tellFault(error);
        give.disabled = false;
        field.focus();
      }
    });
    sheet.open("Your key is locked", [form], () => resolve(false));
  });
}
