/** Standing orders: papers by number, what an entry names and carries of them, and the lines that decided. */

import { demand } from "./formats/faults.js";
import { fromBase64, toUtf8 } from "./formats/bytes.js";
import { hashLines } from "./formats/digests.js";
import { PAPER_NAMESPACE, readSigner } from "./formats/ssh_signatures.js";
import { REFEREE } from "./parties.js";
import { writeCanonical } from "./formats/canonical_json.js";
import { ClosedLines } from "./closed_lines.js";

/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */
/** @typedef {import("./parties.js").Parties} Parties */
/** @typedef {{ author: string, number: number, seq: number, said: any, fallen: boolean, closed: boolean, shown: Set<string> }} Paper */
/** @typedef {(seq: number) => boolean} Falls */

const LEAVES = 64;

export class StandingPapers {
  /**
   * @param {Parties} parties
   * @param {string} game
   */
  constructor(parties, game) {
    this.parties = parties;
    this.game = game;
    /** @type {Map<string, Paper[]>} */
    this.papers = new Map();
    /** @type {{ of: string, falls: Falls }[]} what has let papers fall; of nobody: those of all */
    this.falls = [];
    /** @type {string[]} */
    this.lost = [];
  }

  /**
   * @param {string} side
   * @returns {Paper[]}
   */
  of(side) {
    return this.papers.get(side) ?? [];
  }

  /**
   * @param {string} side
   * @returns {Paper | undefined}
   */
  countingPaper(side) {
    return this.of(side).findLast((paper) => !paper.fallen);
  }

  /**
   * Where each of these fields may stand.
   * @param {Entry} entry
   * @param {boolean} opens whether it opens a batch
   * @param {boolean} carries whether it is one that carries lines out
   */
  demandPlaces({ author, type, body }, opens, carries) {
    const refereed = this.parties.refereed;
    const places = {
      standing: refereed && opens,
      papers: refereed ? author === REFEREE && carries : opens && type !== "open",
      stood: refereed && author === REFEREE && carries,
    };
    for (const [field, allowed] of Object.entries(places)) {
      demand(allowed || !(field in body), "standing-wrong", `It may not have the field ${field}.`);
    }
  }

  /**
   * The numbers that an entry names which opens a batch.
   * @param {Entry} entry
   */
  demandNamed({ body }) {
    const named = new Map(Object.entries(body.standing ?? {}));
    const sides = this.parties.sides().map((party) => party.role);
    const known = [...named.keys()].every((side) => sides.includes(side));
    demand(known, "standing-wrong", "It names standing orders of nobody in the game.");
    for (const side of sides) {
      const force = this.countingPaper(side)?.number;
      const highest = this.of(side).length;
      const fits = named.get(side) === force || (named.get(side) ?? 0) > highest;
      demand(fits, "standing-wrong", `It does not name the standing orders of ${side} that are in force.`);
    }
  }

  /**
   * @param {Entry} entry
   * @param {number} before the entry that opened the batch, or the one that carries the papers
   */
  async carry({ author, body }, before) {
    for (const said of body.papers ?? []) await this.take(said, author, before);
  }

  /**
   * @param {any} said
   * @param {string} carrier
   * @param {number} before
   */
  async take(said, carrier, before) {
    const { signature, ...paper } = said;
    const refereed = this.parties.refereed;
    const party = this.parties.find(paper.author);
    const form = refereed ? "box" in paper : "lines" in paper && paper.author === carrier;
    demand(
      form && party && party.role !== REFEREE,
      "standing-wrong",
      "It carries a paper of another form or author.",
    );
    const list = this.of(paper.author);
    const fits = paper.game === this.game && paper.number === list.length + 1 && paper.seq < before;
    const later = paper.seq >= (list.at(-1)?.seq ?? 0) && !this.hasFallen(paper);
    demand(
      fits && later,
      "standing-wrong",
      `Paper ${paper.number} of ${paper.author} is not the next one that counts.`,
    );
    const type = refereed ? "standing" : "standing-clear";
    const data = toUtf8(writeCanonical({ ...paper, v: 2, type }));
    const blob = /** @type {Uint8Array} */ (fromBase64(signature));
    const signer = await readSigner(blob, data, PAPER_NAMESPACE);
    demand(signer === party.key, "wrong-signer", `A paper of ${paper.author} is signed with another key.`);
    const { number, seq } = paper;
    list.push({
      author: paper.author,
      number,
      seq,
      said: paper,
      fallen: false,
      closed: refereed,
      shown: new Set(),
    });
    this.papers.set(paper.author, list);
  }

  /**
   * @param {{ author: string, seq: number }} paper
   * @returns {boolean}
   */
  hasFallen({ author, seq }) {
    return this.falls.some(({ of, falls }) => (of === "" || of === author) && falls(seq));
  }

  /**
   * @param {string} role whose papers fall, those of all if it is the referee or nobody
   * @param {Falls} falls
   */
  letFall(role, falls) {
    this.falls.push({ of: role === REFEREE ? "" : role, falls });
    for (const paper of [...this.papers.values()].flat()) paper.fallen ||= this.hasFallen(paper);
  }

  /**
   * @param {Map<string, number>} named by the entry that opened the batch
   */
  demandCarried(named) {
    for (const [side, number] of named) {
      demand(this.of(side).length >= number, "standing-wrong", `Paper ${number} of ${side} is missing.`);
    }
  }

  /**
   * The lines that decided.
   * @param {Entry} entry
   * @param {Map<string, number> | undefined} named by the batch; without one, what is in force counts
   */
  async demandStood({ body }, named) {
    const stood = body.stood ?? [];
    const firsts = stood.map((/** @type {any} */ each) => each.decisions[0]);
    const all = stood.flatMap((/** @type {any} */ each) => each.decisions);
    const grow = [firsts, ...stood.map((/** @type {any} */ each) => each.decisions)].every(isRising);
    const lines = new Set(stood.map((/** @type {any} */ each) => `${each.side} ${each.line}`));
    const once = new Set(all).size === all.length && lines.size === stood.length;
    demand(grow && once, "standing-wrong", "The lines that decided are not in order, each once.");
    for (const each of stood) {
      const number = named ? named.get(each.side) : this.countingPaper(each.side)?.number;
      const paper = this.of(each.side)[(number ?? 0) - 1];
      demand(paper, "standing-wrong", `No standing orders of ${each.side} count there.`);
      await this.demandLeaf(each, paper);
    }
  }

  /**
   * @param {any} stood
   * @param {Paper} paper
   */
  async demandLeaf({ line, salt, path }, paper) {
    const first = !paper.shown.has(line);
    const both = salt !== undefined && path !== undefined;
    const fits = first ? both : salt === undefined && path === undefined;
    demand(fits, "standing-wrong", "Salt and path stand where a line is shown for the first time.");
    if (!first) return;
    let top = await this.leafOf(paper, salt, line);
    for (const other of path) top = await hashNode(top, other);
    demand(top === paper.said.leaves, "standing-wrong", "A line that decided is no leaf of its paper.");
    paper.shown.add(line);
  }

  /**
   * @param {{ author: string, number: number }} paper
   * @param {string} salt
   * @param {string} line
   * @returns {Promise<string>}
   */
  leafOf({ author, number }, salt, line) {
    return hashLines("senlac-standing/1", this.game, author, number, salt, line);
  }

  /**
   * The digests that root and lines give.
   * @param {{ author: string, number: number, root: string, lines?: string[] }} opened
   * @returns {Promise<{ leaves: string, order: string }>}
   */
  async workOut({ author, number, root, lines = [] }) {
    const leaves = await Promise.all(
      Array.from({ length: LEAVES }, async (_, at) => {
        return this.leafOf({ author, number }, await ClosedLines.saltOf(root, at), lines[at] ?? "");
      }),
    );
    const order = await hashLines("senlac-standing-order/1", this.game, author, number, ...leaves);
    let row = leaves.sort();
    while (row.length > 1) {
      const pairs = row.filter((_, at) => at % 2 === 0).map((one, at) => [one, row[2 * at + 1] ?? ""]);
      row = await Promise.all(pairs.map(([one = "", other = ""]) => hashNode(one, other)));
    }
    return { leaves: row[0] ?? "", order };
  }

  /** @param {Entry} entry an `open` of the second form */
  async open({ author, body }) {
    let before = "";
    for (const each of body.filed ?? []) {
      const paper = this.of(each.author)[each.number - 1];
      const place = `${each.author} ${String(each.number).padStart(20, "0")}`;
      const own = paper?.closed && (author === REFEREE || author === each.author);
      demand(
        own && isBefore(before, place),
        "lines-wrong",
        "It may not open that standing paper, or not there.",
      );
      before = place;
      const made = await this.workOut(each);
      const same = made.leaves === paper.said.leaves && made.order === paper.said.order;
      demand(same, "lines-wrong", `Root and lines do not give paper ${each.number} of ${each.author}.`);
      paper.closed = false;
    }
  }

  /** @param {string} fact a fact of a ruling */
  lose(fact) {
    const said = /^paper lost: (.*)$/.exec(fact)?.[1];
    if (said === undefined) return;
    const [, side = "", number = ""] = /^(\S+) ([1-9]\d*)$/.exec(said) ?? [];
    const paper = this.of(side)[Number(number) - 1];
    demand(paper?.closed, "lines-wrong", `It says that a paper is lost which is none: ${said}.`);
    paper.closed = false;
    this.lost.push(said);
  }
}

/**
 * @param {string} one
 * @param {string} other
 * @returns {Promise<string>}
 */
function hashNode(one, other) {
  return hashLines("senlac-standing-node/1", ...[one, other].sort());
}

/**
 * @param {number[]} numbers
 * @returns {boolean}
 */
function isRising(numbers) {
  return numbers.every((number, at) => at === 0 || number > /** @type {number} */ (numbers[at - 1]));
}

/**
 * @param {string} before
 * @param {string} place
 * @returns {boolean}
 */
function isBefore(before, place) {
  const [side = "", number = ""] = before.split(" ");
  const [nextSide = "", nextNumber = ""] = place.split(" ");
  return side < nextSide || (side === nextSide && number < nextNumber);
}
