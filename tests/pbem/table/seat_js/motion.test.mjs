import assert from "node:assert/strict";
import { test } from "node:test";
import { verbOf } from "../../../../pbem/table/seat_page/answer_card.js";
import { tumblingFaces } from "../../../../pbem/table/seat_page/falling_dice.js";
import { bearingOf } from "../../../../pbem/table/seat_page/lights.js";

test("a die shows its faces alone, and rests on what was rolled", () => {
  for (const faces of [2, 6, 10, 20]) {
    for (let value = 1; value <= faces; value += 1) {
      const shown = tumblingFaces(value, faces);
      assert.equal(shown.at(-1), value);
      assert.ok(shown.every((each) => Number.isInteger(each) && each >= 1 && each <= faces), `${value} of ${faces}: ${shown}`);
    }
  }
});

test("facings stand where they look; those without a word of the compass go round", () => {
  assert.deepEqual(["N", "NE", "SE", "W"].map((word) => bearingOf(word, 0, 6)), [0, 45, 135, 270]);
  assert.deepEqual([0, 1, 2].map((number) => bearingOf(`side ${number}`, number, 6)), [0, 60, 120]);
});

test("the button of an order is its verb", () => {
  assert.equal(verbOf("attack A > B"), "Attack");
});
