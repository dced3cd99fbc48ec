// How much of a board the window shows: a scale and an offset, fitted, zoomed at a point, and kept in bounds.

/** Pixels of the window for one of the plane, and where the plane's corner lies. @typedef {{scale: number, x: number, y: number}} View */
/** @typedef {{width: number, height: number}} Extent */
/** @typedef {{x: number, y: number}} Point */

export const CLOSEST = 6;
const AIR = 0.08;

/**
 * The view that shows all of the plane.
 * @param {Extent} plane
 * @param {Extent} room
 * @returns {View}
 */
export function fittedView(plane, room) {
  const scale = Math.min(room.width / plane.width, room.height / plane.height);
  return { scale, x: (room.width - plane.width * scale) / 2, y: (room.height - plane.height * scale) / 2 };
}

/**
 * The view with a point of the plane in the middle of the window.
 * @param {number} scale
 * @param {Point} point
 * @param {Extent} room
 * @returns {View}
 */
export function centredView(scale, point, room) {
  return { scale, x: room.width / 2 - point.x * scale, y: room.height / 2 - point.y * scale };
}

/**
 * A view `factor` times as close, in which the plane's point under `at` (a point of the window) stays where it is.
 * @param {View} view
 * @param {number} factor
 * @param {Point} at
 * @param {number} least
 * @returns {View}
 */
export function zoomedView(view, factor, at, least) {
  const scale = Math.min(CLOSEST, Math.max(least, view.scale * factor));
  const times = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * times, y: at.y - (at.y - view.y) * times };
}

/**
 * The nearest view in which the plane does not leave the window: it is centred where it is smaller than the window.
 * @param {View} view
 * @param {Extent} plane
 * @param {Extent} room
 * @returns {View}
 */
export function boundedView(view, plane, room) {
  return {
    scale: view.scale,
    x: boundedOffset(view.x, plane.width * view.scale, room.width),
    y: boundedOffset(view.y, plane.height * view.scale, room.height),
  };
}

/**
 * @param {number} offset
 * @param {number} size
 * @param {number} room
 */
function boundedOffset(offset, size, room) {
  if (size <= room) return (room - size) / 2;
  const air = AIR * room;
  return Math.min(air, Math.max(room - size - air, offset));
}

/**
 * A view at the same scale that shows all points, or their middle if the window cannot hold them; the same view
 * if it shows them already.
 * @param {View} view
 * @param {Point[]} points
 * @param {Extent} room
 * @param {number} margin
 * @returns {View}
 */
export function followingView(view, points, room, margin) {
  const seen = points.map((point) => ({ x: point.x * view.scale + view.x, y: point.y * view.scale + view.y }));
  const x = shift(seen.map((point) => point.x), room.width, margin);
  const y = shift(seen.map((point) => point.y), room.height, margin);
  return x || y ? { scale: view.scale, x: view.x + x, y: view.y + y } : view;
}

/**
 * @param {number[]} values
 * @param {number} room
 * @param {number} margin
 */
function shift(values, room, margin) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low >= margin && high <= room - margin) return 0;
  return room / 2 - (low + high) / 2;
}
