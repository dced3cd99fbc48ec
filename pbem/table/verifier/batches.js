/** Batches of dice: the link that opens one, the link that closes it, and the values that the two give. */

import { demand } from "./formats/faults.js";
import { hashLines } from "./formats/digests.js";
import { DiceStream } from "./dice_stream.js";
import { REFEREE } from "./parties.js";

/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */
/** @typedef {import("./parties.js").Parties} Parties */
/** @typedef {import("./new_chains.js").NewChains} NewChains */
/** @typedef {import("./secret_packs.js").SecretPacks} SecretPacks */
/** @typedef {{ seq: number, author: string, link: string, named: Map<string, number> }} Batch */
/** @typedef {{ seq: number, k: number, label: string, rule: string, sides: number, values: number[] }} Roll */

export class Batches {
  /**
   * @param {Parties} parties
   * @param {NewChains} chains
   * @param {SecretPacks} packs
   */
  constructor(parties, chains, packs) {
    this.parties = parties;
    this.chains = chains;
    this.packs = packs;
    this.count = 0;
    /** @type {Batch | null} */
    this.open = null;
    /** @type {Roll[]} */
    this.rolls = [];
  }

  /**
   * What may stand at this place, by batches and links to burn alone.
   * @param {Entry} entry
   */
  demandTurn(entry) {
    const { type, author, body, link } = entry;
    if (this.chains.due) this.demandBurning(entry);
    else if ("burnt" in body) demand(false, "link-not-due", "No link is to be burnt.");
    else if (this.open) this.demandAnswer(entry, this.parties.closerOf(this.open.author));
    else if (type === "roll") demand(false, "roll-not-due", "No batch of dice is open.");
    else if (type === "ack") demand(link, "link-missing", "It answers nothing, and opens nothing.");
    const ofReferee = link && author === REFEREE && type !== "roll";
    demand(!ofReferee && !(link && "rests" in body), "link-not-due", "No link is due there.");
  }

  /** @param {Entry} entry while links are to be burnt */
  demandBurning(entry) {
    const burns = entry.type === "ack" && "burnt" in entry.body;
    demand(burns || entry.type === "substitute", "burn-due", `${this.chains.due} has to burn a link first.`);
    if (!burns) this.chains.demandAllowed(entry);
    demand(!entry.link, "link-not-due", "It burns a link and reveals another.");
  }

  /**
   * @param {Entry} entry while a batch is open
   * @param {string} closer
   */
  demandAnswer({ type, author, body, link }, closer) {
    if (type === "substitute" || type === "claim") {
      demand(body.role === closer, "roll-due", `${closer} has to answer first.`);
      return;
    }
    demand(type === "roll" || type === "ack", "roll-due", `${closer} has to answer first.`);
    demand(author === closer, "not-entitled", `It is for ${closer} to answer.`);
    if (type === "roll") demand(link, "link-missing", "It reveals no link.");
    else demand(!link, "link-not-due", "An answer without dice reveals no link.");
  }

  /**
   * @param {Entry} entry
   * @returns {boolean} whether it opens a batch
   */
  opens({ type, link }) {
    return link !== undefined && type !== "roll";
  }

  /** @param {Entry} entry one that opens a batch */
  begin({ seq, author, body, link }) {
    this.open = {
      seq,
      author,
      link: /** @type {string} */ (link),
      named: new Map(Object.entries(body.standing ?? {})),
    };
  }

  /** @param {Entry} entry a `roll` */
  async roll({ seq, author, body, link = "" }) {
    const batch = /** @type {Batch} */ (this.open);
    const numbered = body.k === this.count + 1 && body.batch === batch.seq;
    demand(numbered, "roll-number", "It names another batch than its place gives.");
    const first = this.parties.list.find((party) => [author, batch.author].includes(party.role));
    /** @type {[string, string]} */
    const links = first?.role === batch.author ? [batch.link, link] : [link, batch.link];
    const parts = { base: this.chains.base, k: body.k, links };
    const stream = new DiceStream(await hashLines("senlac-dice/2", parts.base, parts.k, ...links));
    for (const [at, item] of body.rolls.entries()) {
      if ("leaves" in item) this.packs.shuffle(item, parts);
      else if ("open" in item) await this.packs.show(item);
      else if ("deal" in item) this.deal(item, body.k, at);
      else await this.compare(item, stream, seq, body.k);
    }
    this.count = body.k;
  }

  /**
   * @param {any} item
   * @param {number} k
   * @param {number} at
   */
  deal(item, k, at) {
    const party = this.parties.find(item.deal);
    demand(party && party.role !== REFEREE, "unknown-author", "It deals to nobody who plays.");
    this.packs.deal(item, party.key, k, at);
  }

  /**
   * @param {any} item dice, or a shuffle that all may see
   * @param {DiceStream} stream
   * @param {number} seq
   * @param {number} k
   */
  async compare({ label, rule, sides, shuffle, values }, stream, seq, k) {
    const given = [];
    if (shuffle !== undefined) given.push(...(await stream.shuffle(shuffle)));
    else for (const _ of values) given.push(await stream.roll(sides));
    const same = given.length === values.length && given.every((value, at) => value === values[at]);
    demand(same, "roll-values", `The links give ${given.join(" ")}, and it says ${values.join(" ")}.`);
    this.rolls.push({ seq, k, label, rule, sides: sides ?? 0, values });
  }
}
