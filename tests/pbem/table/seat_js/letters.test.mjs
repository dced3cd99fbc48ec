import assert from "node:assert/strict";
import { test } from "node:test";
import { nextByLetter, placesOfNumber, speakPick } from "../../../../pbem/table/seat_page/letters.js";

const PIECES = [{ name: "Fyrd 3", counter: "S-fyrd-3" }, { name: "Fyrd 4", counter: "S-fyrd-4" }, { name: "Æthelwulf", counter: "S-lord" }];

test("a letter goes round the pieces with a word that begins so", () => {
  const round = [-1, 0, 1, 2].map((at) => nextByLetter(PIECES, "F", at)?.counter);
  assert.deepEqual(round, ["S-fyrd-3", "S-fyrd-4", "S-fyrd-3", "S-fyrd-3"]);
  assert.equal(nextByLetter(PIECES, "l", -1)?.counter, "S-lord");
  assert.equal(nextByLetter(PIECES, "æ", 0)?.counter, "S-lord");
  assert.equal(nextByLetter(PIECES, "x", 0), undefined);
});

test("digits become a place", () => {
  assert.deepEqual(placesOfNumber("12", ["1203", "1204", "0112"]), { begun: ["1203", "1204"], found: undefined });
  assert.equal(placesOfNumber("1203", ["1203", "1204"]).found, "1203");
});

test("a pick is told with its first places", () => {
  const reach = [...Array(8).keys()].map((i) => ({ place: `120${i}`, left: i ? "" : "2", cost: "", line: "" }));
  const handles = { reach, targets: [{ counters: ["N-1"], places: [], line: "" }], turns: [], marks: [], forms: [] };
  assert.equal(speakPick("Fyrd 3", handles), "Fyrd 3: 8 places: 1200 with 2 MP left, 1201, 1202, 1203, 1204, 1205 and 2 more; 1 target: N-1.");
  assert.equal(speakPick("Fyrd 3", { ...handles, reach: [], targets: [] }), "Fyrd 3: nothing on the board to do now.");
});
