// The sides of the game: each has a name, a colour and a shape, so that the colour is never the only sign.

import { drawn } from "./elements.js";

/** @typedef {import("./story.js").Side} GameSide */

const SHAPES = ["M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10z", "M1.5 1.5h9v9h-9z", "M6 .5 11.5 11H.5z", "M6 .3 11.7 6 6 11.7.3 6z", "M1 3.5h10v5H1z"];
const DASHES = ["", "5 2.5", "1.5 2.5", "7 2 1.5 2", "3 1.5"];
const GREY = "#7a7a78";

export class Sides {
  /** @param {GameSide[]} sides */
  constructor(sides) {
    this.all = sides;
    this.numbers = new Map(sides.map((side, number) => [side.id, number]));
  }

  /** Another battle has other sides. @param {GameSide[]} sides */
  rename(sides) {
    Object.assign(this, new Sides(sides));
  }

  /** @param {string} id */
  known(id) {
    return this.all[this.numbers.get(id) ?? -1];
  }

  /** @param {string} id */
  name(id) {
    return this.known(id)?.name ?? id;
  }

  /** @param {string} id */
  colour(id) {
    const colour = this.known(id)?.colour ?? "";
    return /^#[0-9a-f]{3,8}$/i.test(colour) ? colour : GREY;
  }

  /** The dashes by which a line of a side is told from another. @param {string} id @param {number} otherwise */
  dashes(id, otherwise) {
    return DASHES[(this.numbers.get(id) ?? otherwise) % DASHES.length] ?? "";
  }

  /** The sign of a side: its shape in its colour. @param {string} id */
  sign(id) {
    const number = this.numbers.get(id);
    const shape = number === undefined ? "M2 5h8v2H2z" : SHAPES[number % SHAPES.length];
    return drawn("svg", { class: "sign", viewBox: "0 0 12 12", "aria-hidden": "true" },
      drawn("path", { d: shape ?? "", fill: this.colour(id) }));
  }
}
