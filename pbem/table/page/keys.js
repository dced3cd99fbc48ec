// The keys of the page: what each does, in one table, from which the page also tells them.

import { element } from "./elements.js";

/** @typedef {{keys: string[], shown: string, tells: string, act: () => void}} Key */

/**
 * The name of a pressed key, such as `Shift+ArrowLeft`; a key with Control, Alt or the like is the browser's.
 * @param {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">} event
 */
export function nameOfKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return "";
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.shiftKey && name.length > 1 ? `Shift+${name}` : name;
}

/**
 * True if an element has its own use for a key.
 * @param {EventTarget | null} target
 * @param {string} name
 */
function needsKey(target, name) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog") || target.matches("select, textarea, input:not([type=range])")) return name !== "Escape";
  if (target.matches("input[type=range]")) return /Arrow|Home|End/.test(name);
  if (name === " ") return target.matches("button, a, summary");
  return /ArrowUp|ArrowDown/.test(name) && target.closest(".side") !== null;
}

/** @param {Key[]} keys */
export function listenToKeys(keys) {
  const acts = new Map(keys.flatMap((key) => key.keys.map((name) => /** @type {const} */ ([name, key.act]))));
  document.addEventListener("keydown", (event) => {
    const name = nameOfKey(event);
    const act = acts.get(name);
    if (!act || needsKey(event.target, name)) return;
    event.preventDefault();
    act();
  });
}

/** @param {Key[]} keys */
export function listKeys(keys) {
  return element("dl", { class: "keys" }, ...keys.map((key) =>
    element("div", {}, element("dt", {}, element("kbd", {}, key.shown)), element("dd", {}, key.tells))));
}
