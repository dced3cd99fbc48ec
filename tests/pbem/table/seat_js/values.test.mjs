// Words for what a way costs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inLittleRoom, withUnit } from "../../../../pbem/table/seat_page/seat_values.js";

test("a number in a hex is short", () => {
  assert.deepEqual(["2", "1/2", "1 1/2", "2 2/3", "1 hex", "3 hexes", ""].map(inLittleRoom), ["2", "½", "1½", "2⅔", "1", "3", ""]);
});

test("a bare number is of MP, and words stay", () => {
  assert.deepEqual(["2", "1 1/2", "3 hexes"].map(withUnit), ["2 MP", "1 1/2 MP", "3 hexes"]);
});
