/** The types of single fields: texts, numbers, digests, names. Each is a check that throws `bad-body`. */

import { demand } from "./faults.js";
import { fromBase64 } from "./bytes.js";
import { isVisible } from "./unicode_fourteen.js";
import { isWeakKey, readKeyLine } from "./ssh_signatures.js";

/** @typedef {import("./canonical_json.js").Json} Json */
/** @typedef {import("./canonical_json.js").JsonObject} JsonObject */
/** @typedef {(value: Json, where: string) => void} Check */

/**
 * @param {unknown} holds
 * @param {string} where
 * @param {string} form
 * @returns {asserts holds}
 */
function demandForm(holds, where, form) {
  demand(holds, "bad-body", `Its field ${where} is not ${form}.`);
}

/**
 * @param {Json | undefined} value
 * @returns {value is JsonObject}
 */
export function isObject(value) {
  return typeof value === "object" && !Array.isArray(value);
}

/**
 * @param {RegExp} form
 * @param {string} words
 * @returns {Check}
 */
export function matching(form, words) {
  return (value, where) => demandForm(typeof value === "string" && form.test(value), where, words);
}

/**
 * @param {number} least
 * @param {number} most
 * @returns {Check}
 */
export function between(least, most = Number.MAX_SAFE_INTEGER) {
  return (value, where) => {
    const fits = typeof value === "number" && value >= least && value <= most;
    demandForm(fits, where, `a number from ${least} to ${most}`);
  };
}

/**
 * A text of printable characters.
 * @param {number} most
 * @returns {Check}
 */
export function textOf(most) {
  return (value, where) => {
    const printable = typeof value === "string" && value !== "" && isVisible(value);
    demandForm(printable && [...value].length <= most, where, `a text of 1 to ${most} printable characters`);
  };
}

/**
 * @param {Check} item
 * @param {number} least
 * @param {number} most
 * @returns {Check}
 */
export function listOf(item, least, most) {
  return (value, where) => {
    const fits = Array.isArray(value) && value.length >= least && value.length <= most;
    demandForm(fits, where, `a list of ${least} to ${most}`);
    value.forEach((each, at) => item(each, `${where}[${at}]`));
  };
}

/**
 * @param {(key: string) => unknown} names
 * @param {Check} item
 * @param {number} least
 * @param {number} most
 * @returns {Check}
 */
export function mapOf(names, item, least, most) {
  return (value, where) => {
    demandForm(isObject(value), where, "an object");
    const keys = Object.keys(value);
    demandForm(keys.length >= least && keys.length <= most, where, `an object of ${least} to ${most} fields`);
    for (const key of keys) {
      demandForm(names(key), where, "an object with such names");
      item(/** @type {Json} */ (value[key]), `${where}.${key}`);
    }
  };
}

/**
 * An object with all of these fields and perhaps some of those, and with no other.
 * @param {{ [field: string]: Check }} fields
 * @param {{ [field: string]: Check }} optional
 * @returns {Check}
 */
export function record(fields, optional = {}) {
  return (value, where) => {
    demandForm(isObject(value), where, "an object");
    for (const field of Object.keys(fields)) demandForm(field in value, `${where}.${field}`, "there");
    for (const field of Object.keys(value)) {
      const check = Object.hasOwn(fields, field)
        ? fields[field]
        : Object.hasOwn(optional, field) && optional[field];
      demandForm(check, `${where}.${field}`, "one that belongs there");
      check(/** @type {Json} */ (value[field]), `${where}.${field}`);
    }
  };
}

/**
 * @param {...Json} values
 * @returns {Check}
 */
export function oneOf(...values) {
  return (value, where) => demandForm(values.includes(value), where, `one of ${values.join(", ")}`);
}

/** @type {Check} */
export const anyObject = (value, where) => demandForm(isObject(value), where, "an object");
/** @type {Check} */
export const boolean = (value, where) => demandForm(typeof value === "boolean", where, "true or false");
export const hex64 = matching(/^[0-9a-f]{64}$/, "64 hex digits");
export const hex32 = matching(/^[0-9a-f]{32}$/, "32 hex digits");
export const role = matching(/^[a-z][a-z0-9_-]{0,31}$/, "a role");
export const token = matching(/^[a-z0-9][a-z0-9_.-]{0,63}$/, "a token");
export const mail = matching(
  /^[A-Za-z0-9.!#$%&'*+/=?^_{|}~`-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/,
  "a mail address",
);
export const recipient = matching(/^age1[0-9a-z]{58}$/, "a recipient of age");
export const computer = matching(/^(?:policy|search (?:0|[1-9]\d{0,3}))$/, "`policy` or `search N`");
export const lines = listOf(textOf(500), 0, 2000);
export const moment = between(0);
export const chainLength = between(1, 65536);

/** @type {Check} */
export const keyLine = (value, where) => {
  demandForm(typeof value === "string", where, "a text");
  const key = readKeyLine(value);
  demand(key, "bad-key-file", `Its field ${where} is not a public key \`ssh-ed25519 BASE64\`.`);
  demand(!isWeakKey(key), "weak-key", `Its field ${where} is a key that binds nothing.`);
};

/** What should be base64; whether it is that of some bytes is seen when it is opened. */
export const base64 = matching(/^[A-Za-z0-9+/]{1,65536}={0,2}$/, "base64 of up to 65,536 characters");

/** @type {Check} */
export const signature = (value, where) => {
  const blob = typeof value === "string" ? fromBase64(value) : null;
  demandForm(blob?.length === 185, where, "the base64 of a signature");
};
