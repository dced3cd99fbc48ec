import assert from "node:assert/strict";
import { test } from "node:test";

import { coveredLetters, nudgeOf, stacksOf } from "../../../../pbem/table/page/clusters.js";
import { findPlace } from "../../../../pbem/table/page/finder.js";
import { nameOfKey } from "../../../../pbem/table/page/keys.js";
import { Sides } from "../../../../pbem/table/page/sides.js";

const PLACES = [{ id: "LON", name: "London" }, { id: "LIN", name: "Lincoln" }, { id: "0504", name: "0504" }, { id: "LO", name: "Lough" }];

test("a place is found by its id, its name, or a beginning that no other place has", () => {
  const found = (words) => findPlace(PLACES, words)?.id;
  assert.deepEqual(["lon", " London ", "lin", "05", "lo", "l", "lou", "", "x"].map(found),
    ["LON", "LON", "LIN", "0504", "LO", undefined, "LO", undefined, undefined]);
});

test("pieces of one place that lie apart are stacks of their own, lowest first", () => {
  const sprites = [{ width: 10, height: 10 }];
  const position = new Map([[1, [1, 0, 51, 50, "A", 1, ""]], [0, [0, 0, 50, 50, "A", 0, "routed, spent"]], [2, [2, 0, 70, 50, "A", 2, ""]], [3, [3, 0, 50, 50, "B", 0, ""]]]);
  const stacks = stacksOf(position, sprites);
  assert.deepEqual(stacks.map((stack) => stack.map((piece) => piece[0])), [[0, 1], [2], [3]]);
  assert.deepEqual(stacks.map(coveredLetters), ["RS", "", ""]);
});

test("pieces at one point are drawn aside, those that lie apart are not", () => {
  const pile = [0, 1, 2, 3, 4, 5, 6].map((piece) => [piece, 0, 5, 5, "A", piece, ""]);
  const nudges = pile.map((_, level) => nudgeOf(pile, level));
  assert.equal(nudges[0], 0);
  assert.ok(nudges[1] < nudges[2] && nudges[5] === nudges[6]);
  assert.equal(nudgeOf([[0, 0, 1, 1, "A", 0, ""], [1, 0, 2, 2, "A", 1, ""]], 1), 0);
});

test("a side has its colour if it is one, and dashes of its own", () => {
  const sides = new Sides([{ id: "a", name: "A", short: "A", colour: "#8A2f2f" }, { id: "b", name: "B", short: "B", colour: "red;}*{" }]);
  assert.deepEqual(["a", "b", "nobody"].map((id) => sides.colour(id)), ["#8A2f2f", "#7a7a78", "#7a7a78"]);
  assert.notEqual(sides.dashes("a", 0), sides.dashes("b", 0));
  assert.equal(sides.name("referee"), "referee");
});

test("a key with Control or Alt belongs to the browser", () => {
  const press = (key, more = {}) => nameOfKey({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });
  assert.deepEqual([press("ArrowLeft"), press("ArrowLeft", { shiftKey: true }), press("+", { shiftKey: true }), press("W", { shiftKey: true })],
    ["ArrowLeft", "Shift+ArrowLeft", "+", "w"]);
  assert.deepEqual([press("ArrowLeft", { altKey: true }), press("0", { ctrlKey: true }), press("w", { metaKey: true })], ["", "", ""]);
});
