import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, stepOfAddress } from "../../../../pbem/table/page/address.js";
import { wanderingStory } from "./stories.mjs";

test("the address of each step leads back to it", () => {
  const steps = wanderingStory(200);
  for (const number of steps.keys()) assert.equal(stepOfAddress(steps, addressOf(steps, number)), number);
});

test("an entry is its last step; one that no step tells is the last before it", () => {
  const steps = [0, 3, 3, 3, 7].map((seq) => ({ seq }));
  assert.equal(stepOfAddress(steps, "#e=3"), 3);
  assert.equal(stepOfAddress(steps, "#e=3.1"), 1);
  assert.equal(addressOf(steps, 2), "#e=3.2");
  assert.equal(stepOfAddress(steps, "#e=5"), 3);
  assert.equal(stepOfAddress(steps, "#e=999999999"), 4);
  assert.equal(stepOfAddress(steps, "#e=3.99"), 3);
});

test("anything else is no address of an entry", () => {
  for (const hash of ["", "#", "#e=", "#e=-1", "#e=1e3", "#e=9999999999", "#log-panel", "#e=1.", "#e=<b>"]) {
    assert.equal(stepOfAddress([{ seq: 0 }], hash), null, hash);
  }
});
