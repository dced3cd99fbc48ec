// The modules of the tables: Python can join them with those of the story page, and words of a game are never markup.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const TABLE = new URL("../../../../pbem/table/", import.meta.url);
const modules = ["page", "seat_page", "mail_page"].flatMap((room) => readdirSync(new URL(`${room}/`, TABLE)).filter((name) => name.endsWith(".js")).map((name) => ({ room, name, text: readFileSync(new URL(`${room}/${name}`, TABLE), "utf8") })));
const own = modules.filter(({ room }) => room !== "page");
const read = (name) => readFileSync(new URL(name, TABLE), "utf8");
const IMPORT = /^import \{ [\w, ]+ \} from "\.\.?\/(?:(?:page|seat_page)\/)?([a-z_]+\.js)";$/;

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

test("no two modules have one name", () => {
  const names = modules.map(({ name }) => name);
  assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), []);
});

const PAGES = { seat: ["page", "seat_page"], mail: ["page", "seat_page", "mail_page"] };

for (const [page, rooms] of Object.entries(PAGES)) {
  test(`the skeleton of ${page} has what its modules ask for, and runs nothing of its own`, () => {
    const panel = page === "mail" ? '<section id="mail-panel"></section>' : "";
    const room = read("seat_page/table_room.html").replace("{{ board_window }}", read("page/board_window.html")).replace("{{ panels }}", panel);
    const text = read(`${page}_page/${page}.html`).replace("{{ table_room }}", room);
    assert.doesNotMatch(text, /\son\w+=|\sstyle=|https?:|\ssrc=/);
    assert.doesNotMatch(read(`${page}_page/${page}.css`), /@import|url\(|https?:/);
    const ids = new Set([...text.matchAll(/\sid="([\w-]+)"/g)].map((found) => found[1]));
    const asking = modules.filter(({ room: where, name }) => rooms.includes(where) && name !== "main.js");
    const asked = asking.flatMap(({ text: code }) => [...code.matchAll(/byId\("([\w-]+)"/g)].map((found) => found[1]));
    assert.deepEqual(asked.filter((id) => !ids.has(id)), []);
  });
}
