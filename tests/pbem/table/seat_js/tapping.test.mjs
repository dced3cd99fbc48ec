import assert from "node:assert/strict";
import { test } from "node:test";
import { isLit, meaningOf } from "../../../../pbem/table/seat_page/tapping.js";

const LIT = { counters: ["A", "B", "C"], places: ["wood"] };
const NONE = { reach: [], targets: [], turns: [], marks: [], forms: [] };
const at = (place, ...counters) => counters.map((counter) => ({ counter, place }));
const tap = (place, pieces = [], add = false) => ({ place, pieces, add });
const hand = (held = [], handles = {}) => ({ held, handles: { ...NONE, ...handles }, lit: LIT });
const REACH = { reach: [{ place: "0202", cost: "1", left: "2", line: "move A 0101-0202" }] };
const AIM = { targets: [{ counters: ["X"], places: ["0303"], line: "attack A > X" }] };

test("a piece is lit by its name or by its place", () => {
  assert.ok(isLit(LIT, { counter: "A", place: "0101" }));
  assert.ok(isLit(LIT, { counter: "", place: "wood" }));
  assert.ok(!isLit(LIT, { counter: "X", place: "0101" }));
});

test("an empty hand picks the highest lit piece, or a place, or looks", () => {
  assert.deepEqual(meaningOf(tap("0101", at("0101", "X", "B", "A")), hand()), { act: "pick", pieces: at("0101", "B") });
  assert.deepEqual(meaningOf(tap("wood"), hand()), { act: "pick", pieces: at("wood", "") });
  assert.deepEqual(meaningOf(tap("0101", at("0101", "X")), hand()), { act: "look" });
});

test("a held piece goes to an open place, and is told why another is closed", () => {
  assert.deepEqual(meaningOf(tap("0202"), hand(at("0101", "A"), REACH)), { act: "put", place: "0202" });
  assert.deepEqual(meaningOf(tap("0404"), hand(at("0101", "A"), REACH)), { act: "closed", place: "0404" });
});

test("an own piece in an open place is asked about, never guessed", () => {
  const meaning = meaningOf(tap("0202", at("0202", "B")), hand(at("0101", "A"), REACH));
  assert.deepEqual(meaning, { act: "ask", meanings: [{ act: "put", place: "0202" }, { act: "pick", pieces: at("0202", "B") }] });
});

test("attackers stay picked, and a target is aimed at by its piece or its place", () => {
  assert.deepEqual(meaningOf(tap("0202", at("0202", "B")), hand(at("0101", "A"), AIM)), { act: "pick", pieces: [...at("0101", "A"), ...at("0202", "B")] });
  for (const pieces of [at("0303", "X"), []]) {
    assert.deepEqual(meaningOf(tap("0303", pieces), hand(at("0101", "A"), AIM)), { act: "point", targets: AIM.targets });
  }
  assert.deepEqual(meaningOf(tap("0202", at("0202", "B")), hand(at("0101", "A"))), { act: "pick", pieces: at("0202", "B") });
});

test("a tap with a key adds to what is held, wherever it is", () => {
  const meaning = meaningOf(tap("0202", at("0202", "B"), true), hand(at("0101", "A"), REACH));
  assert.deepEqual(meaning, { act: "pick", pieces: [...at("0101", "A"), ...at("0202", "B")] });
});

test("taps where the held piece lies go through its stack, and then let go", () => {
  const stack = at("0101", "A", "B");
  assert.deepEqual(meaningOf(tap("0101", stack), hand(at("0101", "A"), REACH)), { act: "pick", pieces: at("0101", "B") });
  assert.deepEqual(meaningOf(tap("0101", stack), hand(at("0101", "B"), REACH)), { act: "drop" });
  assert.deepEqual(meaningOf(tap("0101", stack), hand(at("0101", "A"), AIM)), { act: "pick", pieces: stack });
  assert.deepEqual(meaningOf(tap("0101", stack), hand(stack, AIM)), { act: "drop" });
});
