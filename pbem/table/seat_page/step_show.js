// New steps are shown one after the other, with their dice; a click or a key goes to the last at once.

import { pause } from "./falling_dice.js";

const STEP = 420;
const LEAST = 60;
const ALL_STEPS = 7000;

export class StepShow {
  /**
   * @param {import("../page/story_page.js").StoryPage} page
   * @param {import("./falling_dice.js").FallingDice} dice
   * @param {() => void} sound
   * @param {() => void} putDown lays down what a hand carried
   */
  constructor(page, dice, sound, putDown) {
    this.page = page;
    this.dice = dice;
    this.sound = sound;
    this.putDown = putDown;
    this.skipped = false;
  }

  /**
   * Shows new steps one after the other, with their dice, until it is skipped. `dropped`: the first of them was
   * done by hand, and its pieces lie there already.
   * @param {number} from
   * @param {boolean} dropped
   */
  async run(from, dropped) {
    const { playback } = this.page;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.skipped = still;
    const time = Math.max(LEAST, Math.min(STEP, ALL_STEPS / (playback.last - from + 1)));
    for (let at = Math.max(0, Math.min(from, playback.last)); at < playback.last && !this.skipped; at += 1) await this.showStep(at, at === from && dropped, time);
    if (!this.skipped && from <= playback.last) await this.showStep(playback.last, from === playback.last && dropped, 0);
  }

  /** The dice of a step fall before what came of them is seen. @param {number} at @param {boolean} dropped @param {number} time how long it stays */
  async showStep(at, dropped, time) {
    const step = this.page.story.steps[at];
    if (step?.rolls.length) await this.dice.fall(step.rolls, () => this.skipped);
    this.page.still = dropped;
    this.page.jump(at);
    this.page.still = false;
    if (dropped) this.putDown();
    if (step?.changes.length) this.sound();
    await pause(time, () => this.skipped);
  }
}
