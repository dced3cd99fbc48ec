/** The words of a verdict: its heading, its reason, and fingerprints of keys that people can compare. */

import { fromHex, joinBytes, toBase64 } from "./formats/bytes.js";
import { sha256 } from "./formats/digests.js";
import { wireString } from "./formats/ssh_signatures.js";

/** @typedef {import("./log_walk.js").Verdict} Verdict */
/** @typedef {import("./batches.js").Roll} Roll */

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 * @returns {string}
 */
function countWords(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * @param {Verdict} verdict
 * @returns {string}
 */
export function describeWord({ status, code, seq }) {
  if (code === "not-a-log") return "✗ This is no log of a game";
  if (status === "holds") return "✓ This log holds";
  if (status === "incomplete") return "… So far this log holds, and the game has not ended";
  return `✗ This log is broken${seq === null ? "" : ` at entry ${seq}`}`;
}

/**
 * @param {Verdict} verdict
 * @returns {string}
 */
export function describeWhy({ status, code, what, entries, rolls, head, lines }) {
  const good = countWords(entries.length, "entry", "entries");
  const dice = countWords(rolls.length, "roll", "rolls");
  if (status !== "broken")
    return `${good} and ${dice} hold, head ${head.slice(0, 8)}. No rules of the game were judged.`;
  const before = entries.length ? ` ${good} before it ${entries.length === 1 ? "holds" : "hold"}.` : "";
  const after = lines - entries.length - 1;
  const behind = after > 0 ? ` ${countWords(after, "line", "lines")} behind it ${after === 1 ? "was" : "were"} not looked at.` : "";
  return `${code}: ${what}${before}${behind}`;
}

/**
 * @param {Roll} roll
 * @returns {string}
 */
export function describeRoll({ rule, sides, values, label }) {
  const kind = sides ? `${values.length}d${sides}` : `shuffle of ${values.length}`;
  return `${kind}: ${values.join(" ")} (${label}, rule ${rule})`;
}

/**
 * A key as OpenSSH tells it, and in twelve words of BIP-39 of which the last checks the others.
 * @param {string} key in hex digits
 * @param {string[]} list the words
 * @returns {Promise<{ print: string, words: string }>}
 */
export async function describeKey(key, list) {
  const digest = await sha256(joinBytes(wireString("ssh-ed25519"), wireString(fromHex(key))));
  return { print: `SHA256:${toBase64(digest, false)}`, words: await writeWords(digest.slice(0, 16), list) };
}

/**
 * @param {Uint8Array} bytes sixteen of them
 * @param {string[]} list
 * @returns {Promise<string>}
 */
async function writeWords(bytes, list) {
  const check = (await sha256(bytes))[0] ?? 0;
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  bits = (bits << 4n) | BigInt(check >> 4);
  return Array.from({ length: 12 }, (_, at) => list[Number((bits >> BigInt(11 * (11 - at))) & 2047n)]).join(
    " ",
  );
}
