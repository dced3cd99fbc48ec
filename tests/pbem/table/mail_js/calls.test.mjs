// The calls of a game by mail, against a program that answers in the test.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { encodeBytes } from "../../../../pbem/table/mail_page/taking.js";

globalThis.sessionStorage = { getItem: () => "token", setItem: () => {} };
const { MailCalls } = await import("../../../../pbem/table/mail_page/mail_calls.js");

/** @type {{path: string, body: any}[]} */
let asked = [];
let locked = true;

beforeEach(() => {
  [asked, locked] = [[], true];
  globalThis.fetch = async (path, { body }) => {
    asked.push({ path, body: JSON.parse(body) });
    if (path === "/call/unlock") {
      const right = JSON.parse(body).passphrase === "right";
      locked &&= !right;
      return answer(right ? 200 : 409, right ? {} : { error: { code: "wrong-passphrase", what: "wrong" } });
    }
    return locked ? answer(409, { error: { code: "locked", what: "The key is locked." } }) : answer(200, { told: "done" });
  };
});

const answer = (status, value) => new Response(JSON.stringify(value), { status });

test("a locked call is repeated as it was when the key is unlocked, and each names its game", async () => {
  const calls = new MailCalls();
  calls.openTable("aaaa1111");
  calls.draft = 7;
  calls.askPassphrase = async (why, unlock) => {
    assert.equal(why, "The key is locked.");
    await assert.rejects(unlock("wrong"), /wrong/);
    await unlock("right");
    return true;
  };
  assert.deepEqual(await calls.change("send", { digest: "d" }), { told: "done" });
  assert.deepEqual(asked.map(({ path }) => path), ["/call/send", "/call/unlock", "/call/unlock", "/call/send"]);
  assert.deepEqual(asked[0].body, { table: "aaaa1111", digest: "d", draft: 7 });
  assert.deepEqual(asked[3].body, asked[0].body);
  assert.equal(asked[2].body.table, "aaaa1111");
});

test("two calls that are locked ask once; a reader who would not unlock is told why", async () => {
  const calls = new MailCalls();
  let times = 0;
  calls.askPassphrase = async () => {
    times += 1;
    await new Promise((done) => setTimeout(done, 5));
    return false;
  };
  const ends = await Promise.allSettled([calls.ask("a"), calls.ask("b")]);
  assert.deepEqual(ends.map(({ reason }) => reason.message), ["The key is locked.", "The key is locked."]);
  assert.equal(times, 1);
});

test("the wait for news never asks for a passphrase", async () => {
  const calls = new MailCalls();
  calls.askPassphrase = async () => assert.fail("asked");
  await assert.rejects(calls.wait("news", {}), /locked/);
});

test("the day is compared, as the draft is", async () => {
  const calls = new MailCalls();
  calls.learn({ draft: 1, day: "a" });
  const answers = [{ draft: 1, day: "a" }, { draft: 1, day: "b" }, { draft: 1, day: "b" }, { draft: 2, day: "b" }];
  globalThis.fetch = async (_, { body }) => {
    asked.push(JSON.parse(body));
    const next = answers.shift();
    return next ? answer(200, next) : new Promise(() => {});
  };
  const heard = [];
  const all = new Promise((done) => void calls.listen({ news: async () => heard.push(asked.length) === 2 && done(), gone: () => {}, back: async () => {} }));
  await all;
  assert.deepEqual(heard, [2, 4]);
  assert.deepEqual(asked.map(({ day }) => day), ["a", "a", "b", "b"]);
});

test("bytes go as base64, many of them too", () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, i) => i % 256);
  assert.deepEqual(new Uint8Array(Buffer.from(encodeBytes(bytes), "base64")), bytes);
});
