/** The parties of a game: keys, dice chains, who is out, who signs what, who may write what. */

import { demand } from "./formats/faults.js";
import { toHex } from "./formats/bytes.js";
import { hashLines } from "./formats/digests.js";
import { readKeyLine } from "./formats/ssh_signatures.js";

/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */

export const REFEREE = "referee";
const OF_ALL = ["ruling", "rollback", "adopt"];
const OF_OTHERS = ["substitute", "claim", "late"];
const OF_SIDES = ["order", "decision", "seal", "resign"];
const OF_REFEREE = ["roll", "late", "ruling", "rollback", "adopt", "end"];

/**
 * @param {any} person
 * @returns {string} the key in hex digits
 */
export function keyOf(person) {
  return toHex(/** @type {Uint8Array} */ (readKeyLine(person.key)));
}

/**
 * Whether several sign it: a `late` of the second form is one, a `ruling` of the second form is none.
 * @param {Entry} entry
 * @returns {boolean}
 */
export function isShared(entry) {
  if (entry.type === "late") return "since" in entry.body;
  if (entry.type === "ruling") return "facts" in entry.body;
  return ["rollback", "adopt", "substitute", "claim"].includes(entry.type);
}

export class Party {
  /** @param {any} person */
  constructor(person) {
    /** @type {string} */
    this.role = person.role;
    /** @type {number | null} the entry by which the role went out */
    this.outSince = null;
    this.person = person;
    this.key = keyOf(person);
    /** @type {string} the newest link that was revealed */
    this.link = person.tip;
    this.revealed = 0;
    this.playedByWord = this.byWord;
  }

  /** @returns {boolean} */
  get byWord() {
    return this.person.word === true;
  }

  /** @param {any} person who plays from now on, with a chain of the person's own */
  takeSeat(person) {
    this.person = person;
    this.key = keyOf(person);
    this.link = person.tip;
    this.revealed = 0;
    this.playedByWord ||= this.byWord;
  }

  /**
   * Take the next link of the chain, or the one after it.
   * @param {string} link
   * @param {number} steps
   */
  async reveal(link, steps = 1) {
    demand(
      this.revealed + steps <= this.person.length,
      "link-exhausted",
      `The chain of ${this.role} is used up.`,
    );
    let before = link;
    for (let step = 0; step < steps; step++) before = await hashLines(before);
    demand(before === this.link, "link-wrong", `Its link is not the next one of the chain of ${this.role}.`);
    this.link = link;
    this.revealed += steps;
  }
}

export class Parties {
  /** @param {any[]} persons */
  constructor(persons) {
    this.list = persons.map((person) => new Party(person));
    this.demandDifferent();
    /** @type {Set<string>} the beginnings of all chains that were promised */
    this.tips = new Set(persons.map((person) => person.tip));
    this.refereed = this.list.some((party) => party.role === REFEREE);
  }

  demandDifferent() {
    for (const values of [
      this.list.map((party) => party.role),
      this.list.map((party) => party.key),
      this.list.map((party) => party.person.tip),
    ]) {
      demand(
        new Set(values).size === values.length,
        "bad-body",
        "Two parties share a role, a key or a chain.",
      );
    }
  }

  /** @returns {Party[]} */
  inGame() {
    return this.list.filter((party) => party.outSince === null);
  }

  /** @returns {Party[]} the parties that play, in the game or out */
  sides() {
    return this.list.filter((party) => party.role !== REFEREE);
  }

  /**
   * @param {string} role
   * @returns {Party | undefined}
   */
  find(role) {
    return this.list.find((party) => party.role === role);
  }

  /**
   * @param {string} role
   * @returns {Party} a party that is in the game
   */
  findInGame(role) {
    const party = this.find(role);
    demand(party, "unknown-author", `No party has the role ${role}.`);
    demand(party.outSince === null, "not-entitled", `The role ${role} is out of the game.`);
    return party;
  }

  /**
   * @param {string} role
   * @returns {string} the first role in the game behind it in the charter's order
   */
  nextAfter(role) {
    const at = this.list.findIndex((party) => party.role === role);
    const after = [...this.list.slice(at + 1), ...this.list.slice(0, at)];
    return after.find((party) => party.outSince === null)?.role ?? "";
  }

  /**
   * @param {string} opener
   * @returns {string} who answers a batch of this opener
   */
  closerOf(opener) {
    return this.refereed ? REFEREE : this.nextAfter(opener);
  }

  /**
   * The keys that an entry must be signed with, in their order.
   * @param {Entry} entry
   * @returns {string[]}
   */
  signersOf(entry) {
    if (!isShared(entry)) return [/** @type {Party} */ (this.find(entry.author)).key];
    if (OF_ALL.includes(entry.type)) return this.inGame().map((party) => party.key);
    const replaced = entry.type === "substitute";
    const ofTwo = replaced && !this.refereed && this.inGame().length === 2;
    const keys = this.inGame()
      .filter((party) => party.role !== entry.body.role || ofTwo)
      .map((party) => party.key);
    const newcomer = replaced ? keyOf(entry.body) : "";
    return newcomer === "" || keys.includes(newcomer) ? keys : [...keys, newcomer];
  }

  /**
   * @param {Entry} entry
   * @param {string[]} signers
   */
  demandSigners(entry, signers) {
    const due = this.signersOf(entry);
    const same = due.length === signers.length && due.every((key, at) => key === signers[at]);
    demand(
      same,
      "wrong-signer",
      `It is not signed with the ${due.length === 1 ? "key" : "keys"} that it needs.`,
    );
  }

  /** @param {Entry} entry */
  demandEntitled(entry) {
    const { author, type, body } = entry;
    const opensRests = type === "open" && "rests" in body;
    const party = this.find(author);
    demand(party?.outSince === null || opensRests, "not-entitled", `${author} is out of the game.`);
    demand(this.mayWrite(entry), "not-entitled", `${author} may not write an entry ${type} here.`);
    if (!OF_OTHERS.includes(type)) return;
    this.findInGame(body.role);
    const ofOther = !isShared(entry) || type === "substitute" || body.role !== author;
    demand(ofOther, "not-entitled", "It is about its own author.");
  }

  /**
   * @param {Entry} entry
   * @returns {boolean}
   */
  mayWrite({ author, type, body }) {
    const referee = author === REFEREE;
    if (type === "substitute") {
      const next = this.nextAfter(body.role);
      return (
        author === body.role ||
        (body.role !== REFEREE && referee) ||
        ((body.role === REFEREE || !this.refereed) && author === next)
      );
    }
    if (OF_SIDES.includes(type)) return !referee;
    if (type === "claim") return !this.refereed;
    if (type === "late" || (type === "ruling" && "act" in body)) return referee;
    if (OF_REFEREE.includes(type)) return referee || !this.refereed;
    return ["open", "ack"].includes(type);
  }

  /**
   * The mark of who plays by mail word.
   * @param {Entry} entry
   */
  demandWord({ author, type, body }) {
    const marked = ["order", "decision", "seal", "ack", "resign"].includes(type);
    const due = marked && this.find(author)?.byWord === true;
    const said = marked && body.word === true;
    demand(
      due === said,
      "word-wrong",
      due ? "It lacks the mark of mail word." : "It bears the mark of mail word.",
    );
  }

  /** @param {any} person with the intent to take over a role */
  demandNewcomer(person) {
    demand(!this.tips.has(person.tip), "bad-body", "Its chain was promised before: a new one is needed.");
    const other = this.list.find((each) => each.role !== person.role && each.key === keyOf(person));
    demand(!other, "bad-body", `The newcomer has the key of ${other?.role}.`);
  }

  /** @param {any} person who takes over a role */
  replace(person) {
    this.demandWordOf(person);
    this.tips.add(person.tip);
    this.findInGame(person.role).takeSeat(person);
  }

  /** @param {any} person */
  demandWordOf(person) {
    const allowed = person.word !== true || (this.refereed && person.role !== REFEREE);
    demand(allowed, "word-wrong", "Mail word is for a side of a game with a referee.");
  }
}
