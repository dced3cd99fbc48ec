/** Times in which a role has to decide: when they begin, stop and are over, by what stands in the log alone. */

import { demand } from "./formats/faults.js";
import { isShared } from "./parties.js";

/** @typedef {import("./formats/entry_shapes.js").Entry} Entry */
/** @typedef {{ at: number, due: any[] }} Time */

const HOUR = 3600;
const DAY = 24 * HOUR;
const LAST_DAY = 253_000_000_000;
const LAST_DUE = 252_000_000_000;
const WEEK = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"];

/**
 * The moment at which so many seconds have gone by, those of days off not counted; infinity where that never is.
 * @param {number} from
 * @param {number} seconds
 * @param {string[]} daysOff
 * @returns {number}
 */
export function countSeconds(from, seconds, daysOff) {
  const off = new Set(daysOff);
  if (WEEK.every((day) => off.has(day))) return Infinity;
  for (let day = Math.floor(from / DAY); day * DAY < LAST_DAY; day++) {
    const begin = Math.max(from, day * DAY);
    const name = new Date(day * DAY * 1000).toISOString().slice(0, 10);
    if (off.has(WEEK[day % 7] ?? "") || off.has(name)) continue;
    const left = (day + 1) * DAY - begin;
    if (seconds <= left) return begin + seconds;
    seconds -= left;
  }
  return Infinity;
}

export class Deadlines {
  /** @param {any[]} deadlines those of the charter */
  constructor(deadlines) {
    /** @type {any[]} the first of each kind */
    this.list = deadlines.filter((one, at) => deadlines.findIndex((other) => other.kind === one.kind) === at);
    this.atHours = this.list.filter((deadline) => "hour" in deadline);
    this.lastAt = 0;
    /** @type {Time | null} */
    this.ofAll = null;
    /** @type {Map<string, Time>} */
    this.ofOne = new Map();
    /** @type {number | null} */
    this.stoppedBy = null;
  }

  /** @param {Entry} entry */
  passMoment({ type, body }) {
    if (!("at" in body)) return;
    demand(
      body.at >= this.lastAt || type === "rollback",
      "time-back",
      "Its time is before that of an earlier entry.",
    );
    this.lastAt = body.at;
  }

  /**
   * The moments that an entry says.
   * @param {Entry} entry
   */
  demandDue({ type, body, link }) {
    const begins = ["charter", "roll"].includes(type) || (["ack", "open", "late"].includes(type) && !link);
    const belongs = begins && !("rests" in body) && this.atHours.length > 0;
    demand(belongs === "due" in body, "due-wrong", belongs ? "It lacks `due`." : "No `due` belongs there.");
    if (!belongs) return;
    const kinds = this.atHours.map((deadline) => deadline.kind).join();
    const said = body.due.map((/** @type {any} */ each) => each.kind).join();
    demand(kinds === said, "due-wrong", "Its `due` has other kinds than the charter.");
    demand(body.at < LAST_DUE, "due-wrong", "Its time is too late for any zone.");
    this.atHours.forEach((deadline, at) => demandMoments(body.at, deadline, body.due[at]));
  }

  /** @param {Entry} entry one that was taken in and opens no batch */
  follow(entry) {
    const { type, author, body, seq } = entry;
    const time = { at: body.at, due: body.due ?? [] };
    if (isShared(entry) || "burnt" in body) {
      this.ofAll = null;
      this.ofOne.clear();
      this.stoppedBy = seq;
      if (type === "late") this.ofOne.set(body.role, time);
      if (type === "ack") this.ofOne.set(author, time);
    } else if (["charter", "roll", "ack", "open", "late"].includes(type) && !("rests" in body)) {
      this.ofAll = time;
      this.ofOne.clear();
      this.stoppedBy = null;
    }
  }

  /**
   * @param {string} role
   * @returns {Time | null}
   */
  timeOf(role) {
    return this.ofOne.get(role) ?? this.ofAll;
  }

  /**
   * @param {Time} time
   * @param {any} deadline
   * @returns {number}
   */
  endOf(time, deadline) {
    if ("hour" in deadline) return time.due.find((each) => each.kind === deadline.kind)?.end ?? Infinity;
    return countSeconds(time.at, (deadline.hours + deadline.grace) * HOUR, deadline.days_off ?? []);
  }

  /** @param {Entry} entry a `late` */
  demandLate({ body }) {
    if ("since" in body) {
      const stopped = this.timeOf(body.role) === null && body.since === this.stoppedBy;
      demand(stopped, "late-too-early", "The time of that role was not stopped by the entry that it names.");
      return;
    }
    const deadline = this.list.find((each) => each.kind === body.kind);
    if (!deadline) return;
    const time = this.timeOf(body.role);
    demand(time, "late-too-early", "The time of that role does not run.");
    demand(body.at >= this.endOf(time, deadline), "late-too-early", "The time of that role is not over.");
  }

  /** @param {Entry} entry a `claim` */
  demandClaim({ body }) {
    const deadline = this.list.find((each) => each.kind === body.kind);
    const time = this.timeOf(body.role);
    demand(deadline?.then === "claim" && time, "late-too-early", "No time runs that leads to a claim.");
    const end = this.endOf(time, deadline);
    demand(body.at >= end + (end - time.at), "late-too-early", "Two times of that role are not over.");
  }
}

/**
 * @param {number} at
 * @param {any} deadline
 * @param {any} moments
 */
function demandMoments(at, deadline, { due, end }) {
  const off = deadline.days_off ?? [];
  const dueFits =
    due >= at + (deadline.hours - 38) * HOUR && due <= countSeconds(at, (deadline.hours + 96) * HOUR, off);
  demand(dueFits, "due-wrong", "Its `due` holds a moment that no time zone gives.");
  const latest = countSeconds(due, (deadline.grace + 96) * HOUR, off);
  const endFits = end >= due && end >= due + (deadline.grace - 26) * HOUR && end <= latest;
  demand(
    endFits && (deadline.grace > 0 || end === due),
    "due-wrong",
    "Its `end` is none that a time zone gives.",
  );
}
