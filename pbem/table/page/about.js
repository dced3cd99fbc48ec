// What the page says of itself: whose word it is, how to check the game, whose eyes these are, and the keys.

import { element } from "./elements.js";
import { listKeys } from "./keys.js";

/** @typedef {import("./story.js").Story} AboutStory */

/** @param {AboutStory} story @param {(side: string) => string} name */
export function viewText(story, name) {
  return story.view ? `as ${name(story.view)} sees it` : "what everybody may see";
}

/**
 * @param {HTMLElement} panel
 * @param {AboutStory} story
 * @param {(side: string) => string} name
 * @param {import("./keys.js").Key[]} keys
 */
export function fillAbout(panel, story, name, keys) {
  panel.replaceChildren(
    element("h2", {}, "What this page is"),
    element("p", {}, "This page is its maker's word. It has no tick of its own, because a false page could draw one too."),
    element("p", {}, "To check the game you need its log. Then run ", element("code", {}, "pbem verify game.log"),
      ", or drop the log on a verifier page that you already have. ", element("code", {}, "pbem verify --page FILE.html"), " writes one."),
    element("p", {}, `The log of this story belongs to game ${story.game}. It ends with entry ${story.seq}, and its head begins with ${story.head}.`),
    element("p", {}, `The page shows ${viewText(story, name)}. It asks no other machine for anything, and it keeps nothing in your browser.`),
    element("h2", {}, "Keys"), listKeys(keys));
}
