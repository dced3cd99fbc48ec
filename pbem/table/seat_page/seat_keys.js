// The keys of the seat: letters and digits pick, Enter gives, Escape lets go, Ctrl+Z takes back, / types a line.

import { nextByLetter, placesOfNumber } from "./letters.js";

/** @typedef {import("../page/keys.js").Key} SeatKey */
/** @typedef {import("./lights.js").LitPiece} KeyPiece */
/**
 * @typedef {{pieces: () => KeyPiece[], places: () => string[], pick: (piece: KeyPiece, add: boolean) => void,
 *   place: (place: string) => void, give: () => boolean, letGo: () => void, undo: () => void, typeLine: () => void,
 *   number: (typed: string, found: string | undefined) => void, isLive: () => boolean, help: () => void}} KeyTold
 */

const REPLACED = ["w", "a", "s", "d", "g", "0", "Escape"];

/**
 * The keys of the page as the seat has them: letters and digits are for pieces and places.
 * @param {SeatKey[]} own
 * @param {import("../page/window.js").BoardWindow} board
 */
export function keysOfSeat(own, board) {
  const kept = own.filter(({ keys }) => !keys.some((key) => REPLACED.includes(key)));
  const nothing = () => {};
  return [
    { keys: [], shown: "A to Z", tells: "pick the next lit counter whose name begins so; with Shift, beside those that are held", act: nothing },
    { keys: [], shown: "0 to 9", tells: "the number of a place", act: nothing },
    { keys: [], shown: "Tab", tells: "go from one lit counter or place to the next", act: nothing },
    { keys: [], shown: "Enter", tells: "give: go to the place whose number is typed", act: nothing },
    { keys: [], shown: "Escape", tells: "let go", act: nothing },
    { keys: [], shown: "Ctrl Z", tells: "take back the last order", act: nothing },
    { keys: [], shown: "/", tells: "type a line", act: nothing },
    { keys: [], shown: "?", tells: "show these keys", act: nothing },
    ...kept,
    { keys: ["*"], shown: "*", tells: "show all of the map", act: () => board.fit() },
  ];
}

export class SeatKeys {
  /** @param {KeyTold} tell */
  constructor(tell) {
    this.tell = tell;
    this.typed = "";
    this.at = -1;
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key === "Escape") return this.escape();
    const { target } = event;
    if (target instanceof HTMLElement && target.matches("input:not([type=range]), textarea, select")) return;
    if (document.querySelector("dialog[open]")) return;
    if (this.act(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }

  escape() {
    this.number("");
    this.tell.letGo();
  }

  /** @param {KeyboardEvent} event */
  act(event) {
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") return done(this.tell.undo);
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (key === "/") return done(this.tell.typeLine);
    if (key === "?") return done(this.tell.help);
    if (!this.tell.isLive()) return false;
    if (/^\d$/.test(key)) return done(() => this.number(this.typed + key));
    if (key === "Backspace" && this.typed) return done(() => this.number(this.typed.slice(0, -1)));
    if (key === "Enter") return this.enter();
    return /^\p{L}$/u.test(key) && this.letter(key, event.shiftKey);
  }

  /** @param {string} typed */
  number(typed) {
    const places = this.tell.places();
    const { begun, found } = placesOfNumber(typed, places);
    this.typed = begun.length || !typed ? typed : this.typed;
    this.tell.number(this.typed, found ?? placesOfNumber(this.typed, places).found);
  }

  enter() {
    const { found } = placesOfNumber(this.typed, this.tell.places());
    if (!this.typed) return this.tell.give();
    this.number("");
    if (found) this.tell.place(found);
    return true;
  }

  /** @param {string} letter @param {boolean} add */
  letter(letter, add) {
    const pieces = this.tell.pieces();
    const named = pieces.map((piece) => ({ name: piece.name, counter: piece.held.counter, piece }));
    const found = nextByLetter(named, letter, Math.min(this.at, pieces.length - 1));
    if (!found) return false;
    this.at = named.indexOf(found);
    this.tell.pick(found.piece, add);
    return true;
  }
}

/** @param {() => void} act */
function done(act) {
  act();
  return true;
}
