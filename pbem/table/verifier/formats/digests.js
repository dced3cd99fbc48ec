/** Digests and signatures by the browser's own WebCrypto. */

import { joinBytes, toHex, toUtf8 } from "./bytes.js";

/** @returns {string} why this browser cannot check here, or nothing */
export function describeMissingCrypto() {
  return globalThis.crypto?.subtle
    ? ""
    : "This page was not opened by https, from this computer's own server or from a file, so the browser " +
        "gives it no cryptography. Save the page as a file, and open that.";
}

/** @returns {Promise<string>} why this browser cannot check Ed25519 signatures, or nothing */
export async function describeMissingSignatures() {
  try {
    await crypto.subtle.importKey(
      "raw",
      new Uint8Array(32).fill(0x66, 1).fill(0x58, 0, 1),
      "Ed25519",
      false,
      ["verify"],
    );
    return "";
  } catch {
    return "This browser knows no Ed25519 signatures. Use a newer Chromium, Firefox or Safari.";
  }
}

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
}

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function sha512(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-512", /** @type {BufferSource} */ (bytes)));
}

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<string>}
 */
export async function digestOf(bytes) {
  return toHex(await sha256(bytes));
}

/**
 * The SHA-256 of lines, each followed by one newline.
 * @param {(string | number)[]} lines
 * @returns {Promise<string>}
 */
export async function hashLines(...lines) {
  return digestOf(toUtf8(lines.map((line) => `${line}\n`).join("")));
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 * @returns {Promise<boolean>}
 */
export async function checkEd25519(key, signature, message) {
  try {
    const made = await crypto.subtle.importKey("raw", /** @type {BufferSource} */ (key), "Ed25519", false, [
      "verify",
    ]);
    return await crypto.subtle.verify(
      "Ed25519",
      made,
      /** @type {BufferSource} */ (signature),
      /** @type {BufferSource} */ (message),
    );
  } catch {
    return false;
  }
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 * @returns {Promise<Uint8Array>}
 */
export async function hmacSha256(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? await sha256(key) : key);
  const inner = await sha256(
    joinBytes(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joinBytes(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/**
 * HKDF (RFC 5869) with SHA-256, of 32 bytes.
 * @param {Uint8Array} secret
 * @param {Uint8Array} salt
 * @param {string} info
 * @returns {Promise<Uint8Array>}
 */
export async function deriveKey(secret, salt, info) {
  return hmacSha256(await hmacSha256(salt, secret), joinBytes(toUtf8(info), Uint8Array.of(1)));
}
