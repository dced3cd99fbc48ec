/** Links that are burnt for somebody's new chain: whose turn it is, and the base of the seeds that comes of them. */

import { demand } from "./formats/faults.js";
import { hashLines } from "./formats/digests.js";

/** @typedef {import("./parties.js").Parties} Parties */
/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */
/** @typedef {{ owing: string[], burnt: Map<string, string> }} Round */

export class NewChains {
  /**
   * @param {Parties} parties
   * @param {string} game
   */
  constructor(parties, game) {
    this.parties = parties;
    this.base = game;
    /** @type {Round[]} */
    this.rounds = [];
  }

  /** @returns {string} who burns the next link, or nothing */
  get due() {
    return this.rounds[0]?.owing[0] ?? "";
  }

  /** @param {Entry} entry the first or a further substitute, before the newcomer sits down */
  demandAllowed(entry) {
    if (!this.due) return;
    const owed = this.rounds.some((round) => round.owing.includes(entry.body.role));
    demand(owed, "burn-due", `${this.due} has to burn a link first.`);
  }

  /** @param {string} role who has a new chain */
  async begin(role) {
    for (const round of this.rounds) round.owing = round.owing.filter((each) => each !== role);
    const others = this.parties.inGame().filter((party) => party.role !== role);
    this.rounds.push({ owing: others.map((party) => party.role), burnt: new Map() });
    await this.close();
  }

  /** @param {Entry} entry an `ack` with `burnt` */
  async burn({ author, body }) {
    demand(author === this.due, "link-not-due", `It is not for ${author} to burn a link.`);
    demand(body.applied === 0, "applied-wrong", "It burns a link and applies lines.");
    await this.parties.findInGame(author).reveal(body.burnt, 2);
    const round = /** @type {Round} */ (this.rounds[0]);
    round.burnt.set(author, body.burnt);
    round.owing.shift();
    await this.close();
  }

  /** Work out the base anew for each round in which nobody owes a link. */
  async close() {
    while (this.rounds[0] && this.rounds[0].owing.length === 0) {
      const { burnt } = /** @type {Round} */ (this.rounds.shift());
      const links = this.parties.list.flatMap((party) => burnt.get(party.role) ?? []);
      this.base = await hashLines(this.base, ...links);
    }
  }
}
