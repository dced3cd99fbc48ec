/** A fault of a log: the reason code of the formats page, and what is wrong in one sentence. */

export class Fault extends Error {
  /**
   * @param {string} code
   * @param {string} what
   * @param {number} [seq] the place, where it is another than that of the entry which shows it
   */
  constructor(code, what, seq) {
    super(what);
    this.code = code;
    this.seq = seq;
  }
}

/**
 * @param {string} code
 * @param {string} what
 * @returns {never}
 */
export function refuse(code, what) {
  throw new Fault(code, what);
}

/**
 * @param {unknown} holds
 * @param {string} code
 * @param {string} what
 * @returns {asserts holds}
 */
export function demand(holds, code, what) {
  if (!holds) throw new Fault(code, what);
}
