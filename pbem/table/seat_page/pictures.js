// The pictures of the board: the program names them, and each is fetched once and kept by its name.

/** @typedef {import("../page/story.js").Story} PicturedStory */
/** @typedef {{src: string}} Pictured */

const AT_ONCE = 80;

export class Pictures {
  /** @param {(names: string[]) => Promise<Record<string, string>>} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {Map<string, string>} */
    this.addresses = new Map();
  }

  /** Fetches those that are not known yet. @param {string[]} names */
  async gather(names) {
    const wanted = [...new Set(names)].filter((name) => name && !this.addresses.has(name));
    for (let from = 0; from < wanted.length; from += AT_ONCE) {
      const found = await this.ask(wanted.slice(from, from + AT_ONCE));
      for (const [name, data] of Object.entries(found)) this.addresses.set(name, addressOfPicture(data));
    }
  }

  /** The address of a picture in the page; that of a picture in the page stays. @param {string} name */
  find(name) {
    return this.addresses.get(name) ?? (name.startsWith("blob:") ? name : "");
  }

  /** Puts pictures in the place of their names. @template {Pictured} T @param {T[]} pictured @returns {Promise<T[]>} */
  async fill(pictured) {
    await this.gather(pictured.map(({ src }) => src).filter((src) => !src.startsWith("blob:")));
    return pictured.map((each) => ({ ...each, src: this.find(each.src) }));
  }

  /**
   * Puts pictures in a story, or in what is new of one. Its charts are left out: they may come later.
   * @template {Partial<PicturedStory>} T
   * @param {T} story
   * @returns {Promise<T>}
   */
  async fillStory(story) {
    const boards = story.boards ?? [];
    await this.gather([...boards.map(({ ground }) => ground), ...(story.sprites ?? []).map(({ src }) => src)]);
    const filled = { ...story };
    delete filled.charts;
    if (story.boards) filled.boards = boards.map((board) => ({ ...board, ground: this.find(board.ground) }));
    if (story.sprites) filled.sprites = await this.fill(story.sprites);
    return filled;
  }
}

/** Makes an address of the page of a picture's data. @param {string} data */
function addressOfPicture(data) {
  const found = /^data:(image\/(?:webp|png|jpeg));base64,(.*)$/.exec(data);
  if (!found) return "";
  const bytes = Uint8Array.from(atob(found[2] ?? ""), (letter) => letter.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: found[1] ?? "" }));
}
