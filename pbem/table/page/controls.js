// The controls under a thumb: buttons that step by entry, phase and turn, play, its pace, and the slider.

import { button, drawn, element } from "./elements.js";
import { PACES } from "./playback.js";

/** @typedef {import("./playback.js").Playback} Controlled */

const ICONS = {
  entry: "M7 4v16l12-8z",
  phase: "M3 5v14l9-7zM12 5v14l9-7z",
  turn: "M4 5v14l12-7zM17 5h3v14h-3z",
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
};

/**
 * @param {keyof typeof ICONS} name
 * @param {1 | -1} way
 */
function drawIcon(name, way) {
  const path = drawn("path", { d: ICONS[name], ...(way === -1 ? { transform: "matrix(-1 0 0 1 24 0)" } : {}) });
  return drawn("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}

export class Controls {
  /**
   * @param {HTMLElement} bar
   * @param {HTMLInputElement} slider
   * @param {Controlled} playback
   */
  constructor(bar, slider, playback) {
    this.slider = slider;
    this.playback = playback;
    this.play = button("", "Play", () => playback.togglePlay());
    this.play.append(drawIcon("play", 1), drawIcon("pause", 1));
    this.play.classList.add("play");
    this.back = [this.stepButton("turn", -1), this.stepButton("phase", -1), this.stepButton("entry", -1)];
    this.on = [this.stepButton("entry", 1), this.stepButton("phase", 1), this.stepButton("turn", 1)];
    bar.append(...this.back, this.play, ...this.on, this.pace());
    slider.max = String(playback.last);
    slider.addEventListener("input", () => {
      playback.pause();
      playback.go(Number(slider.value));
    });
  }

  /**
   * @param {import("./story.js").Unit} unit
   * @param {1 | -1} way
   */
  stepButton(unit, way) {
    const word = unit === "entry" ? "step" : unit;
    const made = button("", `${way === 1 ? "Next" : "Previous"} ${word}`, () => this.playback.move(unit, way));
    made.append(drawIcon(unit, way), element("small", {}, word));
    return made;
  }

  pace() {
    const made = element("select", { "aria-label": "Pace of play" },
      ...PACES.map(({ name, wait }) => element("option", { value: wait, selected: wait === this.playback.wait }, name)));
    made.addEventListener("change", () => (this.playback.wait = Number(made.value)));
    return made;
  }

  /** @param {number} at @param {string} told */
  show(at, told) {
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", told);
    const { playing, last } = this.playback;
    const name = playing ? "Pause" : "Play";
    if (this.play.getAttribute("aria-label") !== name) {
      this.play.setAttribute("aria-label", name);
      this.play.title = name;
    }
    this.play.classList.toggle("playing", playing);
    for (const each of this.back) each.setAttribute("aria-disabled", String(at === 0));
    for (const each of this.on) each.setAttribute("aria-disabled", String(at === last));
  }
}
