// The curtain between two at one screen: it covers the table until the other person is there.

import { element } from "../page/elements.js";

/**
 * Covers the page, and waits for the person who goes on. The function that it gives lifts the curtain.
 * @param {HTMLElement} curtain
 * @param {HTMLElement[]} covered
 * @param {string} name
 * @returns {Promise<() => void>}
 */
export function handOver(curtain, covered, name) {
  const here = element("button", { type: "button", class: "primary" }, "Show the board");
  curtain.replaceChildren(element("h2", {}, `Hand over: ${name}`), element("p", {}, "The board is covered until they are here."), here);
  curtain.hidden = false;
  for (const each of covered) {
    each.inert = true;
    for (const typed of each.querySelectorAll("form")) typed.reset(); // half a line of the person before
  }
  here.focus();
  return new Promise((resolve) => {
    here.addEventListener("click", () => resolve(() => {
      curtain.hidden = true;
      for (const each of covered) each.inert = false;
    }));
  });
}
