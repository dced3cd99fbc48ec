// What happened at a step, drawn on the board: arrows of moves, broken arrows of retreats, swords, crosses.

import { drawn } from "./elements.js";

/** @typedef {import("./story.js").BoardEvent} MarkedEvent */
/** @typedef {import("./view.js").Point} MarkPoint */
/** Finds a place's middle on the plane. @typedef {(place: string) => MarkPoint | undefined} FindPlace */

const HEAD = 0.48;
const SPREAD = 0.45;
const TANGENT = 6;

/**
 * The marks of events; `unit` is the width of a piece on the plane.
 * @param {MarkedEvent[]} events
 * @param {FindPlace} find
 * @param {(side: string) => string} colour
 * @param {number} unit
 * @returns {SVGElement[]}
 */
export function drawMarks(events, find, colour, unit) {
  const order = { move: 0, retreat: 1, fought: 2, lost: 3 };
  const sorted = [...events].sort((a, b) => order[a.kind] - order[b.kind]);
  /** @type {Set<string>} */
  const seen = new Set();
  return sorted.flatMap((event) => {
    const points = event.path.map(find).filter((point) => point !== undefined);
    const key = JSON.stringify([event.kind, event.side, event.path]);
    if (!points.length || seen.has(key)) return [];
    seen.add(key);
    const mark = drawMark(event.kind, points, colour(event.side), unit);
    return mark ? [mark] : [];
  });
}

/**
 * @param {MarkedEvent["kind"]} kind
 * @param {MarkPoint[]} points
 * @param {string} colour
 * @param {number} unit
 */
function drawMark(kind, points, colour, unit) {
  const last = /** @type {MarkPoint} */ (points.at(-1));
  if (kind === "lost") return drawCross(last, unit);
  if (kind === "fought") return drawSwords(middleOf(points), unit);
  return points.length > 1 ? drawArrow(points, colour, unit, kind === "retreat") : null;
}

/** @param {MarkPoint[]} points */
function middleOf(points) {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/**
 * The path through points, bent smoothly at those between.
 * @param {MarkPoint[]} points
 */
function smoothPath(points) {
  const at = (/** @type {number} */ i) => /** @type {MarkPoint} */ (points[Math.max(0, Math.min(points.length - 1, i))]);
  const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  let path = `M${round(at(0).x)} ${round(at(0).y)}`;
  for (let i = 0; i < points.length - 1; i += 1) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const numbers = [
      from.x + (to.x - before.x) / TANGENT, from.y + (to.y - before.y) / TANGENT,
      to.x - (after.x - from.x) / TANGENT, to.y - (after.y - from.y) / TANGENT, to.x, to.y,
    ];
    path += `C${numbers.map(round).join(" ")}`;
  }
  return path;
}

/**
 * @param {MarkPoint[]} points
 * @param {string} colour
 * @param {number} unit
 * @param {boolean} broken
 */
function drawArrow(points, colour, unit, broken) {
  const tip = /** @type {MarkPoint} */ (points.at(-1));
  const before = /** @type {MarkPoint} */ (points.at(-2));
  const turn = Math.atan2(tip.y - before.y, tip.x - before.x);
  const length = Math.hypot(tip.x - before.x, tip.y - before.y);
  const head = Math.min(HEAD * unit, 0.7 * length);
  const barb = (/** @type {number} */ side) => `${tip.x - head * Math.cos(turn + side)} ${tip.y - head * Math.sin(turn + side)}`;
  const wedge = `M${tip.x} ${tip.y}L${barb(SPREAD)}L${barb(-SPREAD)}z`;
  const neck = { x: tip.x - 0.8 * head * Math.cos(turn), y: tip.y - 0.8 * head * Math.sin(turn) };
  const shaft = smoothPath([...points.slice(0, -1), neck]);
  const core = 0.1 * unit;
  /** @type {Record<string, string>} */
  const dash = broken ? { "stroke-dasharray": `${1.6 * core} ${1.3 * core}` } : {};
  const start = /** @type {MarkPoint} */ (points[0]);
  return drawn("g", { class: broken ? "retreat" : "move" },
    drawn("path", { d: shaft, class: "casing", "stroke-width": 2 * core }),
    drawn("path", { d: wedge, class: "casing", "stroke-width": core }),
    drawn("circle", { cx: start.x, cy: start.y, r: 1.1 * core, fill: colour, class: "start" }),
    drawn("path", { d: shaft, class: "shaft", stroke: colour, "stroke-width": core, ...dash }),
    drawn("path", { d: wedge, fill: colour }));
}

/**
 * @param {MarkPoint} at
 * @param {number} unit
 */
function drawCross(at, unit) {
  const arm = 0.32 * unit;
  const path = `M${at.x - arm} ${at.y - arm}L${at.x + arm} ${at.y + arm}M${at.x + arm} ${at.y - arm}L${at.x - arm} ${at.y + arm}`;
  return drawn("g", { class: "cross" },
    drawn("path", { d: path, class: "casing", "stroke-width": 0.2 * unit }),
    drawn("path", { d: path, class: "bar", "stroke-width": 0.11 * unit }));
}

/**
 * @param {MarkPoint} at
 * @param {number} unit
 */
function drawSwords(at, unit) {
  const size = 0.019 * unit;
  const sword = "M0-19 1.9-15.5V5H5V7.4H1.5V11.5A2.2 2.2 0 1 1-1.5 11.5V7.4H-5V5H-1.9V-15.5z";
  const place = `translate(${at.x} ${at.y}) scale(${size})`;
  return drawn("g", { class: "swords", transform: place },
    drawn("circle", { r: 19, class: "shield" }),
    ...[38, -38].map((turn) => drawn("path", { d: sword, transform: `translate(0 2) rotate(${turn})` })));
}
