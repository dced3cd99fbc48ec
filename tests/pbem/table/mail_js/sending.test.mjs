import assert from "node:assert/strict";
import { test } from "node:test";
import { fateOfLine } from "../../../../pbem/table/mail_page/draft_panel.js";
import { isSameBesidesPress, linesOfWords } from "../../../../pbem/table/mail_page/send_sheet.js";

const preview = { digest: "1", kind: "order", shown: ["move a"], closed: [], spent: [], press: [], to: [{ role: "r", name: "R", mail: "r@x" }], warnings: [], still: "" };

test("only the words and the digest may differ between what was read and what is signed", () => {
  assert.ok(isSameBesidesPress(preview, { ...preview, press: ["hello"], digest: "2" }));
  const others = [{ shown: ["move b"] }, { closed: ["x"] }, { spent: ["x"] }, { to: [] }, { warnings: ["w"] }, { still: "s" }, { kind: "seal" }];
  for (const other of others) assert.ok(!isSameBesidesPress(preview, { ...preview, ...other }), JSON.stringify(other));
});

test("words are lines, and nothing is no line", () => {
  assert.deepEqual(linesOfWords(" \n "), []);
  assert.deepEqual(linesOfWords("Well met,\r\n\nAnna \n\n"), ["Well met,", "", "Anna"]);
});

test("a line that is sure has no fate, one after dice stays closed, one that does not fit says why", () => {
  assert.equal(fateOfLine({ own: true, text: "move a" }), "");
  assert.match(fateOfLine({ own: false, when: "later", why: "" }), /^Signed, and closed/);
  assert.match(fateOfLine({ own: true, when: "later", why: "" }), /stays closed, and is used if it is legal then\.$/);
  assert.match(fateOfLine({ own: true, when: "later", why: "carried out in 3 of 8 games" }), /legal then: carried out in 3 of 8 games\.$/);
  assert.equal(fateOfLine({ own: true, when: "unfit", why: "0902 cannot be reached" }), "0902 cannot be reached");
});
