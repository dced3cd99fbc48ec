// The page's own clock: it ticks each minute, and notices that the machine has slept.

const TICK = 20_000;
const SLEPT = 90_000;

export class MinuteClock {
  /** @param {{tick: () => void, woke: () => void}} tell */
  constructor(tell) {
    this.tell = tell;
    this.last = Date.now();
  }

  begin() {
    setInterval(() => this.look(Date.now()), TICK);
    document.addEventListener("visibilitychange", () => !document.hidden && this.look(Date.now()));
  }

  /** @param {number} now */
  look(now) {
    const slept = now - this.last > SLEPT;
    this.last = now;
    if (slept) this.tell.woke();
    this.tell.tick();
  }
}
