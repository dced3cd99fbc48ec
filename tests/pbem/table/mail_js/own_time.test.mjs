import assert from "node:assert/strict";
import { test } from "node:test";
import { isNear, tellOwnTime, tellTimeLeft, tellZonedTime } from "../../../../pbem/table/mail_page/own_time.js";

const AT = Date.UTC(2026, 11, 3, 20, 5) / 1000;

test("a deadline stands on the reader's own clock, with the name of the zone", () => {
  assert.equal(tellZonedTime(AT, AT, "Europe/Warsaw"), "Thu 3 Dec, 21:05 (Europe/Warsaw)");
  assert.equal(tellZonedTime(AT, AT, "America/New_York"), "Thu 3 Dec, 15:05 (America/New York)");
  assert.equal(tellZonedTime(AT, AT, "Pacific/Auckland"), "Fri 4 Dec, 09:05 (Pacific/Auckland)");
});

test("an hour before midnight is 23, and midnight is 00", () => {
  assert.equal(tellOwnTime(Date.UTC(2026, 0, 1, 0, 0) / 1000, AT, "UTC"), "Thu 1 Jan, 00:00");
});

test("another year is told", () => {
  assert.equal(tellOwnTime(AT, AT + 90 * 86_400, "UTC"), "Thu 3 Dec 2026, 20:05");
});

test("a zone that changes its clocks tells the hour that holds then", () => {
  assert.equal(tellOwnTime(Date.UTC(2026, 9, 25, 0, 30) / 1000, AT, "Europe/Warsaw"), "Sun 25 Oct, 02:30");
  assert.equal(tellOwnTime(Date.UTC(2026, 9, 25, 2, 30) / 1000, AT, "Europe/Warsaw"), "Sun 25 Oct, 03:30");
});

test("time that is left is told in its two largest parts", () => {
  const left = (seconds) => tellTimeLeft(AT + seconds, AT);
  assert.deepEqual([86_400 * 3 + 3600 * 4 + 59, 3600 + 120, 3600, 90, 59, 0, -1, -60, -86_400].map(left), [
    "3 days 4 hours left", "1 hour 2 minutes left", "1 hour left", "1 minute left", "less than a minute left", "less than a minute left",
    "just passed", "passed 1 minute ago", "passed 1 day ago"]);
  assert.deepEqual([86_399, 86_400].map((seconds) => isNear(AT + seconds, AT)), [true, false]);
});
