/** The fields of each type of entry, and of the envelope around them. */

import { demand } from "./faults.js";
import {
  anyObject,
  base64,
  between,
  boolean,
  chainLength,
  computer,
  hex32,
  hex64,
  isObject,
  keyLine,
  lines,
  listOf,
  mail,
  mapOf,
  matching,
  moment,
  oneOf,
  recipient,
  record,
  role,
  signature,
  textOf,
  token,
} from "./field_types.js";

/** @typedef {import("./canonical_json.js").Json} Json */
/** @typedef {import("./canonical_json.js").JsonObject} JsonObject */
/** @typedef {import("./field_types.js").Check} Check */

/**
 * @typedef {object} Entry
 * @property {string} game
 * @property {number} seq
 * @property {string} prev
 * @property {string} type
 * @property {string} author
 * @property {any} body
 * @property {string} [link]
 */

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const LINKED = ["order", "decision", "open", "ack", "roll"];

/** @type {Check} */
const dayOff = (value, where) => {
  const fits = typeof value === "string" && (DAYS.includes(value) || /^\d{4}-\d\d-\d\d$/.test(value));
  demand(fits, "bad-body", `Its field ${where} is no day.`);
};

const deadlineFields = record(
  {
    kind: token,
    hours: between(1, 10000),
    grace: between(0, 10000),
    then: oneOf("claim", "default", "forfeit", "wait"),
  },
  {
    days_off: listOf(dayOff, 0, 400),
    hour: matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "an hour"),
    zone: matching(/^[A-Za-z0-9_+-]{1,32}(?:\/[A-Za-z0-9_+-]{1,32}){0,2}$/, "a time zone"),
  },
);

/** @type {Check} */
const deadline = (value, where) => {
  deadlineFields(value, where);
  const said = /** @type {any} */ (value);
  demand("hour" in said === "zone" in said, "bad-body", `In ${where} hour and zone do not stand together.`);
  if (!("hour" in said)) return;
  demand(said.hours % 24 === 0, "bad-body", `In ${where} hours are no multiple of 24.`);
  const counted = DAYS.some((day) => !(said.days_off ?? []).includes(day));
  demand(counted, "bad-body", `In ${where} no day of the week counts.`);
};

const dues = listOf(record({ kind: token, due: moment, end: moment }), 1, 32);
const dataName = /^[a-z0-9_]{1,40}(?:\/[a-z0-9_]{1,40})?\.yaml$/;
const fileName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,159}(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,159}){0,8}$/;

const rulesFields = { version: textOf(40), behaviour: between(1), fingerprint: hex64 };
const rulesMore = {
  data: mapOf((name) => dataName.test(name), hex64, 1, 64),
  files: mapOf((name) => fileName.test(name), hex64, 1, 600),
  art: mapOf((name) => fileName.test(name), hex64, 0, 600),
};

/**
 * @param {any} value
 * @param {string} where
 */
function demandFiles(value, where) {
  const together = "files" in value === "art" in value && !("files" in value && "data" in value);
  demand(together, "bad-body", `In ${where} the lists of files do not stand together and alone.`);
}

const module = record({ id: token, ...rulesFields }, rulesMore);
const personFields = {
  role,
  name: textOf(80),
  mail,
  key: keyLine,
  tip: hex64,
  length: chainLength,
};
const personMore = { recipient, computer, word: oneOf(true) };
const person = record(personFields, { ...personMore, joined: signature, nonce: hex64 });
/** @type {Check} */
const option = (value, where) => {
  if (typeof value === "string") textOf(200)(value, where);
  else demand(typeof value !== "object", "bad-body", `Its field ${where} is no option.`);
};
const charter = record(
  {
    at: moment,
    module,
    scenario: token,
    options: mapOf((name) => /^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name), option, 0, Infinity),
    parties: listOf(person, 2, 16),
    deadlines: listOf(deadline, 0, 32),
  },
  { due: dues, secret: hex64, reading: oneOf(2) },
);

const number = between(1);
const applied = between(0, 100000);
const seen = listOf(record({ author: role, seq: moment, digest: hex64 }), 1, 32);
const sealedPaper = {
  author: role,
  number,
  seq: moment,
  game: hex64,
  signature,
  leaves: hex64,
  order: hex64,
  box: hex64,
};
const clearPaper = {
  author: role,
  number,
  seq: moment,
  game: hex64,
  signature,
  lines: listOf(textOf(500), 0, 64),
};
/** @type {Check} */
const paper = (value, where) => {
  const clear = isObject(value) && "lines" in value;
  record(clear ? clearPaper : sealedPaper)(value, where);
};
const stoodLine = record(
  { decisions: listOf(between(0, 100000), 1, 2000), side: role, line: textOf(500) },
  { salt: hex32, path: listOf(hex64, 6, 6) },
);
const standing = mapOf((name) => /^[a-z][a-z0-9_-]{0,31}$/.test(name), number, 0, Infinity);
const papers = listOf(paper, 1, 200);
const stood = listOf(stoodLine, 1, 2000);
/** @type {Check} */
const usedLine = (value, where) => {
  listOf(() => undefined, 2, 2)(value, where);
  const [salt, line] = /** @type {Json[]} */ (value);
  hex32(/** @type {Json} */ (salt), where);
  textOf(500)(/** @type {Json} */ (line), where);
};
const used = record({ lines: listOf(usedLine, 1, 2000), rest: hex64 });
const word = oneOf(true);
const happened = {
  out: listOf(role, 1, 16),
  effects: listOf(textOf(500), 1, 2000),
  news: listOf(hex64, 1, 16),
};

const label = { label: textOf(200), rule: textOf(40) };
const cardToken = matching(/^[A-Za-z]{1,16}[1-9]\d{0,3}$/, "a card");
/** @type {Check} */
const opening = (value, where) => {
  listOf(() => undefined, 3, 3)(value, where);
  const [card, place, salt] = /** @type {Json[]} */ (value);
  cardToken(/** @type {Json} */ (card), where);
  between(0, 999)(/** @type {Json} */ (place), where);
  hex64(/** @type {Json} */ (salt), where);
};
const rollItems = {
  open: record({ ...label, open: listOf(opening, 1, 1000) }),
  deal: record({
    ...label,
    deal: role,
    cards: listOf(cardToken, 1, 500),
    sealed: base64,
  }),
  secret: record({
    ...label,
    shuffle: between(1, 1000),
    secret: matching(/^[A-Za-z]{1,16}$/, "a pack"),
    leaves: listOf(hex64, 1, 1000),
  }),
  shuffle: record({ ...label, shuffle: between(1, 1000), values: listOf(between(0, 65535), 1, 1000) }),
  die: record({ ...label, sides: between(2, 65536), values: listOf(between(1, 65536), 1, 1000) }),
};
/** @type {Check} */
const rollItem = (value, where) => {
  const kind = /** @type {const} */ (["open", "deal", "secret", "shuffle"]).find((field) => {
    return isObject(value) && field in value;
  });
  rollItems[kind ?? "die"](value, where);
};

const order = record({ lines }, { rest: hex64, box: hex64, standing, papers, word, seen });
const substitute = record({ at: moment, ...personFields }, personMore);
const restOpening = record({ order: moment, root: hex64 }, { lines: listOf(textOf(500), 1, 2000) });
const filedOpening = record({ author: role, number, root: hex64 }, { lines: listOf(textOf(500), 1, 64) });
const openRests = record(
  { at: moment, rests: listOf(restOpening, 0, 2000) },
  { filed: listOf(filedOpening, 1, 2000), seen },
);
const openSeal = record(
  { at: moment, seal: moment, salt: hex64, lines },
  { standing, papers, stood, due: dues, ...happened, seen },
);
const lateSince = record({ at: moment, role, since: moment }, { due: dues });
const late = record({ at: moment, role, kind: token }, { papers, stood, due: dues, ...happened, seen });
const judgement = record({ act: number, upheld: boolean, why: textOf(2000) });
const ruling = record({ facts: listOf(textOf(500), 1, 100), why: textOf(2000) }, { rule: textOf(40) });

/** @type {{ [type: string]: (body: any) => Check }} */
const SHAPES = {
  charter: () => charter,
  order: () => order,
  decision: () => order,
  seal: () => record({ choice: token, commit: hex64 }, { box: base64, word, seen }),
  open: (body) => ("rests" in body ? openRests : openSeal),
  roll: () =>
    record(
      { at: moment, k: number, batch: moment, applied, rolls: listOf(rollItem, 1, 2000) },
      { used, papers, stood, due: dues, ...happened, seen },
    ),
  ack: () =>
    record(
      { at: moment, applied },
      { used, burnt: hex64, standing, papers, stood, word, due: dues, ...happened, seen },
    ),
  late: (body) => ("since" in body ? lateSince : late),
  claim: () => record({ at: moment, role, kind: token }),
  substitute: () => substitute,
  ruling: (body) => ("act" in body ? judgement : ruling),
  rollback: () => record({ at: moment, to: moment, why: textOf(2000) }),
  adopt: () => record({ at: moment, ...rulesFields }, rulesMore),
  resign: () => record({}, { word, seen }),
  end: () => record({ outcome: anyObject }, { secret: hex64, seen }),
};

/**
 * The envelope of an entry, and then its body.
 * @param {Json} value
 * @returns {Entry}
 */
export function readEntry(value) {
  demand(isObject(value), "bad-entry", "It is no object.");
  const { v, game, seq, prev, type, author, body, link, ...more } = /** @type {any} */ (value);
  demand(v !== 1, "old-protocol", "It is of a protocol whose dice could be chosen.");
  const named = [game, prev, link ?? game].every(
    (each) => typeof each === "string" && /^[0-9a-f]{64}$/.test(each),
  );
  const numbered = v === 2 && typeof seq === "number" && seq >= 0;
  const typed = typeof type === "string" && Object.hasOwn(SHAPES, type) && isObject(body);
  demand(named && numbered && typed, "bad-entry", "Its envelope has the wrong shape.");
  const written = typeof author === "string" && /^[a-z][a-z0-9_-]{0,31}$/.test(author);
  demand(written && Object.keys(more).length === 0, "bad-entry", "Its envelope has the wrong shape.");
  demand(!("link" in value) || LINKED.includes(type), "bad-entry", `No link belongs to an entry ${type}.`);
  /** @type {any} */ (SHAPES)[type](body)(body, "body");
  if (type === "charter") demandFiles(body.module, "body.module");
  if (type === "adopt") demandFiles(body, "body");
  const nothing = type === "open" && /** @type {any} */ (body).rests?.length === 0 && !("filed" in body);
  demand(!nothing, "bad-body", "It opens nothing.");
  return /** @type {Entry} */ (/** @type {unknown} */ (value));
}
