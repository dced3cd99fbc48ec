import assert from "node:assert/strict";
import { test } from "node:test";

import { barShares, diceText, rarityText } from "../../../../pbem/table/page/dice.js";

test("how rare a mean is has the words of `pbem story --dice`", () => {
  const words = [0.4, 0.05, 0.0499, 0.02, 1 / 12345, 1e-10, 0].map(rarityText);
  assert.deepEqual(words, [
    "usual (40 in 100)", "usual (5 in 100)", "rare (1 in 20)", "rare (1 in 50)", "rare (1 in 12,345)",
    "rare (less than 1 in a billion)", "rare (less than 1 in a billion)",
  ]);
});

test("bars have the share of the highest, and the expected number its own", () => {
  const dice = { side: "a", faces: 6, number: 12, mean: 3.25, expected: 3.5, rarity: 0.7, counts: [4, 2, 2, 2, 1, 1] };
  assert.equal(diceText(dice), "12 d6, mean 3.25, expected 3.5: usual (70 in 100)");
  assert.deepEqual(barShares(dice), { expected: 0.5, faces: [1, 0.5, 0.5, 0.5, 0.25, 0.25] });
  assert.equal(barShares({ ...dice, number: 2, counts: [0, 0] }).expected, 1);
});
