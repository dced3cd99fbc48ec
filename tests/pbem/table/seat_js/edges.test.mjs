import assert from "node:assert/strict";
import { test } from "node:test";
import { edgesOf } from "../../../../pbem/table/seat_page/visible_edges.js";

test("a light falls on what is to be seen of a picture", () => {
  const bytes = new Uint8ClampedArray(4 * 8 * 8);
  for (const [x, y] of [[2, 1], [5, 3], [3, 6]]) bytes[4 * (8 * y + x) + 3] = 255;
  bytes[3] = 20;
  assert.deepEqual(edgesOf(bytes, 8), { left: 0.25, top: 0.125, width: 0.5, height: 0.75 });
  assert.deepEqual(edgesOf(new Uint8ClampedArray(256), 8), { left: 0, top: 0, width: 1, height: 1 });
});
