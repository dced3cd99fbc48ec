/** The page itself: a log is dropped or chosen, and the verdict is shown. All data becomes text, never markup. */

import { describeMissingCrypto, describeMissingSignatures } from "./formats/digests.js";
import { describeKey, describeRoll, describeWhy, describeWord } from "./verdict_text.js";
import { verifyLog } from "./log_walk.js";

/** @typedef {import("./log_walk.js").Verdict} Verdict */
/** @typedef {{ codes: { [code: string]: string }, words: string }} Words */

const MOST_BYTES = 100_000_000;

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {string} tag
 * @param {string} text
 * @param {string} kind
 * @returns {HTMLElement}
 */
function make(tag, text, kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/** @returns {Words} */
function readWords() {
  return JSON.parse(find("words").textContent ?? "");
}

/** @param {string} text */
function tell(text) {
  find("progress").textContent = text;
}

class VerifierPage {
  /** @param {Words} words */
  constructor(words) {
    this.codes = words.codes;
    this.list = words.words.split(" ");
    this.asked = 0;
  }

  /** @param {File | undefined} file */
  async check(file) {
    if (!file) return;
    const asked = ++this.asked;
    find("verdict").hidden = true;
    find("details").hidden = true;
    const missing = describeMissingCrypto() || (await describeMissingSignatures());
    const large = file.size > MOST_BYTES ? "This file is larger than any log." : "";
    if (missing || large) {
      tell(`Nothing was checked. ${missing || large}`);
      return;
    }
    tell(`Checking ${file.name} ...`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const verdict = await verifyLog(bytes, (done, all) => {
      if (asked === this.asked && done % 50 === 0) tell(`Checking ${file.name}: entry ${done} of ${all} ...`);
    });
    if (asked !== this.asked) return;
    await this.show(verdict);
    tell(`Checked ${file.name}: ${verdict.lines} lines.`);
  }

  /** @param {Verdict} verdict */
  async show(verdict) {
    find("verdict").className = `verdict ${verdict.status}`;
    find("word").textContent = describeWord(verdict);
    find("why").textContent = describeWhy(verdict);
    find("meaning").textContent = this.codes[verdict.code] ?? "";
    find("notes").replaceChildren(...verdict.notes.map((note) => make("li", note)));
    const parties = await Promise.all(verdict.parties.map((party) => this.makeParty(party)));
    find("parties").replaceChildren(...parties);
    find("entries").replaceChildren(...this.makeRows(verdict));
    find("verdict").hidden = false;
    find("details").hidden = verdict.entries.length === 0;
    find("word").focus();
  }

  /**
   * @param {Verdict["parties"][number]} party
   * @returns {Promise<HTMLElement>}
   */
  async makeParty({ role, name, key }) {
    const { print, words } = await describeKey(key, this.list);
    const item = make("li", `${role}, ${name}: `);
    item.append(make("span", words, "words"), " ", make("code", print));
    return item;
  }

  /**
   * @param {Verdict} verdict
   * @returns {HTMLElement[]}
   */
  makeRows({ entries, rolls, status, seq, code, what }) {
    /** @type {Map<number, HTMLElement[]>} */
    const dice = new Map();
    for (const roll of rolls)
      dice.set(roll.seq, [...(dice.get(roll.seq) ?? []), make("li", describeRoll(roll))]);
    const rows = entries.map((entry) => {
      const list = make("ul", "", "rolls");
      list.append(...(dice.get(entry.seq) ?? []));
      return makeRow(
        String(entry.seq),
        entry.type,
        entry.author,
        entry.signers.join(", "),
        list,
        entry.digest.slice(0, 8),
      );
    });
    if (status === "broken") {
      const row = makeRow(`✗ ${seq ?? entries.length}`, code, "", "", make("span", what), "");
      row.className = "broken";
      rows.push(row);
    }
    return rows;
  }
}

/**
 * @param {string} seq
 * @param {string} type
 * @param {string} author
 * @param {string} signers
 * @param {HTMLElement} dice
 * @param {string} digest
 * @returns {HTMLElement}
 */
function makeRow(seq, type, author, signers, dice, digest) {
  const row = make("tr", "");
  /** @type {[string, string | HTMLElement][]} each with its name where the head of the table is not shown */
  const cells = [
    ["", seq],
    ["", type],
    ["", author],
    ["Signed by", signers],
    [dice.tagName === "UL" ? "Dice" : "", dice],
    ["Digest", digest],
  ];
  for (const [name, content] of cells) {
    const cell = make("td", typeof content === "string" ? content : "");
    if (typeof content !== "string" && content.textContent) cell.append(content);
    if (cell.textContent && name) cell.dataset.name = name;
    row.append(cell);
  }
  return row;
}

/** Listen for files that are dropped anywhere on the page, or chosen. */
function start() {
  const page = new VerifierPage(readWords());
  const place = find("place");
  const chosen = /** @type {HTMLInputElement} */ (find("file"));
  /** @param {File | undefined} file */
  const check = (file) => {
    page.check(file).catch((error) => tell(`This page has failed, and nothing was judged: ${error}`));
  };
  chosen.addEventListener("change", () => check(chosen.files?.[0]));
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  document.addEventListener("dragleave", () => place.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    check(event.dataTransfer?.files[0]);
  });
}

start();
