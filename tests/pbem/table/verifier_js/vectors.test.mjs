/** The vector files of the formats page, held against the verifier of the page. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { makeAgeFile } from "../../../../pbem/table/verifier/formats/age_files.js";
import { fromBase64, fromHex, toBase64, toHex, toUtf8 } from "../../../../pbem/table/verifier/formats/bytes.js";
import { readCanonical, writeCanonical } from "../../../../pbem/table/verifier/formats/canonical_json.js";
import { digestOf, hashLines } from "../../../../pbem/table/verifier/formats/digests.js";
import { isWeakKey, readKeyLine, readSigner } from "../../../../pbem/table/verifier/formats/ssh_signatures.js";
import { ClosedLines } from "../../../../pbem/table/verifier/closed_lines.js";
import { countSeconds } from "../../../../pbem/table/verifier/deadlines.js";
import { DiceStream } from "../../../../pbem/table/verifier/dice_stream.js";
import { Parties, Party } from "../../../../pbem/table/verifier/parties.js";
import { SecretPacks } from "../../../../pbem/table/verifier/secret_packs.js";
import { StandingPapers } from "../../../../pbem/table/verifier/standing_papers.js";
import { verifyLog } from "../../../../pbem/table/verifier/log_walk.js";

const folder = new URL("../../vectors/", import.meta.url);
const load = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const blobOf = (armor) => fromBase64(armor.split("\n").slice(1, -2).join(""));

/** A fault with this code. */
const fault = (code) => (error) => error.code === code;

test("canonical JSON", () => {
  for (const { value, hex } of load("canonical.json")) {
    assert.equal(toHex(toUtf8(writeCanonical(value))), hex);
    assert.equal(writeCanonical(readCanonical(fromHex(hex))), writeCanonical(value));
  }
  const bad = {
    '{"a":1,"a":1}': "repeated-key",
    '{"é":1}': "bad-key",
    "1.5": "bad-number",
    9007199254740992: "bad-number",
    "-0": "not-canonical",
    null: "bad-value",
    '"e\u0301"': "bad-string",
    '"\\ud800"': "bad-string",
    '{"b":1,"a":1}': "not-canonical",
    '"\\u001F"': "not-canonical",
    '"\\/"': "not-canonical",
    "[1 ]": "not-canonical",
    "[1]x": "not-json",
    "[01]": "not-json",
    [`${"[".repeat(17)}${"]".repeat(17)}`]: "too-deep",
    [`"${"x".repeat(262144)}"`]: "too-large",
  };
  for (const [text, code] of Object.entries(bad)) {
    assert.throws(() => readCanonical(toUtf8(text)), fault(code), text.slice(0, 40));
  }
  assert.throws(() => readCanonical(Uint8Array.of(34, 255, 34)), fault("not-utf8"));
  assert.equal(writeCanonical(readCanonical(toUtf8('{"__proto__":1}'))), '{"__proto__":1}');
});

test("base64 has one text for the same bytes", () => {
  for (const bad of ["QQ", "QR==", "Q===", "QQ=", " QQ==", "QQ==QQ=="]) assert.equal(fromBase64(bad), null, bad);
  for (const size of [0, 1, 2, 3, 64]) {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 37) & 255);
    assert.equal(toBase64(bytes), Buffer.from(bytes).toString("base64"));
    assert.deepEqual(fromBase64(toBase64(bytes)), bytes);
  }
});

test("a chain of links", async () => {
  const { links, last, length } = load("chain.json");
  assert.equal(links.at(-1), last);
  const key = load("sshsig.json").key;
  const party = new Party({ role: "red", key, tip: await hashLines(links[0]), length: length + 3 });
  for (const link of links) await party.reveal(link);
  assert.equal(party.link, last);
  await assert.rejects(party.reveal(last), fault("link-wrong"));
});

test("seeds, stream, dice and shuffles", async () => {
  for (const { base, k, link_a, link_b, seed } of load("seed.json")) {
    assert.equal(await hashLines("senlac-dice/2", base, k, link_a, link_b), seed);
  }
  const stream = load("stream.json");
  assert.equal(toHex(await new DiceStream(stream.seed).take(100)), stream.bytes);
  for (const { seed, sides, values } of load("die.json")) {
    const source = new DiceStream(seed);
    for (const value of values) assert.equal(await source.roll(sides), value);
  }
  for (const { seed, size, values } of load("shuffle.json")) {
    assert.deepEqual(await new DiceStream(seed).shuffle(size), values);
  }
});

test("a signature, and what was altered in it", async () => {
  const { key, message, signature } = load("sshsig.json");
  const blob = blobOf(signature);
  const signed = (bytes) => readSigner(bytes, toUtf8(message), "senlac-entry-v1");
  assert.equal(await signed(blob), toHex(readKeyLine(key)));
  await assert.rejects(readSigner(blob, toUtf8("{}"), "senlac-entry-v1"), fault("signature-wrong"));
  await assert.rejects(readSigner(blob, toUtf8(message), "senlac-paper-v1"), fault("signature-namespace"));
  await assert.rejects(signed(blob.slice(1)), fault("signature-format"));
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const s = BigInt(`0x${toHex(blob.slice(-32).reverse())}`) + order;
  const other = blob.slice();
  other.set(fromHex(s.toString(16).padStart(64, "0")).reverse(), blob.length - 32);
  await assert.rejects(signed(other), fault("signature-malleable"));
  const hash = blob.slice();
  hash[93] ^= 1;
  await assert.rejects(signed(hash), fault("signature-algorithm"));
});

test("keys under which a signature binds nothing", () => {
  const prime = 2n ** 255n - 19n;
  const small = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
  for (const y of [0n, 1n, prime - 1n, prime, prime + 1n, small, prime - small]) {
    for (const sign of [0n, 1n]) {
      const hex = (y | (sign << 255n)).toString(16).padStart(64, "0");
      assert.ok(isWeakKey(fromHex(hex).reverse()), hex);
    }
  }
  assert.ok(!isWeakKey(readKeyLine(load("sshsig.json").key)));
});

test("a secret pack and a deal out of it", async () => {
  const pack = load("pack.json");
  const packs = new SecretPacks(pack.game, pack.commitment);
  const parts = { base: pack.base, k: pack.k, links: [pack.link_a, pack.link_b] };
  packs.shuffle({ secret: "S", shuffle: 12, leaves: pack.leaves }, parts);
  await packs.show({ open: pack.openings });
  const sealed = load("sealed.json");
  const key = toHex(readKeyLine(sealed.key));
  const cards = sealed.text.trimEnd().split("\n").map((line) => line.split(" ")[0]);
  const text = toBase64(fromHex(sealed.sealed));
  packs.deal({ deal: "red", cards, sealed: text }, key, pack.k, sealed.index);
  await packs.demandSecret(pack.secret);
  await assert.rejects(packs.demandSecret("0".repeat(64)), fault("secret-wrong"));
  const [, number, salt] = pack.openings[0];
  await assert.rejects(packs.show({ open: [["S2", number, salt]] }), fault("leaf-wrong"));
  packs.deal({ deal: "red", cards: [...cards].reverse(), sealed: text }, key, pack.k, sealed.index);
  await assert.rejects(packs.demandSecret(pack.secret), fault("deal-wrong"));
  assert.equal(toHex(await makeAgeFile(fromHex(key), toUtf8(sealed.text), sealed.coins)), sealed.sealed);
});

test("closed lines", async () => {
  const vector = load("lines.json");
  assert.deepEqual(
    await Promise.all(vector.salts.map((_, at) => ClosedLines.saltOf(vector.root, at))),
    vector.salts,
  );
  const { author, root } = vector;
  const lines = new ClosedLines(vector.game);
  const body = { rest: vector.rests[0], box: "0".repeat(64) };
  lines.close({ seq: 1, author, link: vector.link, body }, true);
  const opening = { order: 1, root, lines: vector.closed };
  await assert.rejects(
    lines.open({ author, body: { rests: [{ ...opening, lines: vector.closed.slice(1) }] } }),
    fault("lines-wrong"),
  );
  assert.throws(() => lines.demandOpen(), fault("lines-closed"));
  await lines.open({ author, body: { rests: [opening] } });
  lines.demandOpen();
});

test("standing orders", async () => {
  const vector = load("standing.json");
  const { game, author, number, leaves, order } = JSON.parse(vector.paper);
  const papers = new StandingPapers(new Parties([]), game);
  const made = await papers.workOut({ author, number, root: vector.root, lines: vector.lines });
  assert.deepEqual(made, { leaves, order });
});

test("a role may have the name of what every object of JavaScript has", () => {
  const { key } = load("sshsig.json");
  const papers = new StandingPapers(new Parties([{ role: "constructor", key, tip: "", length: 1 }]), "");
  papers.demandNamed({ body: {} });
  papers.demandNamed({ body: { standing: { constructor: 1 } } });
  assert.throws(() => papers.demandNamed({ body: { standing: { valueOf: 1 } } }), fault("standing-wrong"));
});

test("the largest entries are read at once", () => {
  for (const text of [`"${"x".repeat(262142)}"`, `"${"\\\\".repeat(65000)}"`, `[${"1,".repeat(131000)}1]`]) {
    const began = performance.now();
    assert.equal(writeCanonical(readCanonical(toUtf8(text))), text);
    assert.ok(performance.now() - began < 2000);
  }
  const strings = `[${'"a",'.repeat(65000)}"a"]`;
  assert.equal(writeCanonical(readCanonical(toUtf8(strings))), strings);
});

test("moments of deadlines lie within the bounds that hold for any zone", () => {
  for (const { deadline, at, due, end } of load("due.json")) {
    const off = deadline.days_off ?? [];
    assert.ok(due >= at + (deadline.hours - 38) * 3600);
    assert.ok(due <= countSeconds(at, (deadline.hours + 96) * 3600, off));
    assert.ok(end >= due);
  }
  assert.equal(countSeconds(0, 3600, ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]), Infinity);
  assert.equal(countSeconds(0, 3600, ["thu", "1970-01-02"]), 2 * 86400 + 3600);
});

test("papers before a game", async () => {
  for (const { paper, digest, signature } of load("ticket.json").papers) {
    assert.equal(await digestOf(toUtf8(paper)), digest);
    assert.equal(writeCanonical(readCanonical(toUtf8(paper))), paper);
    assert.match(await readSigner(blobOf(signature), toUtf8(paper), "senlac-paper-v1"), /^[0-9a-f]{64}$/);
  }
});

for (const name of readdirSync(folder).filter((each) => each.endsWith(".log"))) {
  test(`${name}: it holds, each beginning is incomplete, and a changed byte is named`, async () => {
    const bytes = new Uint8Array(readFileSync(new URL(name, folder)));
    const whole = await verifyLog(bytes);
    assert.deepEqual([whole.status, whole.code, whole.seq], ["holds", "", null]);
    let entry = -1;
    for (let at = 0; at < bytes.length - 1; at++) {
      if (bytes[at] !== 10) continue;
      const part = await verifyLog(bytes.slice(0, at + 1));
      if (entry < 0) assert.equal(part.code, "empty-log");
      else assert.deepEqual([part.status, part.entries.length], ["incomplete", entry + 1]);
      entry++;
      const changed = bytes.slice();
      changed[at + 400] ^= 1;
      const { status, seq } = await verifyLog(changed);
      assert.deepEqual([status, seq], ["broken", entry]);
    }
  });
}
