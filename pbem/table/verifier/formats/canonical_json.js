/** Canonical JSON: one value has one text. A reader parses, encodes again, and takes no other bytes. */

import { demand, refuse } from "./faults.js";
import { fromUtf8 } from "./bytes.js";
import { isFormC } from "./unicode_fourteen.js";

/** @typedef {string | number | boolean | Json[] | JsonObject} Json */
/** @typedef {{ [key: string]: Json }} JsonObject */

const MOST_BYTES = 262144;
const MOST_DEPTH = 16;
/** @type {{ [sign: string]: string }} */
const ESCAPES = { '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
/** @type {{ [sign: string]: string }} */
const ESCAPED = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * @param {Uint8Array} bytes
 * @returns {Json}
 */
export function readCanonical(bytes) {
  demand(bytes.length <= MOST_BYTES, "too-large", `It has more than ${MOST_BYTES} bytes.`);
  const text = fromUtf8(bytes);
  demand(text !== null, "not-utf8", "Its bytes are not UTF-8.");
  demand(
    measureDepth(text) <= MOST_DEPTH,
    "too-deep",
    `Its arrays and objects nest deeper than ${MOST_DEPTH}.`,
  );
  const value = new JsonReader(text).readWhole();
  demand(writeCanonical(value) === text, "not-canonical", "Its JSON is not in the one canonical form.");
  return value;
}

/**
 * @param {Json} value
 * @returns {string}
 */
export function writeCanonical(value) {
  if (typeof value === "string") return writeString(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(",")}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((key) => `${writeString(key)}:${writeCanonical(/** @type {Json} */ (value[key]))}`).join(",")}}`;
}

/**
 * @param {string} text
 * @returns {string}
 */
function writeString(text) {
  const safe = text.replace(/["\\\u0000-\u001f]/g, (sign) => {
    return ESCAPES[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${safe}"`;
}

/**
 * @param {string} text
 * @returns {number}
 */
function measureDepth(text) {
  let depth = 0;
  let most = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/gs)) {
    if (token === "[" || token === "{") most = Math.max(most, ++depth);
    else if (token === "]" || token === "}") depth--;
  }
  return most;
}

class JsonReader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /** @returns {Json} */
  readWhole() {
    this.passSpace();
    const value = this.readValue();
    this.passSpace();
    demand(this.at === this.text.length, "not-json", "Something stands behind its JSON.");
    return value;
  }

  passSpace() {
    while (" \t\r\n".includes(this.text[this.at] ?? "?")) this.at++;
  }

  /**
   * @param {string} word
   * @returns {boolean}
   */
  take(word) {
    const here = this.text.startsWith(word, this.at);
    if (here) this.at += word.length;
    return here;
  }

  /** @returns {Json} */
  readValue() {
    if (this.take("{")) return this.readObject();
    if (this.take("[")) return this.readArray();
    if (this.take('"')) return this.readString();
    if (this.take("true")) return true;
    if (this.take("false")) return false;
    demand(!this.take("null"), "bad-value", "A value in it is null.");
    return this.readNumber();
  }

  /** @returns {number} */
  readNumber() {
    const number = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|NaN|-?Infinity)/;
    const [found] = number.exec(this.text.slice(this.at, this.at + 400)) ?? [""];
    demand(found, "not-json", "It is no JSON.");
    this.at += found.length;
    const whole = /^-?\d+$/.test(found) && Number.isSafeInteger(Number(found));
    demand(whole, "bad-number", "A number in it is no integer below 2^53.");
    return Number(found) + 0;
  }

  /** @returns {Json[]} */
  readArray() {
    /** @type {Json[]} */
    const items = [];
    this.passSpace();
    if (this.take("]")) return items;
    for (;;) {
      this.passSpace();
      items.push(this.readValue());
      this.passSpace();
      if (this.take("]")) return items;
      demand(this.take(","), "not-json", "It is no JSON.");
    }
  }

  /** @returns {JsonObject} */
  readObject() {
    /** @type {JsonObject} */
    const made = Object.create(null);
    this.passSpace();
    if (this.take("}")) return made;
    for (;;) {
      this.passSpace();
      demand(this.take('"'), "not-json", "It is no JSON.");
      const key = this.readString();
      demand(!Object.hasOwn(made, key), "repeated-key", "An object in it has a key twice.");
      demand(/^[\u0000-\u007f]*$/.test(key), "bad-key", "A key in it is not ASCII.");
      this.passSpace();
      demand(this.take(":"), "not-json", "It is no JSON.");
      this.passSpace();
      made[key] = this.readValue();
      this.passSpace();
      if (this.take("}")) return made;
      demand(this.take(","), "not-json", "It is no JSON.");
    }
  }

  /** @returns {string} */
  readString() {
    let made = "";
    for (;;) {
      const [plain] = /^[^"\\\u0000-\u001f]*/.exec(this.text.slice(this.at)) ?? [""];
      made += plain;
      this.at += plain.length;
      if (this.take('"')) break;
      demand(this.take("\\"), "not-json", "It is no JSON.");
      made += this.readEscape();
    }
    const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(made);
    demand(!lone && isFormC(made), "bad-string", "A text in it is not in Unicode's form C.");
    return made;
  }

  /** @returns {string} */
  readEscape() {
    const sign = this.text[this.at++] ?? "";
    if (Object.hasOwn(ESCAPED, sign)) return ESCAPED[sign] ?? "";
    const digits = this.text.slice(this.at, this.at + 4);
    if (sign !== "u" || !/^[0-9a-fA-F]{4}$/.test(digits)) refuse("not-json", "It is no JSON.");
    this.at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }
}
