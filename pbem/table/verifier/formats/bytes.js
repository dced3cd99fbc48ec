/** Bytes, and the texts that stand for them: hex digits, base64 without a flaw, UTF-8. */

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} hex
 * @returns {Uint8Array}
 */
export function fromHex(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/**
 * @param {string} text
 * @returns {Uint8Array}
 */
export function toUtf8(text) {
  return new TextEncoder().encode(text);
}

/**
 * @param {Uint8Array} bytes
 * @returns {string | null} null where the bytes are no UTF-8
 */
export function fromUtf8(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * @param {Uint8Array[]} parts
 * @returns {Uint8Array}
 */
export function joinBytes(...parts) {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 * @returns {boolean}
 */
export function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/**
 * @param {Uint8Array} bytes
 * @param {boolean} padded
 * @returns {string}
 */
export function toBase64(bytes, padded = true) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const signs = Math.min(bytes.length - at, 3) + 1;
    for (let sign = 0; sign < signs; sign++) text += BASE64[(group >> (18 - 6 * sign)) & 63];
    if (padded) text += "=".repeat(4 - signs);
  }
  return text;
}

/**
 * @param {string} text
 * @returns {Uint8Array | null} null where it is not exactly the base64 of some bytes
 */
export function fromBase64(text) {
  const [, signs] = /^([A-Za-z0-9+/]*)={0,2}$/.exec(text) ?? [];
  if (signs === undefined || text.length % 4 !== 0) return null;
  const bytes = new Uint8Array(Math.floor((signs.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const sign of signs) {
    held = ((held << 6) | BASE64.indexOf(sign)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 255;
    }
  }
  return toBase64(bytes) === text ? bytes : null;
}
