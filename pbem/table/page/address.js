// Links to an entry: `#e=12` leads to the end of entry 12, `#e=12.3` to the third step that it tells.

/** @typedef {Pick<import("./story.js").Step, "seq">} AddressedStep */

/**
 * The step that the end of an address leads to, null if it is no such address. If no step tells the entry, then
 * it is the last one before it.
 * @param {AddressedStep[]} steps
 * @param {string} hash
 */
export function stepOfAddress(steps, hash) {
  const found = /^#e=(\d{1,9})(?:\.(\d{1,6}))?$/.exec(hash);
  if (!found || !steps.length) return null;
  const seq = Number(found[1]);
  const last = lastStepOf(steps, seq);
  const first = lastStepOf(steps, seq - 1) + 1;
  return found[2] ? Math.max(0, Math.min(last, first + Number(found[2]) - 1)) : Math.max(0, last);
}

/**
 * The address of a step: that of its entry, with its number in the entry if others follow there.
 * @param {AddressedStep[]} steps
 * @param {number} number
 */
export function addressOf(steps, number) {
  const { seq } = /** @type {AddressedStep} */ (steps[number]);
  const first = lastStepOf(steps, seq - 1) + 1;
  return number === lastStepOf(steps, seq) ? `#e=${seq}` : `#e=${seq}.${number - first + 1}`;
}

/**
 * The last step of an entry or of those before it; -1 if there is none.
 * @param {AddressedStep[]} steps
 * @param {number} seq
 */
function lastStepOf(steps, seq) {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {AddressedStep} */ (steps[middle]).seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
