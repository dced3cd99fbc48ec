// Calls to the program: the page enters once by the word in its address, and its token goes with every call.

const TOKEN = "senlac-token";
const AGAIN = 1500;

/** The program says no, with a code and a reason. */
export class CallRefused extends Error {
  /**
   * @param {string} code
   * @param {string} what
   * @param {string} rule
   */
  constructor(code, what, rule) {
    super(what);
    this.code = code;
    this.rule = rule;
  }
}

/** The program does not answer. */
export class ProgramGone extends Error {}

/** @typedef {Record<string, unknown>} Body */

export class Calls {
  constructor() {
    this.token = sessionStorage.getItem(TOKEN) ?? "";
    /** The number of the state that the page shows. */
    this.draft = -1;
    /** What else the program knows that a page is told of, by a digest. */
    this.day = "";
    /** What goes with every call. @type {Body} */
    this.fixed = {};
    /** Whether the program did not answer: another one may have its port by now. */
    this.isLost = false;
    /** How many calls have not been answered yet. */
    this.running = 0;
    /** Hears that a call began or ended. @type {() => void} */
    this.heard = () => {};
    /** The last call that changes something: the next one waits for it. @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /** What the page shows from now on. @param {{draft: number, day?: string}} seat */
  learn({ draft, day = this.day }) {
    this.draft = draft;
    this.day = day;
  }

  /** Exchanges the word in the address for a token, and takes the word out of the address. */
  async enter() {
    const word = location.hash.slice(1);
    if (!word || word.startsWith("e=")) return;
    history.replaceState(null, "", location.pathname);
    const { token } = await this.post("/enter", { word });
    this.token = String(token);
    sessionStorage.setItem(TOKEN, this.token);
  }

  /**
   * Asks for something that changes nothing.
   * @param {string} name
   * @param {Body} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async ask(name, body = {}, signal) {
    this.count(1);
    try {
      return await this.post(`/call/${name}`, this.fill(body), signal);
    } finally {
      this.count(-1);
    }
  }

  /** @param {1 | -1} more */
  count(more) {
    this.running += more;
    this.heard();
  }

  /**
   * Changes something; one call after the other.
   * @param {string} name
   * @param {Body} [body]
   * @returns {Promise<any>}
   */
  change(name, body = {}) {
    const next = this.last.then(() => this.ask(name, body));
    this.last = next.catch(() => undefined);
    return next;
  }

  /**
   * Asks for something that takes its time and can be stopped.
   * @param {string} name
   * @param {Body} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  wait(name, body, signal) {
    return this.post(`/wait/${name}`, this.fill(body), signal);
  }

  /** A body with what goes with every call. @param {Body} body @returns {Body} */
  fill(body) {
    return { ...this.fixed, ...body, draft: this.draft };
  }

  /** A file that the program writes, and its name. @param {string} name @param {Body} [body] */
  async download(name, body = {}) {
    const answer = await this.send(`/download/${name}`, this.fill(body));
    const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
    return { name: named?.[1] ?? name, data: await answer.blob() };
  }

  /**
   * Tells of each other draft or day than the page's, and of a program that goes and comes back, until the page ends.
   * @param {{news: () => Promise<void>, gone: () => void, back: () => Promise<void>}} tell
   */
  async listen(tell) {
    let gone = false;
    for (;;) {
      try {
        if (gone) await tell.back();
        gone = false;
        const { draft, day = this.day } = await this.wait("news", { day: this.day });
        if (draft === this.draft && day === this.day) continue;
        this.day = day;
        await tell.news();
      } catch (error) {
        if (error instanceof ProgramGone && !gone) tell.gone();
        gone ||= error instanceof ProgramGone;
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  }

  /**
   * @param {string} path
   * @param {Body} body
   * @param {AbortSignal} [signal]
   */
  async post(path, body, signal) {
    return (await this.send(path, body, signal)).json();
  }

  /**
   * @param {string} path
   * @param {Body} body
   * @param {AbortSignal} [signal]
   */
  async send(path, body, signal) {
    if (this.isLost) await this.proveProgram();
    const answer = await this.reach(path, body, { "X-Senlac-Token": this.token }, signal);
    if (answer.ok) return answer;
    const said = await answer.json().catch(() => ({}));
    const { code = String(answer.status), what = "The program refuses this.", rule = "" } = said.error ?? {};
    throw new CallRefused(code, what, rule);
  }

  /**
   * @param {string} path
   * @param {Body} body
   * @param {Record<string, string>} headers
   * @param {AbortSignal} [signal]
   */
  reach(path, body, headers, signal) {
    const how = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body), signal: signal ?? null };
    return fetch(path, how).catch((error) => {
      if (signal?.aborted) throw error;
      this.isLost = true;
      throw new ProgramGone();
    });
  }

  /** A program that took the port of another gets nothing: it must show first that it gave the token. */
  async proveProgram() {
    const question = hexOf(crypto.getRandomValues(new Uint8Array(32)));
    const answer = await this.reach("/prove", { question }, {});
    const { proof } = await answer.json().catch(() => ({}));
    const key = await crypto.subtle.importKey("raw", bytesOf(this.token), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    if (proof !== hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOf(question))))) throw new ProgramGone();
    this.isLost = false;
  }
}

/** @param {string} text */
function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) {
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
}
