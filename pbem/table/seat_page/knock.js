// A knock of wood, made by the browser itself; silent until the person wants it.

const KEPT = "senlac-sound";
const LENGTH = 0.09;

export class Knock {
  constructor() {
    this.on = sessionStorage.getItem(KEPT) === "on";
    /** @type {AudioContext | null} */
    this.audio = null;
  }

  toggle() {
    this.on = !this.on;
    sessionStorage.setItem(KEPT, this.on ? "on" : "off");
    this.sound();
    return this.on;
  }

  sound() {
    if (!this.on) return;
    this.audio ??= new AudioContext();
    const { audio } = this;
    const [tone, loudness, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
    tone.type = "triangle";
    tone.frequency.setValueAtTime(210, now);
    tone.frequency.exponentialRampToValueAtTime(70, now + LENGTH);
    loudness.gain.setValueAtTime(0.25, now);
    loudness.gain.exponentialRampToValueAtTime(0.001, now + LENGTH);
    tone.connect(loudness).connect(audio.destination);
    tone.start(now);
    tone.stop(now + LENGTH);
  }
}
