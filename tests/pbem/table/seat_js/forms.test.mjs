import assert from "node:assert/strict";
import { test } from "node:test";
import { toggledValues, valueAt } from "../../../../pbem/table/seat_page/order_form.js";

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
