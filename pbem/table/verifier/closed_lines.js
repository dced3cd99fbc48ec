/** Lines of orders that stay closed until they are used or the game is over. */

import { demand } from "./formats/faults.js";
import { hashLines } from "./formats/digests.js";
import { REFEREE } from "./parties.js";

/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */
/** @typedef {{ author: string, rest: string, used: [string, string][], closed: boolean }} ClosedOrder */

export class ClosedLines {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {Map<number, ClosedOrder>} */
    this.orders = new Map();
    /** @type {number[]} orders of which all have signed that their lines are lost */
    this.lost = [];
  }

  /**
   * @param {Entry} entry an order or decision
   * @param {boolean} refereed
   */
  close({ seq, author, body, link }, refereed) {
    const due = refereed && link !== undefined;
    const said = "rest" in body || "box" in body;
    const whole = due ? "rest" in body && "box" in body : !said;
    demand(
      whole,
      "lines-wrong",
      due ? "It does not say what it closes." : "It closes lines where none can be.",
    );
    if (due) this.orders.set(seq, { author, rest: body.rest, used: [], closed: true });
  }

  /**
   * @param {any} used what an answer opens
   * @param {number} seq of the entry that it answers
   */
  async use(used, seq) {
    const order = this.orders.get(seq);
    demand(order, "lines-wrong", "It opens lines of an entry that closed none.");
    const rest = await this.chain(order.author, used.lines, used.rest);
    demand(rest === order.rest, "lines-wrong", "It opens other lines than the order closed.");
    order.used = used.lines;
  }

  /**
   * @param {string} author
   * @param {[string, string][]} lines salts and lines
   * @param {string} rest what follows them
   * @returns {Promise<string>}
   */
  async chain(author, lines, rest) {
    for (const [salt, line] of [...lines].reverse()) {
      rest = await hashLines("senlac-line/1", this.game, author, salt, line, rest);
    }
    return rest;
  }

  /**
   * @param {string} root
   * @param {number} at
   * @returns {Promise<string>}
   */
  static async saltOf(root, at) {
    return (await hashLines("senlac-salt/2", root, at)).slice(0, 32);
  }

  /** @param {Entry} entry an `open` of the second form */
  async open({ author, body }) {
    let before = -1;
    for (const { order: seq, root, lines = [] } of body.rests) {
      const order = this.orders.get(seq);
      const own = order && (author === REFEREE || author === order.author);
      demand(
        own && order.closed && seq > before,
        "lines-wrong",
        `It may not open what entry ${seq} closed, or not here.`,
      );
      before = seq;
      const all = [...order.used.map(([, line]) => line), ...lines];
      /** @type {[string, string][]} */
      const salted = await Promise.all(
        all.map(
          async (line, at) => /** @type {[string, string]} */ ([await ClosedLines.saltOf(root, at), line]),
        ),
      );
      const last = await ClosedLines.saltOf(root, all.length);
      const empty = await hashLines("senlac-line/1", this.game, order.author, last, "", "");
      const rest = await this.chain(order.author, salted, empty);
      demand(rest === order.rest, "lines-wrong", `Root and lines do not give what entry ${seq} closed.`);
      order.closed = false;
    }
  }

  /** @param {string} fact a fact of a ruling */
  lose(fact) {
    const said = /^lines lost: (.*)$/.exec(fact)?.[1];
    if (said === undefined) return;
    const order = /^(?:0|[1-9]\d*)$/.test(said) ? this.orders.get(Number(said)) : undefined;
    demand(order?.closed, "lines-wrong", `It says that lines are lost which nobody closed: ${said}.`);
    order.closed = false;
    this.lost.push(Number(said));
  }

  demandOpen() {
    const closed = [...this.orders].find(([, order]) => order.closed);
    demand(!closed, "lines-closed", `What entry ${closed?.[0]} closed was never opened.`);
  }
}
