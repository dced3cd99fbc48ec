import assert from "node:assert/strict";
import { test } from "node:test";

import { beginningsOf, carryForward, historyOfPiece, neighbour, Positions, turnTitle } from "../../../../pbem/table/page/story.js";
import { positionByForce, wanderingStory } from "./stories.mjs";

test("the position at each step is that of all changes before it, in any order of asking", () => {
  for (const length of [1, 2, 63, 64, 65, 129, 400]) {
    const steps = wanderingStory(length, length);
    const positions = new Positions(steps);
    const asked = [...steps.keys()].sort((a, b) => ((a * 31) % 17) - ((b * 31) % 17));
    for (const number of asked) {
      assert.deepEqual(Object.fromEntries(positions.at(number)), positionByForce(steps, number), `${length}: ${number}`);
    }
  }
});

test("what somebody does to one position changes no other", () => {
  const positions = new Positions(wanderingStory(70));
  positions.at(64).clear();
  assert.notEqual(positions.at(64).size, 0);
});

test("a value goes on until another is told", () => {
  const steps = [{}, { facts: 1 }, {}, { facts: 2 }];
  assert.deepEqual(carryForward(steps, (step) => step.facts, 0), [0, 1, 1, 2]);
});

test("steps by phase and turn stop at each beginning, and at both ends", () => {
  const steps = wanderingStory(23);
  assert.deepEqual(beginningsOf(steps, "phase"), [0, 5, 10, 15, 20]);
  const turns = beginningsOf(steps, "turn");
  assert.deepEqual(turns, [0, 10, 20]);
  assert.deepEqual([0, 9, 10, 20, 22].map((at) => neighbour(at, 22, turns, 1)), [10, 10, 20, 22, 22]);
  assert.deepEqual([0, 9, 10, 11, 22].map((at) => neighbour(at, 22, turns, -1)), [0, 0, 0, 10, 20]);
});

test("a piece tells where it came, what became of it, and that it left", () => {
  const change = (place, states, level = 0) => ({ changes: [[4, 0, 1, 1, place, level, states]], gone: [] });
  const steps = [change("0101", ""), change("0101", "", 2), change("0102", ""), change("0102", "routed"), { changes: [], gone: [4] }];
  assert.deepEqual(historyOfPiece(steps, 4).map(({ step, place, states }) => [step, place, states]),
    [[0, "0101", ""], [2, "0102", ""], [3, "0102", "routed"], [4, "", ""]]);
});

test("a heading says the battle and the turn", () => {
  assert.equal(turnTitle({ battle: "Fulford", period: 1, turn: "2 of 10", phase: "x" }), "Fulford · Turn 2 of 10");
  assert.equal(turnTitle({ battle: "", period: 0, turn: "", phase: "" }), "Before the first turn");
});
