// What lets Python join the modules into one classic script, and what a page of strangers' words must never do.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Script } from "node:vm";

const ROOM = new URL("../../../../pbem/table/page/", import.meta.url);
const NAMES = readdirSync(ROOM).filter((name) => name.endsWith(".js")).sort();
const text = Object.fromEntries(NAMES.map((name) => [name, readFileSync(new URL(name, ROOM), "utf8")]));
const IMPORT = /^import \{ [\w, ]+ \} from "\.\/([a-z_]+\.js)";$/;

for (const name of NAMES) {
  test(`${name} can be joined`, () => {
    const lines = text[name].split("\n");
    assert.match(lines[0], /^\/\/ .+\.$/, "the first line tells its story");
    for (const line of lines) {
      if (/^import\b/.test(line)) assert.match(line, IMPORT);
      if (/^export\b/.test(line)) assert.match(line, /^export (const|function|class) /);
    }
    const code = text[name].replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    assert.doesNotMatch(code, /\bimport\(|^\s*await\b|export default|require\(/m);
    assert.doesNotMatch(code, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|srcdoc|DOMParser/);
    assert.doesNotMatch(code, /localStorage|sessionStorage|indexedDB|cookie|fetch\(|XMLHttpRequest|WebSocket|sendBeacon|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
  });
}

test("no two modules have one name at their top", () => {
  const tops = NAMES.flatMap((name) => [...text[name].matchAll(/^(?:export )?(?:const|let|function|class) (?:\[([^\]]+)\]|(\w+))/gm)].map((found) => found[2] ?? found[1]));
  const twice = tops.filter((top, i) => tops.indexOf(top) !== i);
  assert.deepEqual(twice, []);
  assert.ok(tops.length > 50);
});

test("main.js leads to every module, no module leads back to itself, and what comes out is one script", () => {
  const order = [];
  const visit = (name, above) => {
    assert.ok(!above.includes(name), `${[...above, name].join(" > ")} is a circle`);
    if (order.includes(name)) return;
    const needed = text[name].split("\n").map((line) => IMPORT.exec(line)?.[1]).filter(Boolean);
    for (const each of needed) visit(each, [...above, name]);
    order.push(name);
  };
  visit("main.js", []);
  assert.deepEqual([...order].sort(), NAMES);
  const script = order.map((name) => text[name].replaceAll(/^import .*$/gm, "").replaceAll(/^export /gm, "")).join("\n");
  assert.doesNotMatch(script, /<\/script|<!--/i);
  new Script(`(() => {"use strict";${script}})`);
});

test("the skeleton has no handler, no style and no address of its own", () => {
  const piece = readFileSync(new URL("board_window.html", ROOM), "utf8");
  const page = readFileSync(new URL("page.html", ROOM), "utf8").replace("{{ board_window }}", piece);
  assert.doesNotMatch(page, /\son\w+=|\sstyle=|https?:|\ssrc=/);
  assert.doesNotMatch(readFileSync(new URL("page.css", ROOM), "utf8"), /@import|url\(|https?:/);
  const ids = new Set([...page.matchAll(/\sid="([\w-]+)"/g)].map((found) => found[1]));
  const asked = Object.values(text).flatMap((code) => [...code.matchAll(/byId\("([\w-]+)"/g)].map((found) => found[1]));
  assert.deepEqual(asked.filter((id) => !ids.has(id)), []);
});
