// Calls of a game by mail: each names its game, and one that needs a locked key is repeated when it is unlocked.

import { CallRefused, Calls, ProgramGone } from "../seat_page/calls.js";

/** @typedef {import("../seat_page/calls.js").Body} MailBody */

const UNASKED = ["/wait/news", "/call/unlock"];

/** A refusal, or a program that is gone, in words. Anything else is thrown on. @param {unknown} error */
export function tellFault(error) {
  if (error instanceof CallRefused) return error.message;
  if (error instanceof ProgramGone) return "The program does not answer. As soon as it is there again, the page shows all that it has done.";
  throw error;
}

export class MailCalls extends Calls {
  constructor() {
    super();
    /** Asks for a passphrase, and gives it to `unlock`; false if the reader would not. @type {(why: string, unlock: (passphrase: string) => Promise<void>) => Promise<boolean>} */
    this.askPassphrase = async () => false;
    /** @type {Promise<boolean> | null} */
    this.unlocking = null;
  }

  /** The game of which all calls are from now on. @param {string} id */
  openTable(id) {
    this.fixed = { table: id };
  }

  /**
   * @param {string} path
   * @param {MailBody} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Response>}
   */
  async send(path, body, signal) {
    try {
      return await super.send(path, body, signal);
    } catch (error) {
      if (!(error instanceof CallRefused) || error.code !== "locked" || UNASKED.includes(path)) throw error;
      const { table } = body;
      this.unlocking ??= this.askPassphrase(error.message, async (passphrase) => {
        await this.post("/call/unlock", { table, passphrase, draft: this.draft });
      }).finally(() => (this.unlocking = null));
      if (!(await this.unlocking)) throw error;
      return super.send(path, body, signal);
    }
  }
}
