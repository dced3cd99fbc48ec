/** The two ciphers of an age file that no browser has by itself: X25519 by a given key, ChaCha20-Poly1305. */

import { joinBytes } from "./bytes.js";
import { littleEndian } from "./ssh_signatures.js";

const PRIME = 2n ** 255n - 19n;
const POLY_PRIME = 2n ** 130n - 5n;

/**
 * @param {bigint} number
 * @returns {bigint}
 */
function reduce(number) {
  return ((number % PRIME) + PRIME) % PRIME;
}

/**
 * @param {bigint} base
 * @param {bigint} exponent
 * @returns {bigint}
 */
function power(base, exponent) {
  let result = 1n;
  for (let square = reduce(base); exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

/**
 * @param {bigint} number
 * @param {number} length
 * @returns {Uint8Array} from the lowest byte on
 */
function toLittleEndian(number, length) {
  return Uint8Array.from({ length }, (_, at) => Number((number >> BigInt(8 * at)) & 255n));
}

/**
 * The Montgomery form of an Ed25519 key (RFC 7748).
 * @param {Uint8Array} key
 * @returns {Uint8Array}
 */
export function toMontgomery(key) {
  const y = littleEndian(key) & (2n ** 255n - 1n);
  return toLittleEndian(reduce((1n + y) * power(1n - y, PRIME - 2n)), 32);
}

/**
 * X25519 (RFC 7748).
 * @param {Uint8Array} scalar
 * @param {Uint8Array} point
 * @returns {Uint8Array}
 */
export function multiplyPoint(scalar, point) {
  const clamped = (littleEndian(scalar) & (2n ** 254n - 8n)) | (2n ** 254n);
  const u = littleEndian(point) & (2n ** 255n - 1n);
  let [x2, z2, x3, z3] = [1n, 0n, u, 1n];
  for (let bit = 254n; bit >= 0n; bit--) {
    const swap = (clamped >> bit) & 1n;
    if (swap) [x2, z2, x3, z3] = [x3, z3, x2, z2];
    const [sum, difference] = [x2 + z2, x2 - z2];
    const [a, b] = [reduce(sum * sum), reduce(difference * difference)];
    const [d, c] = [reduce((x3 - z3) * sum), reduce((x3 + z3) * difference)];
    const e = a - b;
    x3 = reduce((d + c) ** 2n);
    z3 = reduce(u * reduce((d - c) ** 2n));
    x2 = reduce(a * b);
    z2 = reduce(e * (a + 121665n * e));
    if (swap) [x2, z2, x3, z3] = [x3, z3, x2, z2];
  }
  return toLittleEndian(reduce(x2 * power(z2, PRIME - 2n)), 32);
}

/**
 * @param {Uint32Array} s
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 */
function quarterRound(s, a, b, c, d) {
  for (const [x, y, z, turn] of /** @type {const} */ ([
    [a, b, d, 16],
    [c, d, b, 12],
    [a, b, d, 8],
    [c, d, b, 7],
  ])) {
    s[x] = /** @type {number} */ (s[x]) + /** @type {number} */ (s[y]);
    const mixed = /** @type {number} */ (s[z]) ^ /** @type {number} */ (s[x]);
    s[z] = (mixed << turn) | (mixed >>> (32 - turn));
  }
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} nonce
 * @param {number} counter
 * @returns {Uint8Array}
 */
function makeBlock(key, nonce, counter) {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const words = new DataView(joinBytes(key, new Uint8Array(4), nonce).buffer);
  for (let at = 0; at < 12; at++) start[4 + at] = words.getUint32(4 * at, true);
  start[12] = counter;
  const state = start.slice();
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++)
      quarterRound(state, column, column + 4, column + 8, column + 12);
    for (let at = 0; at < 4; at++) {
      quarterRound(state, at, 4 + ((at + 1) % 4), 8 + ((at + 2) % 4), 12 + ((at + 3) % 4));
    }
  }
  const block = new DataView(new ArrayBuffer(64));
  state.forEach((word, at) => block.setUint32(4 * at, word + /** @type {number} */ (start[at]), true));
  return new Uint8Array(block.buffer);
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} text
 * @returns {Uint8Array}
 */
function makeTag(key, text) {
  const r = littleEndian(key.slice(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  let sum = 0n;
  for (let at = 0; at < text.length; at += 16) {
    sum = ((sum + littleEndian(joinBytes(text.slice(at, at + 16), Uint8Array.of(1)))) * r) % POLY_PRIME;
  }
  return toLittleEndian(sum + littleEndian(key.slice(16)), 16);
}

/**
 * ChaCha20-Poly1305 (RFC 8439) without further data: the closed text and its tag.
 * @param {Uint8Array} key
 * @param {Uint8Array} nonce
 * @param {Uint8Array} text
 * @returns {Uint8Array}
 */
export function closeText(key, nonce, text) {
  const closed = text.slice();
  for (let at = 0; at < text.length; at += 64) {
    const block = makeBlock(key, nonce, 1 + at / 64);
    for (let byte = at; byte < Math.min(at + 64, text.length); byte++) {
      closed[byte] = /** @type {number} */ (closed[byte]) ^ /** @type {number} */ (block[byte - at]);
    }
  }
  const padding = new Uint8Array((16 - (closed.length % 16)) % 16);
  const lengths = toLittleEndian(BigInt(closed.length) << 64n, 16);
  return joinBytes(
    closed,
    makeTag(makeBlock(key, nonce, 0).slice(0, 32), joinBytes(closed, padding, lengths)),
  );
}
