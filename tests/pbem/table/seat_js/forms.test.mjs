import assert from "node:assert/strict";
import { test } from "node:test";
import { isCounted, rowsOf, toggledValues, valueAt } from "../../../../pbem/table/seat_page/order_form.js";

const FIELD = { name: "left", label: "Left", what: "counter", many: true, chosen: ["B1"], values: [
  { value: "B1", label: "B1", counter: "b1", place: "wood" }, { value: "B2", label: "B2", counter: "b2", place: "wood" }, { value: "hill", label: "Hill", place: "hill" },
] };

test("a chip is chosen, added or taken out", () => {
  assert.deepEqual(toggledValues(["a"], "b", true), ["a", "b"]);
  assert.deepEqual(toggledValues(["a"], "b", false), ["b"]);
  assert.deepEqual(toggledValues(["a", "b"], "a", true), ["b"]);
});

test("the board fills a field in: a piece not chosen yet, else the highest, else the place", () => {
  const there = ["b1", "b2"].map((counter) => ({ counter, place: "wood" }));
  assert.equal(valueAt(FIELD, "wood", there)?.value, "B2");
  assert.equal(valueAt(FIELD, "wood", there.slice(0, 1))?.value, "B1");
  assert.equal(valueAt(FIELD, "hill", [])?.value, "hill");
  assert.equal(valueAt(FIELD, "wood", []), undefined);
});

test("values with a head stand in rows by it, others in one", () => {
  const values = ["right:bold", "left:bold", "right:calm"].map((value) => ({ value, label: value }));
  assert.deepEqual(rowsOf({ ...FIELD, values }).map(({ head, values: row }) => [head, row.length]), [["right", 2], ["left", 1]]);
  assert.deepEqual(rowsOf(FIELD).map(({ head, values: row }) => [head, row.length]), [["", 3]]);
});

test("blocks that are alike are counted; pieces, places and nothing at all are not", () => {
  const named = (value, more = {}) => isCounted({ ...FIELD, many: true }, { value, label: value, ...more });
  assert.deepEqual([named("E-fyrd.3"), named("b1", { counter: "b1" }), named("-"), named("right:bold")], [true, false, false, false]);
  assert.ok(!isCounted({ ...FIELD, many: false }, { value: "E-fyrd.3", label: "" }));
});
