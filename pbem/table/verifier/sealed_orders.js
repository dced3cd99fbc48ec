/** Orders that are sealed and opened later: the seal's hash, and its box for the referee. */

import { demand } from "./formats/faults.js";
import { digestOf, hashLines } from "./formats/digests.js";
import { fromBase64, fromHex, sameBytes, toUtf8 } from "./formats/bytes.js";
import { makeAgeFile } from "./formats/age_files.js";
import { REFEREE } from "./parties.js";
import { writeCanonical } from "./formats/canonical_json.js";

/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */
/** @typedef {import("./parties.js").Parties} Parties */
/** @typedef {{ seq: number, author: string, body: any, refereeKey: string, openedBy: number | null }} Seal */

const BLOCK = 4096;
const MOST_TEXT = 65536;

export class SealedOrders {
  /**
   * @param {Parties} parties
   * @param {string} game
   */
  constructor(parties, game) {
    this.parties = parties;
    this.game = game;
    /** @type {Map<number, Seal>} */
    this.seals = new Map();
  }

  /** @param {Entry} entry */
  seal({ seq, author, body }) {
    const before = [...this.seals.values()].some(
      (each) => each.author === author && each.body.choice === body.choice,
    );
    demand(!before, "seal-wrong", `${author} has sealed an order for this choice before.`);
    const refereeKey = this.parties.find(REFEREE)?.key ?? "";
    this.seals.set(seq, { seq, author, body, refereeKey, openedBy: null });
  }

  /** @param {Entry} entry an `open` of the first form */
  async open({ seq, author, body }) {
    const seal = this.seals.get(body.seal);
    demand(seal && seal.openedBy === null, "seal-wrong", `Entry ${body.seal} is no seal that is closed.`);
    demand(author === seal.author || author === REFEREE, "seal-wrong", `The seal is not one of ${author}.`);
    const { choice, commit, box } = seal.body;
    const lines = await digestOf(toUtf8(writeCanonical(body.lines)));
    const made = await hashLines("senlac-seal/1", this.game, seal.author, choice, body.salt, lines);
    demand(made === commit, "seal-wrong", "Salt and lines do not give the hash of the seal.");
    if (box && this.parties.refereed) {
      const same = sameBytes(await this.makeBox(seal, body), fromBase64(box) ?? new Uint8Array());
      demand(same, "seal-wrong", "The box of the seal does not hold what its hash says.");
    }
    seal.openedBy = seq;
  }

  /**
   * @param {Seal} seal
   * @param {any} opened
   * @returns {Promise<Uint8Array>}
   */
  async makeBox(seal, { salt, lines }) {
    const text = toUtf8([salt, ...lines].map((line) => `${line}\n`).join(""));
    demand(text.length <= MOST_TEXT, "seal-wrong", "The sealed order is too long for any box.");
    const filled = new Uint8Array(Math.ceil(text.length / BLOCK) * BLOCK).fill(10);
    filled.set(text);
    const coins = await hashLines("senlac-order-box/1", this.game, seal.author, seal.body.choice, salt);
    return makeAgeFile(fromHex(seal.refereeKey), filled, coins);
  }

  /** @returns {boolean} whether a seal with a box is closed */
  get anyBoxClosed() {
    return [...this.seals.values()].some((seal) => seal.openedBy === null && "box" in seal.body);
  }

  /** @param {number} to the entry after which the game goes on */
  goBack(to) {
    for (const seal of this.seals.values()) {
      if (seal.seq > to) this.seals.delete(seal.seq);
      else if (seal.openedBy !== null && seal.openedBy > to) seal.openedBy = null;
    }
  }
}
