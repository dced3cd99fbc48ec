import assert from "node:assert/strict";
import { test } from "node:test";
import { groupChances } from "../../../../pbem/table/seat_page/chances.js";

test("each outcome has its share and the lines under it; what comes before is a note", () => {
  const lines = ["exact: 6 branches of the dice", "33.3 % die 1-2 defender retreats", "  S-fyrd-2 retreats 1805-1905", "", "  66.7% no effect"];
  assert.deepEqual(groupChances(lines), {
    notes: ["exact: 6 branches of the dice"],
    outcomes: [
      { share: 33.3, words: "die 1-2 defender retreats", details: ["S-fyrd-2 retreats 1805-1905"] },
      { share: 66.7, words: "no effect", details: [] },
    ],
  });
});
