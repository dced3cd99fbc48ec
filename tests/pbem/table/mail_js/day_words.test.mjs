import assert from "node:assert/strict";
import { test } from "node:test";
import { newlyYours, sameSteps, sortCards, tellState } from "../../../../pbem/table/mail_page/day_words.js";

const day = (state, waits) => ({ you: "red", names: { blue: "Blue men" }, state, waits_for: waits });
const card = (id, more = {}) => ({ id, title: id, state: "playing", yours: false, deadline: null, ...more });

test("the state names others, and never the reader", () => {
  assert.equal(tellState(day("waiting", ["blue", "red", "referee"])), "Waiting for Blue men and referee");
  assert.equal(tellState(day("waiting", [])), "Waiting");
  assert.equal(tellState(day("due", ["red"])), "Your move");
});

test("lines that wait in a mail are not said to be on their way", () => {
  const out = (way, outbox) => tellState({ ...day("out", ["referee"]), robot: { way }, outbox });
  assert.match(out("hand", [{}]), /until you send it/);
  assert.match(out("hand", []), /awaited/);
  assert.match(out("post", [{}]), /awaited/);
});

test("games that wait for the reader come first, then the nearest deadline, then what is over", () => {
  const cards = [card("over", { state: "over" }), card("late", { deadline: 9 }), card("none"), card("soon", { deadline: 3 }), card("mine", { yours: true })];
  assert.deepEqual(sortCards(cards).map(({ id }) => id), ["mine", "soon", "late", "none", "over"]);
  assert.equal(cards[0].id, "over", "the list itself stays as it was");
});

test("a game is news when it becomes the reader's, and not while it stays so", () => {
  const before = [card("a", { yours: true }), card("b")];
  const after = [card("a", { yours: true }), card("b", { yours: true }), card("c", { yours: true }), card("d")];
  assert.deepEqual(newlyYours(before, after).map(({ id }) => id), ["b", "c"]);
  assert.deepEqual(newlyYours(after, after), []);
});

const step = (seq, text, more = {}) => ({ seq, type: "order", lines: [{ side: "red", text }], told: [], rolls: [], taken_back: false, changes: [], ...more });

test("steps are the same as long as the entry tells the same, however it is drawn", () => {
  const before = [step(1, "a"), step(2, "b")];
  assert.equal(sameSteps(before, [step(1, "a", { changes: [[0, 5]] }), step(2, "b"), step(3, "c")]), 2);
  assert.equal(sameSteps(before, [step(1, "a"), step(2, "b", { rolls: [{ values: [3] }] })]), 1);
  assert.equal(sameSteps(before, [step(1, "a")]), 1);
  assert.equal(sameSteps([step(1, "a", { type: "draft" })], before), 1);
  assert.equal(sameSteps(before, before), 2);
  assert.equal(sameSteps(before, [step(1, "a", { taken_back: true }), step(2, "b")]), 0);
});
