/** The stream of bytes that a seed gives, and the dice and shuffles that are taken from it. */

import { joinBytes, fromHex } from "./formats/bytes.js";
import { hashLines } from "./formats/digests.js";

export class DiceStream {
  /** @param {string} seed */
  constructor(seed) {
    this.seed = seed;
    this.counter = 0;
    /** @type {Uint8Array} */
    this.held = new Uint8Array();
  }

  /**
   * @param {number} count
   * @returns {Promise<Uint8Array>}
   */
  async take(count) {
    while (this.held.length < count) {
      const block = fromHex(await hashLines("senlac-stream/1", this.seed, this.counter++));
      this.held = joinBytes(this.held, block);
    }
    const taken = this.held.slice(0, count);
    this.held = this.held.slice(count);
    return taken;
  }

  /**
   * @param {number} sides
   * @returns {Promise<number>}
   */
  async roll(sides) {
    const bytes = sides > 256 ? 2 : 1;
    const range = 256 ** bytes;
    const limit = range - (range % sides);
    for (;;) {
      const number = (await this.take(bytes)).reduce((sum, byte) => sum * 256 + byte, 0);
      if (number < limit) return (number % sides) + 1;
    }
  }

  /**
   * @param {number} size
   * @returns {Promise<number[]>}
   */
  async shuffle(size) {
    const items = Array.from({ length: size }, (_, at) => at);
    for (let last = size - 1; last > 0; last--) {
      const other = (await this.roll(last + 1)) - 1;
      const moved = /** @type {number} */ (items[last]);
      items[last] = /** @type {number} */ (items[other]);
      items[other] = moved;
    }
    return items;
  }
}
