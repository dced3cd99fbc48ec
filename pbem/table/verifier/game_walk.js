/** What a game has come to after each entry, and what may stand next in its log. */

import { demand } from "./formats/faults.js";
import { Batches } from "./batches.js";
import { ClosedLines } from "./closed_lines.js";
import { Deadlines } from "./deadlines.js";
import { checkJoins } from "./joins.js";
import { NewChains } from "./new_chains.js";
import { keyOf, Parties, REFEREE } from "./parties.js";
import { SealedOrders } from "./sealed_orders.js";
import { SecretPacks } from "./secret_packs.js";
import { StandingPapers } from "./standing_papers.js";

/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */

export class GameWalk {
  /**
   * @param {any} charter its body
   * @param {string} game
   */
  constructor(charter, game) {
    this.charter = charter;
    this.game = game;
    this.parties = new Parties(charter.parties);
    this.chains = new NewChains(this.parties, game);
    this.packs = new SecretPacks(game, charter.secret);
    this.batches = new Batches(this.parties, this.chains, this.packs);
    this.deadlines = new Deadlines(charter.deadlines);
    this.seals = new SealedOrders(this.parties, game);
    this.lines = new ClosedLines(game);
    this.papers = new StandingPapers(this.parties, game);
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Set<number>} entries to which a rollback may go */
    this.restful = new Set();
    /** @type {Entry | null} */
    this.claim = null;
    /** @type {Entry | null} */
    this.ended = null;
    this.newsSent = false;
  }

  /**
   * @param {Entry} entry the charter
   * @param {string[]} signers
   * @param {string} game
   * @returns {Promise<GameWalk>}
   */
  static async begin(entry, signers, game) {
    const walk = new GameWalk(entry.body, game);
    const { parties } = walk;
    demand(parties.find(entry.author), "unknown-author", "Its author is no party.");
    for (const { person } of parties.list) parties.demandWordOf(person);
    const anyWord = parties.list.some((party) => party.byWord);
    demand(
      !anyWord || entry.author === REFEREE,
      "word-wrong",
      "With mail word the referee writes the charter.",
    );
    demand(!entry.body.secret || parties.refereed, "bad-body", "A game with a secret needs a referee.");
    const due = parties.list.filter((party) => !("joined" in party.person)).map((party) => party.key);
    const same = due.length === signers.length && due.every((key, at) => key === signers[at]);
    demand(same, "wrong-signer", "The charter is not signed with the keys of all who did not join.");
    await checkJoins(entry);
    walk.deadlines.passMoment(entry);
    walk.deadlines.demandDue(entry);
    walk.deadlines.follow(entry);
    walk.keep(entry);
    return walk;
  }

  /** @param {Entry} entry */
  keep(entry) {
    this.entries.push(entry);
    if (!this.batches.open) this.restful.add(entry.seq);
  }

  /**
   * @param {Entry} entry
   * @param {string[]} signers
   */
  async take(entry, signers) {
    const claimed = this.claim && !(entry.type === "end" && entry.author === this.claim.author);
    demand(!this.ended && !claimed, "after-end", "It stands behind the end of the game.");
    demand(this.parties.find(entry.author), "unknown-author", "Its author is no party.");
    if (entry.type === "substitute") this.parties.demandNewcomer(entry.body);
    this.parties.demandSigners(entry, signers);
    this.parties.demandEntitled(entry);
    this.parties.demandWord(entry);
    if (!this.claim) this.batches.demandTurn(entry);
    if (entry.link) await this.parties.findInGame(entry.author).reveal(entry.link);
    this.deadlines.passMoment(entry);
    this.deadlines.demandDue(entry);
    const opens = this.batches.opens(entry);
    await this.takePapers(entry, opens);
    this.demandHappened(entry);
    await this.takeByType(entry);
    if (opens) this.batches.begin(entry);
    else this.deadlines.follow(entry);
    this.countOut(entry);
    this.keep(entry);
  }

  /**
   * @param {Entry} entry
   * @returns {boolean} whether it is of a kind that carries lines out
   */
  carries({ type, body, link }) {
    if (type === "roll") return true;
    return (
      ["late", "ack", "open"].includes(type) &&
      !link &&
      !("since" in body || "burnt" in body || "rests" in body)
    );
  }

  /**
   * Standing orders, and the closed lines that an answer opens.
   * @param {Entry} entry
   * @param {boolean} opens
   */
  async takePapers(entry, opens) {
    const carries = this.carries(entry);
    this.papers.demandPlaces(entry, opens, carries);
    if (opens && this.parties.refereed) this.papers.demandNamed(entry);
    const batch = carries ? this.batches.open : null;
    await this.papers.carry(entry, batch?.seq ?? entry.seq);
    if (batch) this.papers.demandCarried(batch.named);
    if (carries) await this.papers.demandStood(entry, batch?.named);
    if (!("used" in entry.body)) return;
    demand(batch, "lines-wrong", "It opens lines and answers nothing.");
    await this.lines.use(entry.body.used, batch.seq);
  }

  /**
   * Who is out by it, and what it says of closed orders.
   * @param {Entry} entry
   */
  demandHappened(entry) {
    const { author, body } = entry;
    const carries = this.carries(entry);
    if ("out" in body) {
      const sides = this.parties.inGame().map((party) => party.role);
      const places = body.out.map((/** @type {string} */ role) =>
        role === REFEREE ? -1 : sides.indexOf(role),
      );
      const rising = places.every(
        (/** @type {number} */ place, /** @type {number} */ at) => place > (at ? places[at - 1] : -1),
      );
      demand(carries && rising, "out-wrong", "It says that others are out than can be.");
    }
    if (!("effects" in body) && !("news" in body)) return;
    const allowed =
      carries && author === REFEREE && this.charter.secret && "effects" in body && "news" in body;
    demand(allowed, "news-wrong", "It may not have effects and news, or not one of them alone.");
    demand(
      body.news.length === this.parties.sides().length,
      "news-wrong",
      "Its news are not one for each side.",
    );
    this.newsSent = true;
  }

  /** @param {Entry} entry */
  countOut({ seq, type, author, body }) {
    const roles = type === "resign" ? [author] : (body.out ?? []);
    for (const role of roles) this.parties.findInGame(role).outSince = seq;
  }

  /** @param {Entry} entry */
  async takeByType(entry) {
    const { type, body, link } = entry;
    if (type === "order" || type === "decision") {
      demand(link || !this.parties.refereed, "link-missing", "It reveals no link.");
      this.lines.close(entry, this.parties.refereed);
    } else if (type === "seal") this.seals.seal(entry);
    else if (type === "open") await this.takeOpening(entry);
    else if (type === "roll") {
      await this.batches.roll(entry);
      this.batches.open = null;
    } else if (type === "ack") await this.takeAck(entry);
    else if (type === "late") this.deadlines.demandLate(entry);
    else if (type === "claim") {
      this.deadlines.demandClaim(entry);
      this.claim = entry;
    } else if (type === "substitute") await this.substitute(entry);
    else if (type === "ruling") this.takeFacts(body.facts ?? []);
    else if (type === "rollback") this.goBack(entry);
    else if (type === "end") await this.end(entry);
  }

  /** @param {Entry} entry */
  async takeOpening(entry) {
    if (!("rests" in entry.body)) {
      await this.seals.open(entry);
      return;
    }
    await this.lines.open(entry);
    await this.papers.open(entry);
  }

  /** @param {Entry} entry */
  async takeAck(entry) {
    if ("burnt" in entry.body) await this.chains.burn(entry);
    else if (!entry.link) this.batches.open = null;
  }

  /** @param {string[]} facts */
  takeFacts(facts) {
    for (const fact of facts) {
      this.lines.lose(fact);
      this.papers.lose(fact);
    }
  }

  /** @param {Entry} entry */
  async substitute({ seq, body: { at: _at, ...person } }) {
    const party = this.parties.findInGame(person.role);
    if (keyOf(person) !== party.key) {
      const dealt = this.packs.deals.some((deal) => deal.role === person.role);
      const informed = this.newsSent && person.role !== REFEREE;
      demand(!dealt && !informed, "not-entitled", "Cards or news were sent to the key of that side.");
      const boxed = person.role === REFEREE && this.seals.anyBoxClosed;
      demand(!boxed, "not-entitled", "A seal is closed whose box is for the key of the referee.");
      this.papers.letFall(person.role, (paper) => paper < seq);
      if (this.batches.open) this.dropNamed(person.role);
    }
    this.parties.replace(person);
    await this.chains.begin(person.role);
  }

  /** @param {string} role whose papers fell while a batch is open */
  dropNamed(role) {
    const batch = /** @type {import("./batches.js").Batch} */ (this.batches.open);
    if (role === REFEREE) batch.named.clear();
    else batch.named.delete(role);
  }

  /** @param {Entry} entry a `rollback` */
  goBack({ seq, body }) {
    const allowed = this.restful.has(body.to) && !this.charter.secret;
    demand(allowed, "rollback-wrong", `The game cannot go back to entry ${body.to}.`);
    for (let at = body.to + 1; at < seq; at++) this.restful.delete(at);
    this.seals.goBack(body.to);
    this.papers.letFall(REFEREE, (paper) => paper >= body.to && paper < seq);
    for (const party of this.parties.list) {
      if (party.outSince !== null && party.outSince > body.to) party.outSince = null;
    }
  }

  /** @param {Entry} entry */
  async end(entry) {
    this.lines.demandOpen();
    await this.packs.demandSecret(entry.body.secret);
    this.ended = entry;
  }

  /** @returns {Entry[]} each `late` although its role had written in time, as others had seen */
  lateAlthoughOut() {
    return this.entries.filter((late) => {
      if (late.type !== "late") return false;
      return this.entries.some(({ author, body }) => {
        if (author === late.body.role) return false;
        return (body.seen ?? []).some(
          (/** @type {any} */ each) => each.author === late.body.role && each.seq === late.seq,
        );
      });
    });
  }

  /** @returns {boolean} */
  get claimedByNobody() {
    return this.ended?.body.outcome?.winner === "";
  }
}
