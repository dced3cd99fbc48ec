/** The lines of a log: signatures and the bytes of an entry in each. */

import { demand } from "./faults.js";
import { fromBase64, fromUtf8, sameBytes, toUtf8 } from "./bytes.js";

const FIRST_LINE = toUtf8("senlac-log/2\n");
const MOST_SIGNATURES = 16;

/**
 * The records of a log, without what a write that was cut off has left behind the last newline.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array[]}
 */
export function splitLog(bytes) {
  const begins = sameBytes(bytes.slice(0, FIRST_LINE.length), FIRST_LINE);
  demand(begins, "not-a-log", "This file does not begin with the line senlac-log/2.");
  const records = [];
  for (let from = FIRST_LINE.length; ;) {
    const to = bytes.indexOf(10, from);
    if (to < 0) break;
    records.push(bytes.subarray(from, to));
    from = to + 1;
  }
  demand(records.length > 0, "empty-log", "This log holds no charter.");
  return records;
}

/**
 * @param {Uint8Array} record
 * @returns {{ blobs: Uint8Array[], data: Uint8Array }}
 */
export function readRecord(record) {
  const space = record.indexOf(32);
  demand(space >= 0, "bad-record", "It is not of signatures, a space and an entry.");
  const text = fromUtf8(record.subarray(0, space)) ?? "?";
  const blobs = text.split(",").map(fromBase64);
  const whole = blobs.length <= MOST_SIGNATURES && blobs.every((blob) => blob !== null && blob.length > 0);
  demand(whole, "bad-record", "Its signatures are not in base64, or too many.");
  return { blobs: /** @type {Uint8Array[]} */ (blobs), data: record.slice(space + 1) };
}
