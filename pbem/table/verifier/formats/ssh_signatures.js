/** Signatures as OpenSSH makes them (SSHSIG), in the one form that the formats page allows. */

import { demand } from "./faults.js";
import { fromBase64, joinBytes, sameBytes, toHex, toUtf8 } from "./bytes.js";
import { checkEd25519, sha512 } from "./digests.js";

export const ENTRY_NAMESPACE = "senlac-entry-v1";
export const PAPER_NAMESPACE = "senlac-paper-v1";

const KEY_TYPE = "ssh-ed25519";
const BLOB_BYTES = 185;
const KEY_AT = 33;
/** Where the blob names what it is made with, and what for. */
const NAMES = [
  { from: 18, to: 29, code: "signature-algorithm" },
  { from: 69, to: 84, code: "signature-namespace" },
  { from: 92, to: 98, code: "signature-algorithm" },
  { from: 106, to: 117, code: "signature-algorithm" },
];
const FIELD_PRIME = 2n ** 255n - 19n;
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
/** One of the two y of points of order 8. */
const ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
/** The y of each point of small order that is below the prime of the field. */
const SMALL_ORDER = [0n, 1n, FIELD_PRIME - 1n, ORDER_8, FIELD_PRIME - ORDER_8];

/**
 * A string of the SSH wire format: its length in four bytes, then itself.
 * @param {Uint8Array | string} content
 * @returns {Uint8Array}
 */
export function wireString(content) {
  const bytes = typeof content === "string" ? toUtf8(content) : content;
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length);
  return joinBytes(length, bytes);
}

/**
 * @param {Uint8Array} bytes
 * @returns {bigint} read from the lowest byte on
 */
export function littleEndian(bytes) {
  return BigInt(`0x${toHex(bytes.slice().reverse())}`);
}

/**
 * @param {string} line `ssh-ed25519 BASE64`
 * @returns {Uint8Array | null} the 32 bytes of the key
 */
export function readKeyLine(line) {
  const [type, text, more] = line.split(" ");
  const blob = type === KEY_TYPE && text && more === undefined ? fromBase64(text) : null;
  const head = joinBytes(wireString(KEY_TYPE), Uint8Array.of(0, 0, 0, 32));
  if (!blob || blob.length !== head.length + 32 || !sameBytes(blob.slice(0, head.length), head)) return null;
  return blob.slice(head.length);
}

/**
 * @param {Uint8Array} key
 * @returns {boolean} whether a signature under it would bind nothing
 */
export function isWeakKey(key) {
  const y = littleEndian(key) & (2n ** 255n - 1n);
  return y >= FIELD_PRIME || SMALL_ORDER.includes(y);
}

/**
 * Take the key and the 64 bytes out of a blob of 185 bytes.
 * @param {Uint8Array} blob
 * @param {string} namespace
 * @returns {{ key: Uint8Array, signature: Uint8Array }}
 */
function readBlob(blob, namespace) {
  demand(blob.length === BLOB_BYTES, "signature-format", "A signature of it is no SSHSIG of Ed25519.");
  const key = blob.slice(KEY_AT, KEY_AT + 32);
  const signature = blob.slice(-64);
  const frame = joinBytes(
    toUtf8("SSHSIG"),
    Uint8Array.of(0, 0, 0, 1),
    wireString(joinBytes(wireString(KEY_TYPE), wireString(key))),
    wireString(namespace),
    wireString(""),
    wireString("sha512"),
    wireString(joinBytes(wireString(KEY_TYPE), wireString(signature))),
  );
  demandFrame(blob, frame);
  return { key, signature };
}

/**
 * @param {Uint8Array} blob
 * @param {Uint8Array} frame
 */
function demandFrame(blob, frame) {
  const other = blob.findIndex((byte, at) => byte !== frame[at]);
  const named = NAMES.find(({ from, to }) => other >= from && other < to);
  demand(
    other < 0,
    named?.code ?? "signature-format",
    "A signature of it has other bytes than OpenSSH writes.",
  );
}

/**
 * The key that has signed these bytes, in hex digits.
 * @param {Uint8Array} blob
 * @param {Uint8Array} data
 * @param {string} namespace
 * @returns {Promise<string>}
 */
export async function readSigner(blob, data, namespace) {
  const { key, signature } = readBlob(blob, namespace);
  demand(!isWeakKey(key), "weak-key", "A signature of it is by a key that binds nothing.");
  const below = littleEndian(signature.slice(32)) < GROUP_ORDER;
  demand(below, "signature-malleable", "A signature of it was altered: its S is not below the group order.");
  const signed = joinBytes(
    toUtf8("SSHSIG"),
    wireString(namespace),
    wireString(""),
    wireString("sha512"),
    wireString(await sha512(data)),
  );
  const fits = await checkEd25519(key, signature, signed);
  demand(fits, "signature-wrong", "A signature of it does not fit its bytes.");
  return toHex(key);
}
