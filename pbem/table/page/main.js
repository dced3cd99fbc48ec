// The story page: it reads the story in it, and begins.

import { fillAbout, viewText } from "./about.js";
import { byId } from "./elements.js";
import { readStory, STORY_FORMAT } from "./story.js";
import { StoryPage } from "./story_page.js";

/** @typedef {import("./story_page.js").PageKind} OwnKind */

const NOTHING_MORE = { keys: (/** @type {import("./keys.js").Key[]} */ own) => own, panels: {}, addressed: true,
  shown: () => {}, tap: () => false, hover: () => false, rest: () => {}, hands: null, smallest: { narrow: 20, wide: 12 },
  follow: () => false, held: () => false };

/** Throws Error if the story is of another format. */
function beginStory() {
  const story = readStory(byId("story", HTMLElement).textContent ?? "");
  if (story.format !== STORY_FORMAT) throw new Error(`the story is ${story.format}; this page reads ${STORY_FORMAT}`);
  const name = (/** @type {string} */ side) => page.sides.name(side);
  /** @type {OwnKind} */
  const kind = { ...NOTHING_MORE, about: (panel, keys) => fillAbout(panel, story, name, keys) };
  const page = new StoryPage(story, kind);
  byId("view", HTMLElement).textContent = `Game ${story.game}, ${viewText(story, name)}`;
  page.begin();
  byId("word", HTMLElement).addEventListener("click", () => page.tabs?.show(page.tabs.tabs.length - 1));
}

beginStory();
