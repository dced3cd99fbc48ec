import assert from "node:assert/strict";
import { test } from "node:test";

import { stepPath } from "../../../../pbem/table/page/curves.js";
import { chartsOf, numbersOf } from "../../../../pbem/table/page/series.js";

const SIDES = [{ id: "saxon", name: "Anglo-Saxons", short: "Saxon" }, { id: "norman", name: "Norman army", short: "Norman" }];
const shown = (text) => numbersOf(text).map(({ label, unit, value }) => [label, unit, value].filter((each) => each !== "").join("|"));

test("the numbers of a fact are read with what they count", () => {
  assert.deepEqual(shown("7"), ["7"]);
  assert.deepEqual(shown("0 lost of 80 / 120"), ["lost|0"]);
  assert.deepEqual(shown("39 points, 8 blocks, 17 in the pool"), ["points|39", "blocks|8", "in the pool|17"]);
  assert.deepEqual(shown("Saxons 3, Normans 1"), ["Saxons|3", "Normans|1"]);
  assert.deepEqual(shown("right +2, center -1"), ["right|2", "center|-1"]);
  assert.deepEqual(shown("2 acts, of them 1 rolls"), ["acts|2"]);
  assert.deepEqual([...shown("out"), ...shown("none"), ...shown("")], []);
});

test("sides share a chart, a number that never changes has none, and a gap stays a gap", () => {
  const steps = [
    { tallies: { saxon: 9, norman: 9 }, facts: [["Saxon points", "0"], ["Norman points", "0"], ["Bridge", "4 of 9"]] },
    {},
    { tallies: { saxon: 8, norman: 9 }, facts: [["Saxon points", "2"], ["Bridge", "4 of 9"]] },
  ];
  assert.deepEqual(chartsOf(steps, SIDES), [
    { title: "Counters on the board", series: [{ side: "saxon", label: "Anglo-Saxons", values: [9, 9, 8] }, { side: "norman", label: "Norman army", values: [9, 9, 9] }] },
    { title: "Points", series: [{ side: "saxon", label: "Anglo-Saxons", values: [0, 0, 2] }, { side: "norman", label: "Norman army", values: [0, 0, null] }] },
  ]);
});

test("a curve is level until the next value, and broken where there is none", () => {
  const across = (step) => 10 * step;
  const up = (value) => 100 - value;
  assert.equal(stepPath([1, 1, 3, null, null, 2], across, up), "M0 99H20V97H30M50 98H50");
  assert.equal(stepPath([null, null], across, up), "");
});

test("a side may be called as what every object of JavaScript has", () => {
  const [chart] = chartsOf([{ tallies: { saxon: 9 } }, { tallies: { saxon: 8 } }], [...SIDES, { id: "constructor", name: "Builders", short: "Builder" }]);
  assert.deepEqual(chart.series.map((line) => line.side), ["saxon"]);
});
