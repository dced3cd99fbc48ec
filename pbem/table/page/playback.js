// Where the reader is in the story: the number of the step, how it changes, and play.

import { beginningsOf, neighbour } from "./story.js";

/** @typedef {import("./story.js").Step} PlayedStep */
/** @typedef {import("./story.js").Unit} StepUnit */
/** @typedef {(at: number, before: number) => void} Listener */

export const PACES = [
  { name: "slow", wait: 2400 },
  { name: "steady", wait: 1200 },
  { name: "quick", wait: 450 },
];

export class Playback {
  /** @param {PlayedStep[]} steps */
  constructor(steps) {
    this.at = 0;
    this.last = steps.length - 1;
    this.wait = 1200;
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Listener[]} */
    this.listeners = [];
    this.beginnings = beginnings(steps);
  }

  /** The story has other steps behind some that stay. @param {PlayedStep[]} steps */
  extend(steps) {
    this.last = steps.length - 1;
    this.at = Math.min(this.at, this.last);
    this.beginnings = beginnings(steps);
  }

  /** @param {Listener} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {number} number */
  go(number) {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.last, number));
    if (this.at === this.last) this.playing = false;
    this.tell(before);
  }

  /** @param {number} [before] */
  tell(before = this.at) {
    for (const listener of this.listeners) listener(this.at, before);
  }

  /**
   * @param {StepUnit} unit
   * @param {1 | -1} direction
   */
  move(unit, direction) {
    this.pause();
    this.go(neighbour(this.at, this.last, this.beginnings[unit], direction));
  }

  togglePlay() {
    if (this.playing) return this.pause();
    this.playing = true;
    if (this.at === this.last) this.at = 0;
    this.tell();
    this.waitForNext();
  }

  waitForNext() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.playing) return;
      this.go(this.at + 1);
      if (this.playing) this.waitForNext();
    }, this.wait);
  }

  pause() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.tell();
  }
}

/** @param {PlayedStep[]} steps */
function beginnings(steps) {
  return { entry: [...steps.keys()], phase: beginningsOf(steps, "phase"), turn: beginningsOf(steps, "turn") };
}
