// The values that the program sends of games by mail, as types.

/** @typedef {"invited" | "joined" | "playing" | "over" | "referee" | "fault"} CardState */
/**
 * A game of the player. `due`: what is to be done in it; `yours`: the player must act; `why`: the reason if it does
 * not open here.
 * @typedef {{id: string, title: string, folder: string, you: string, state: CardState, due: string, yours: boolean,
 *   deadline: number | null, opens: boolean, why: string}} Card
 */
/**
 * What a player agrees to by joining. `known`: what this PC knows of the game from before; `key`: whether the player
 * has a key already; `fault`: why nobody can join, or nothing.
 * @typedef {{digest: string, title: string, you: string, host: string, rows: [string, string][], text: string,
 *   known: string, key: boolean, fault: string}} Terms
 */
/** @typedef {{roles: string[], at: number, end: number, then: string}} Deadline */
/** @typedef {{name: string, to: string[], subject: string}} Outgoing */
/**
 * A mail in full. `mailto`: an address that opens it in a mail program, or nothing; `whole`: its text alone brings all
 * that is signed, and its file need not be sent.
 * @typedef {{name: string, to: string[], subject: string, text: string, mailto: string, whole: boolean, bytes: number}} WholeMail
 */
/** @typedef {{runs: boolean, way: "post" | "hand", says: string, trouble: string}} Robot */
/** @typedef {{id: string, kind: string, title: string, text: string, missing: string[]}} Proposal */
/** A mail of the referee that asks for a yes. @typedef {{id: string, title: string, text: string}} Question */
/**
 * What a player may do beside the board. `asks`: words that it needs; `grave`: it cannot be taken back.
 * @typedef {{name: string, label: string, tells: string, asks: null | {label: string, kind: "text" | "hours"},
 *   grave: boolean, may: boolean, why: string}} DayAct
 */
/** Whether something can be sent, or why not; `dice` come before any decision. @typedef {{may: boolean, why: string, dice: boolean}} Plan */
/**
 * The day of a player in one game.
 * @typedef {{you: string, names: Record<string, string>, state: "due" | "waiting" | "out" | "dice" | "over" | "stopped",
 *   waits_for: string[], since: number | null, deadline: Deadline | null,
 *   out: {seq: number, kind: string, mailed: number | null}[], outbox: Outgoing[], robot: Robot, questions: Question[], sign: Proposal[],
 *   disputes: {why: string}[], notices: string[], press: {from: string, text: string}[],
 *   heard: {at: number, text: string}[], acts: DayAct[], plan?: Plan}} Day
 */
/** @typedef {import("../seat_page/seat_values.js").SeatValue & {mode: "mail", mail: Day, standing_changed?: boolean}} MailSeat */
/**
 * What would be signed. `closed`: lines that stay closed to others; `spent`: lines that are left out; `still`: what
 * stays undecided.
 * @typedef {{digest: string, kind: string, shown: string[], closed: string[], spent: string[], press: string[],
 *   to: {role: string, name: string, mail: string}[], warnings: string[], still: string}} Preview
 */
/** @typedef {{told: string, mails: string[]}} Told */

/** The name of a role, as the game has it. @param {Day} day @param {string} role */
export function nameOfRole(day, role) {
  return day.names[role] || role;
}
