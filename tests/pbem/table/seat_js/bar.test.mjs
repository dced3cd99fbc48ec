import assert from "node:assert/strict";
import { test } from "node:test";
import { listedWords } from "../../../../pbem/table/seat_page/bar_buttons.js";

const word = (line) => ({ line, label: line, tells: "", primary: false });
const form = (verb) => ({ form: `${verb} {new}`, verb, label: verb });

test("orders of one verb stay together in a list", () => {
  const words = ["done", "adopt french foot", "adopt something that is far too long"].map(word);
  assert.deepEqual(listedWords(words, []).map(({ line }) => line), words.slice(1).map(({ line }) => line));
});

test("many orders that a form says too are a list, and few, or one alone, are words", () => {
  const many = ["1", "2", "3", "4", "5", "6"].map((number) => word(`muster ${number}`));
  assert.equal(listedWords(many, [form("muster")]).length, 6);
  assert.equal(listedWords(many, []).length, 0);
  assert.equal(listedWords(many.slice(2), [form("muster")]).length, 0);
  assert.equal(listedWords([word("transfer LON/E-fyrd.3/E-fyrd.2/1")], [form("transfer")]).length, 0);
});
