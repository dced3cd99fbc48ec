// Small stories for tests: one that wanders by a fixed sequence of numbers, and the position by brute force.

/** Numbers from 0 to below 1, the same each time. */
export function sequence(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const PLACES = ["0101", "0102", "0201", "0202"];

export function wanderingStory(length, seed = 7) {
  const next = sequence(seed);
  const pick = (many) => Math.floor(next() * many);
  const change = () => [pick(9), pick(3), pick(100), pick(100), PLACES[pick(4)], pick(3), pick(2) ? "" : "disordered"];
  let seq = 0;
  return Array.from({ length }, (_, number) => {
    const changes = Array.from({ length: number ? pick(3) : 9 }, change);
    const gone = number && pick(4) === 0 ? [pick(9)].filter((piece) => !changes.some((each) => each[0] === piece)) : [];
    seq += number ? pick(3) : 0;
    const heading = { battle: "", period: 1, turn: `${1 + Math.floor(number / 10)} of 9`, phase: number % 10 < 5 ? "move" : "fight" };
    return { seq, heading, changes, gone, events: [], lines: [], told: [], rolls: [], board: 0, type: "order", author: "a", taken_back: false };
  });
}

/** The position after a step, from all the steps before it. */
export function positionByForce(steps, number) {
  const found = {};
  for (let i = 0; i <= number; i += 1) {
    for (const change of steps[i].changes) found[change[0]] = change;
    for (const piece of steps[i].gone) delete found[piece];
  }
  return found;
}
