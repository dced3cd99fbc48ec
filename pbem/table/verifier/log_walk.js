/** The walk along a log: each entry against all that stand before it. It judges no rules of any game. */

import { demand, Fault } from "./formats/faults.js";
import { digestOf } from "./formats/digests.js";
import { readCanonical } from "./formats/canonical_json.js";
import { readEntry } from "./formats/entry_shapes.js";
import { readRecord, splitLog } from "./formats/log_records.js";
import { ENTRY_NAMESPACE, readSigner } from "./formats/ssh_signatures.js";
import { GameWalk } from "./game_walk.js";
import { isShared } from "./parties.js";
import { describeNotes } from "./notes.js";

/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */
/** @typedef {{ seq: number, author: string, type: string, digest: string, signers: string[] }} Told */
/**
 * @typedef {object} Verdict
 * @property {"holds" | "incomplete" | "broken"} status
 * @property {string} code the reason why it is broken, or nothing
 * @property {string} what
 * @property {number | null} seq the place that is broken
 * @property {Told[]} entries those that were found good
 * @property {number} lines how many the log has
 * @property {import("./batches.js").Roll[]} rolls
 * @property {{ role: string, name: string, key: string }[]} parties
 * @property {string} scenario
 * @property {string} head
 * @property {string[]} notes what no check can say, or all should know
 */

const ZEROS = "0".repeat(64);
const NO_BEGINNING = "A log begins with its one charter, of seq 0, with zeros for game and prev.";

class LogWalk {
  constructor() {
    /** @type {GameWalk | null} */
    this.game = null;
    this.head = ZEROS;
    /** @type {Set<string>} */
    this.digests = new Set();
    /** @type {Told[]} */
    this.told = [];
  }

  /** @param {Uint8Array} record */
  async take(record) {
    const { blobs, data } = readRecord(record);
    const signers = await Promise.all(blobs.map((blob) => readSigner(blob, data, ENTRY_NAMESPACE)));
    const entry = readEntry(readCanonical(data));
    const digest = await digestOf(data);
    this.demandPlace(entry, digest);
    const names = new Map(this.game?.parties.list.map((party) => [party.key, party.role]));
    if (this.game) await this.game.take(entry, signers);
    else this.game = await GameWalk.begin(entry, signers, digest);
    this.head = digest;
    this.digests.add(digest);
    const roles = signers.map(
      (key) => names.get(key) ?? this.game?.parties.list.find((party) => party.key === key)?.role ?? "",
    );
    this.told.push({ seq: entry.seq, author: entry.author, type: entry.type, digest, signers: roles });
  }

  /**
   * @param {Entry} entry
   * @param {string} digest
   */
  demandPlace(entry, digest) {
    const { type, game, seq, prev } = entry;
    const first = this.game === null;
    demand(!this.digests.has(digest), "repeated-entry", "It stands in the log before.");
    const beginning = type === "charter" && seq === 0 && game === ZEROS && prev === ZEROS;
    demand(first === (type === "charter") && first === beginning, "charter-misplaced", NO_BEGINNING);
    demand(game === (this.game?.game ?? ZEROS), "wrong-game", "It is of another game.");
    this.demandFree(entry);
    demand(seq === this.told.length, "wrong-seq", `Its number is ${seq}, and its place ${this.told.length}.`);
    demand(prev === this.head, "wrong-prev", "It follows another entry than the one before it.");
  }

  /** @param {Entry} entry another one than stands at its place */
  demandFree(entry) {
    const other = this.game?.entries[entry.seq];
    if (!other) return;
    const both = `Entry ${entry.seq} is there twice, with different bytes.`;
    const fork = other.author === entry.author && !isShared(entry);
    throw fork ? new Fault("fork", both, entry.seq) : new Fault("overtaken", both);
  }

  /**
   * @param {number} lines
   * @param {Fault | null} fault
   * @returns {Verdict}
   */
  judge(lines, fault) {
    const { game, head, told: entries } = this;
    const ended = game?.ended ? "holds" : "incomplete";
    return {
      status: fault ? "broken" : ended,
      code: fault?.code ?? "",
      what: fault?.message ?? "",
      seq: fault ? (fault.seq ?? entries.length) : null,
      entries,
      lines,
      rolls: game?.batches.rolls ?? [],
      parties: game?.parties.list.map(({ role, person, key }) => ({ role, name: person.name, key })) ?? [],
      scenario: game ? `${game.charter.module.id}/${game.charter.scenario}` : "",
      head,
      notes: game ? describeNotes(game) : [],
    };
  }
}

/**
 * The verdict on the bytes of a log.
 * @param {Uint8Array} bytes
 * @param {(done: number, of: number) => void} [tellProgress]
 * @returns {Promise<Verdict>}
 */
export async function verifyLog(bytes, tellProgress) {
  const walk = new LogWalk();
  let lines = 0;
  try {
    const records = splitLog(bytes);
    lines = records.length;
    for (const [at, record] of records.entries()) {
      tellProgress?.(at, lines);
      await walk.take(record);
    }
  } catch (fault) {
    if (fault instanceof Fault) return walk.judge(lines, fault);
    throw fault;
  }
  return walk.judge(lines, null);
}
