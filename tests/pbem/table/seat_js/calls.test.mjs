// The calls of a page whose program does not answer for a while: another program may have taken its port.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";

globalThis.sessionStorage = { getItem: () => "a token", setItem: () => {} };
const { Calls, ProgramGone } = await import("../../../../pbem/table/seat_page/calls.js");
const answer = (value) => new Response(JSON.stringify(value), { status: 200 });

test("a page sends its token only to the program that gave it", async () => {
  /** @type {{path: string, token: string | undefined}[]} */
  const asked = [];
  let reachable = false;
  let token = "another token";
  globalThis.fetch = async (path, { headers, body }) => {
    if (!reachable) throw new TypeError("no connection");
    asked.push({ path, token: headers["X-Senlac-Token"] });
    if (path !== "/prove") return answer({ told: "done" });
    return answer({ proof: createHmac("sha256", token).update(JSON.parse(body).question).digest("hex") });
  };
  const calls = new Calls();
  await assert.rejects(calls.ask("give"), ProgramGone);
  reachable = true;
  await assert.rejects(calls.ask("give"), ProgramGone);
  await assert.rejects(calls.wait("news", {}), ProgramGone);
  assert.deepEqual(asked, [{ path: "/prove", token: undefined }, { path: "/prove", token: undefined }]);
  token = "a token";
  assert.deepEqual(await calls.ask("give"), { told: "done" });
  assert.deepEqual(await calls.ask("give"), { told: "done" });
  assert.deepEqual(asked.slice(2).map(({ path }) => path), ["/prove", "/call/give", "/call/give"]);
});
