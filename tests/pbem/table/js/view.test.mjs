import assert from "node:assert/strict";
import { test } from "node:test";

import { boundedView, CLOSEST, fittedView, followingView, zoomedView } from "../../../../pbem/table/page/view.js";
import { sequence } from "./stories.mjs";

const PLANE = { width: 2000, height: 1000 };
const ROOM = { width: 400, height: 300 };
const seen = (view, point) => ({ x: point.x * view.scale + view.x, y: point.y * view.scale + view.y });

test("all of the board fits, in the middle", () => {
  assert.deepEqual(fittedView(PLANE, ROOM), { scale: 0.2, x: 0, y: 50 });
});

test("a zoom keeps the point under the pointer, between the least and the closest scale", () => {
  const next = sequence(3);
  let view = fittedView(PLANE, ROOM);
  for (let i = 0; i < 200; i += 1) {
    const at = { x: next() * 400, y: next() * 300 };
    const point = { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
    view = zoomedView(view, 0.5 + 1.5 * next(), at, 0.2);
    assert.ok(Math.hypot(seen(view, point).x - at.x, seen(view, point).y - at.y) < 1e-6);
    assert.ok(view.scale >= 0.2 && view.scale <= CLOSEST);
  }
});

test("the board cannot be dragged out of the window", () => {
  for (const [x, y] of [[9999, 9999], [-9999, -9999]]) {
    const view = boundedView({ scale: 1, x, y }, PLANE, ROOM);
    const [left, right] = [seen(view, { x: 0, y: 0 }), seen(view, { x: 2000, y: 1000 })];
    assert.ok(left.x <= 40 && left.y <= 40 && right.x >= 360 && right.y >= 260);
  }
  assert.equal(boundedView({ scale: 0.1, x: 77, y: 0 }, PLANE, ROOM).x, 100);
});

test("the view follows what happens outside of it, and stays otherwise", () => {
  const view = { scale: 1, x: 0, y: 0 };
  assert.equal(followingView(view, [{ x: 200, y: 150 }], ROOM, 20), view);
  const moved = followingView(view, [{ x: 900, y: 100 }, { x: 1000, y: 120 }], ROOM, 20);
  assert.deepEqual(moved, { scale: 1, x: -750, y: 0 });
});
