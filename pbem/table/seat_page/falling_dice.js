// Dice that fall one after the other: each tumbles a moment and then rests; a click or a key shows them all.

import { element } from "../page/elements.js";
import { drawDie } from "../page/rolls.js";

/** @typedef {import("../page/story.js").Roll} FallenRoll */

const TUMBLE = 250;
const FACE = 50;
const REST = 550;
const MOST = 24;

/**
 * The faces that a die shows while it tumbles; the last is what it rests on.
 * @param {number} value
 * @param {number} faces
 */
export function tumblingFaces(value, faces) {
  const shown = TUMBLE / FACE;
  return [...Array(shown).keys()].map((i) => ((value - 1 + (shown - 1 - i) * (Math.floor(faces / 2) || 1) + (i % 2)) % faces) + 1).with(-1, value);
}

export class FallingDice {
  /**
   * @param {HTMLElement} tray
   * @param {import("../page/sides.js").Sides} sides
   * @param {() => void} knock
   */
  constructor(tray, sides, knock) {
    this.tray = tray;
    this.sides = sides;
    this.knock = knock;
  }

  /**
   * Lets the dice of rolls fall; ends at once where `skipped` says so.
   * @param {FallenRoll[]} rolls
   * @param {() => boolean} skipped
   */
  async fall(rolls, skipped) {
    this.tray.replaceChildren();
    this.tray.hidden = false;
    for (const { side, rule, faces, values } of rolls) {
      const row = element("p", {}, this.sides.sign(side), ` ${[this.sides.name(side), rule].filter(Boolean).join(" ")} `);
      this.tray.append(row);
      for (const value of values.slice(0, MOST)) {
        if (skipped()) break;
        await this.tumble(row, value, faces, skipped);
      }
    }
    await pause(REST, skipped);
    this.tray.hidden = true;
  }

  /**
   * @param {HTMLElement} row
   * @param {number} value
   * @param {number} faces
   * @param {() => boolean} skipped
   */
  async tumble(row, value, faces, skipped) {
    const die = element("span", { class: "tumbling" });
    row.append(die);
    for (const face of tumblingFaces(value, faces)) {
      die.replaceChildren(drawDie(face, faces));
      if (!skipped()) await new Promise((done) => setTimeout(done, FACE));
    }
    die.classList.remove("tumbling");
    this.knock();
  }
}

/**
 * Waits, but no longer than until it is skipped.
 * @param {number} time
 * @param {() => boolean} skipped
 */
export async function pause(time, skipped) {
  const end = performance.now() + time;
  while (performance.now() < end && !skipped()) await new Promise((done) => setTimeout(done, Math.min(FACE, time)));
}
