/** An age file for an SSH key of which all random parts follow from `coins`: the same text, the same bytes. */

import { fromHex, joinBytes, toBase64, toUtf8 } from "./bytes.js";
import { deriveKey, hashLines, hmacSha256, sha256 } from "./digests.js";
import { closeText, multiplyPoint, toMontgomery } from "./age_ciphers.js";
import { wireString } from "./ssh_signatures.js";

const STANZA = "age-encryption.org/v1/ssh-ed25519";
const CHUNK = 65536;

/**
 * @param {Uint8Array} key the Ed25519 key of who may read it
 * @param {Uint8Array} text
 * @param {string} coins
 * @returns {Promise<Uint8Array>}
 */
export async function makeAgeFile(key, text, coins) {
  const fileKey = fromHex(await hashLines("senlac-box-key/1", coins)).slice(0, 16);
  const nonce = fromHex(await hashLines("senlac-box-nonce/1", coins)).slice(0, 16);
  const ephemeral = fromHex(await hashLines("senlac-box-share/1", coins));
  const stanza = await makeStanza(key, fileKey, ephemeral);
  const head = toUtf8(`age-encryption.org/v1\n${stanza}---`);
  const mac = await hmacSha256(await deriveKey(fileKey, new Uint8Array(), "header"), head);
  const payload = closeChunks(await deriveKey(fileKey, nonce, "payload"), text);
  return joinBytes(head, toUtf8(` ${toBase64(mac, false)}\n`), nonce, payload);
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} fileKey
 * @param {Uint8Array} ephemeral
 * @returns {Promise<string>}
 */
async function makeStanza(key, fileKey, ephemeral) {
  const wire = joinBytes(wireString("ssh-ed25519"), wireString(key));
  const point = toMontgomery(key);
  const share = multiplyPoint(ephemeral, Uint8Array.of(9, ...new Uint8Array(31)));
  const tweak = await deriveKey(new Uint8Array(), wire, STANZA);
  const secret = multiplyPoint(tweak, multiplyPoint(ephemeral, point));
  const wrapped = closeText(
    await deriveKey(secret, joinBytes(share, point), STANZA),
    new Uint8Array(12),
    fileKey,
  );
  const tag = toBase64((await sha256(wire)).slice(0, 4), false);
  return `-> ssh-ed25519 ${tag} ${toBase64(share, false)}\n${toBase64(wrapped, false)}\n`;
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} text
 * @returns {Uint8Array}
 */
function closeChunks(key, text) {
  const chunks = [];
  const count = Math.max(1, Math.ceil(text.length / CHUNK));
  for (let at = 0; at < count; at++) {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setUint32(7, at);
    nonce[11] = at === count - 1 ? 1 : 0;
    chunks.push(closeText(key, nonce, text.slice(at * CHUNK, (at + 1) * CHUNK)));
  }
  return joinBytes(...chunks);
}
