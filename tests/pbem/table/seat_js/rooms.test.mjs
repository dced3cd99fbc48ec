// The modules of the seat: Python can join them with those of the story page, and words of a game are never markup.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const TABLE = new URL("../../../../pbem/table/", import.meta.url);
const modules = ["page", "seat_page"].flatMap((room) => readdirSync(new URL(`${room}/`, TABLE)).filter((name) => name.endsWith(".js")).map((name) => ({ room, name, text: readFileSync(new URL(`${room}/${name}`, TABLE), "utf8") })));
const own = modules.filter(({ room }) => room === "seat_page");
const IMPORT = /^import \{ [\w, ]+ \} from "\.\.?\/(?:page\/)?([a-z_]+\.js)";$/;

for (const { name, text } of own) {
  test(`${name} can be joined and makes no markup of words`, () => {
    const lines = text.split("\n");
    assert.match(lines[0], /^\/\/ .+\.$/, "the first line tells its story");
    for (const line of lines) {
      if (/^import\b/.test(line)) assert.match(line, IMPORT);
      if (/^export\b/.test(line)) assert.match(line, /^export (async )?(const|function|class) /);
    }
    const code = text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    assert.doesNotMatch(code, /\bimport\(|^await\b|export default|require\(/m);
    assert.doesNotMatch(code, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|srcdoc|DOMParser/);
    assert.doesNotMatch(code, /localStorage|indexedDB|\bcookie|XMLHttpRequest|WebSocket|sendBeacon|https?:/);
    if (name !== "calls.js") assert.doesNotMatch(code, /\bfetch\(/, "calls.js alone speaks to the program");
  });
}

test("no two modules have one name, and the skeleton has what they ask for", () => {
  const names = modules.map(({ name }) => name);
  assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), []);
  const piece = readFileSync(new URL("page/board_window.html", TABLE), "utf8");
  const room = readFileSync(new URL("seat_page/table_room.html", TABLE), "utf8").replace("{{ board_window }}", piece);
  const page = readFileSync(new URL("seat_page/seat.html", TABLE), "utf8").replace("{{ table_room }}", room);
  assert.doesNotMatch(page, /\son\w+=|\sstyle=|https?:|\ssrc=/);
  assert.doesNotMatch(readFileSync(new URL("seat_page/seat.css", TABLE), "utf8"), /@import|url\(|https?:/);
  const ids = new Set([...page.matchAll(/\sid="([\w-]+)"/g)].map((found) => found[1]));
  const asked = modules.filter(({ name }) => name !== "main.js").flatMap(({ text }) => [...text.matchAll(/byId\("([\w-]+)"/g)].map((found) => found[1]));
  assert.deepEqual(asked.filter((id) => !ids.has(id)), []);
});
