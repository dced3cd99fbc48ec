// Where a picture of a counter is to be seen: many have a clear margin, on which no light should fall.

/** Shares of a picture's width and height. @typedef {{left: number, top: number, width: number, height: number}} Edges */

const GRAIN = 48;
const SEEN = 90;
/** @type {Edges} */
const WHOLE = { left: 0, top: 0, width: 1, height: 1 };

/**
 * The box of what is not clear in a square of pixels, each with its opacity as the last of four bytes.
 * @param {Uint8ClampedArray} bytes
 * @param {number} grain
 * @returns {Edges}
 */
export function edgesOf(bytes, grain) {
  const seen = [...Array(grain * grain).keys()].filter((pixel) => (bytes[4 * pixel + 3] ?? 0) >= SEEN);
  if (!seen.length) return WHOLE;
  const columns = seen.map((pixel) => pixel % grain);
  const [left, right] = [Math.min(...columns), Math.max(...columns) + 1];
  const [top, bottom] = [Math.floor((seen[0] ?? 0) / grain), Math.floor((seen.at(-1) ?? 0) / grain) + 1];
  return { left: left / grain, top: top / grain, width: (right - left) / grain, height: (bottom - top) / grain };
}

export class VisibleEdges {
  /** @param {() => void} loaded told when pictures have come whose edges were asked for */
  constructor(loaded) {
    this.loaded = loaded;
    /** @type {Map<string, Edges>} */
    this.known = new Map();
    /** @type {Set<HTMLImageElement>} */
    this.awaited = new Set();
  }

  /** The edges of a picture that has been loaded; of another all of it. @param {HTMLImageElement | undefined} picture @returns {Edges} */
  find(picture) {
    if (picture && !picture.complete) this.await(picture);
    if (!picture?.complete || !picture.naturalWidth) return WHOLE;
    const known = this.known.get(picture.src) ?? measure(picture);
    this.known.set(picture.src, known);
    return known;
  }

  /** @param {HTMLImageElement} picture */
  await(picture) {
    if (this.awaited.has(picture)) return;
    this.awaited.add(picture);
    picture.addEventListener("load", () => {
      this.awaited.delete(picture);
      if (!this.awaited.size) this.loaded();
    }, { once: true });
  }
}

/** @param {HTMLImageElement} picture */
function measure(picture) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [GRAIN, GRAIN];
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  if (!brush) return WHOLE;
  brush.drawImage(picture, 0, 0, GRAIN, GRAIN);
  return edgesOf(brush.getImageData(0, 0, GRAIN, GRAIN).data, GRAIN);
}
