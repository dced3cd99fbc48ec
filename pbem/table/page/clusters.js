// Stacks: pieces of one place that cover one another, lowest first; what a top piece covers shows as a chip.

/** @typedef {import("./story.js").Change} StackedPiece */
/** @typedef {import("./story.js").Position} StackedPosition */
/** @typedef {import("./story.js").Sprite} StackedSprite */

const COVERED = 0.5;
const NUDGE = 0.05;
const MOST_NUDGED = 4;

/**
 * The pieces by their places, lowest first.
 * @param {StackedPosition} position
 */
export function piecesByPlace(position) {
  /** @type {Map<string, StackedPiece[]>} */
  const found = new Map();
  for (const piece of position.values()) {
    const there = found.get(piece[4]);
    if (there) there.push(piece);
    else found.set(piece[4], [piece]);
  }
  for (const there of found.values()) there.sort((a, b) => a[5] - b[5] || a[0] - b[0]);
  return found;
}

/**
 * The stacks of a position: each of the pieces, lowest first, that lie on one another.
 * @param {StackedPosition} position
 * @param {StackedSprite[]} sprites
 * @returns {StackedPiece[][]}
 */
export function stacksOf(position, sprites) {
  return [...piecesByPlace(position).values()].flatMap((there) => clustersOf(there, sprites));
}

/**
 * @param {StackedPiece[]} there
 * @param {StackedSprite[]} sprites
 */
function clustersOf(there, sprites) {
  /** @type {StackedPiece[][]} */
  const clusters = [];
  for (const piece of there) {
    const width = sprites[piece[1]]?.width ?? 0;
    const below = clusters.find((each) => {
      const top = /** @type {StackedPiece} */ (each.at(-1));
      return Math.hypot(top[2] - piece[2], top[3] - piece[3]) < COVERED * width;
    });
    if (below) below.push(piece);
    else clusters.push([piece]);
  }
  return clusters;
}

/**
 * The first letters of the states that the top piece of a stack covers, such as `D` for `disordered`.
 * @param {StackedPiece[]} stack
 */
export function coveredLetters(stack) {
  const words = stack.slice(0, -1).flatMap((piece) => piece[6].split(",")).map((word) => word.trim());
  return [...new Set(words.filter(Boolean).map((word) => word.slice(0, 1).toUpperCase()))].join("");
}

/**
 * By how much of its width a piece is drawn aside, so that it does not hide one that lies at the same point.
 * @param {StackedPiece[]} stack
 * @param {number} level
 */
export function nudgeOf(stack, level) {
  const [, , x, y] = /** @type {StackedPiece} */ (stack[level]);
  const below = stack.slice(0, level).filter((piece) => piece[2] === x && piece[3] === y).length;
  return NUDGE * Math.min(below, MOST_NUDGED);
}
