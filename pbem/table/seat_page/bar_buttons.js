// The buttons of the bar: words to say, forms to fill in, and what may be done with the pieces that are held.

import { capitalized, counted, element } from "../page/elements.js";

/** @typedef {import("./due_bar.js").BarButton} WordButton */
/** @typedef {import("./seat_values.js").SaidWord} ButtonWord */
/** @typedef {import("./seat_values.js").FormName} ButtonForm */

const LONG_WORD = 34;
const MOST_OF_FORM = 5;

/** The first word of a line. @param {{line: string}} said */
function verbIn({ line }) {
  return line.split(" ")[0] ?? "";
}

/**
 * The words that a list holds, since they are too long for a bar, or many and a form says them too. Orders of one
 * verb stay together, and an order alone needs no list.
 * @param {ButtonWord[]} words
 * @param {ButtonForm[]} forms
 */
export function listedWords(words, forms) {
  const filled = forms.filter(({ main = true }) => main).map(({ verb }) => verb);
  return words.filter((word) => {
    const alike = words.filter((each) => verbIn(each) === verbIn(word));
    const long = alike.some(({ label }) => label.length > LONG_WORD);
    return !word.primary && alike.length > 1 && (long || (alike.length > MOST_OF_FORM && filled.includes(verbIn(word))));
  });
}

export class BarButtons {
  /** @param {import("./seat_table.js").SeatTable} table */
  constructor(table) {
    this.table = table;
    this.moreForms = false;
  }

  /** Another decision is due. */
  begin() {
    this.moreForms = false;
  }

  // --- what is due -----------------------------------------------------------------------------------------

  /** @returns {WordButton[]} */
  due() {
    const { table } = this;
    const { words = [], forms = [] } = table.seat.due ?? {};
    const listed = listedWords(words, forms);
    const said = words.filter((word) => !listed.includes(word)).map(({ line, label, tells, primary }) => ({
      label, tells: tells || line, primary, data: { "data-line": line }, act: () => void table.offerLine(line),
    }));
    const choices = listed.map(({ line, label, tells }) => ({ label, tells, line }));
    const list = { label: `Choose from ${listed.length} ...`, tells: "The orders that may be given, as a list", act: () => table.card.choose("Which order?", choices, table.top) };
    return [...said, ...(listed.length ? [list] : []), ...this.forms(forms)];
  }

  /** @param {ButtonForm[]} forms @returns {WordButton[]} */
  forms(forms) {
    const shown = forms.filter(({ main = true }) => main || this.moreForms);
    /** @type {WordButton[]} */
    const made = shown.map(({ form, label }) => ({ label: `${label} ...`, tells: "Fill in an order", data: { "data-form": form }, act: () => void this.table.openForm(form) }));
    if (shown.length < forms.length) made.push({ label: "More ...", tells: "The other orders, to fill in field by field", act: () => {
      this.moreForms = true;
      this.table.ask();
    } });
    return made;
  }

  // --- what is held ----------------------------------------------------------------------------------------

  heldWords() {
    const { picking, seat } = this.table;
    const { name, handles, stops } = picking;
    const told = [
      handles.reach.length && counted(handles.reach.length, "place"), handles.targets.length && counted(handles.targets.length, "target"),
    ].filter(Boolean).join(", ");
    if (stops.length) return [element("b", {}, name), told && `: ${told}`, ` · way ${stops.join(" > ")}`];
    return [element("b", {}, capitalized(name)), told && `: ${told}`, element("small", { class: "asked" }, (seat.due?.ask ?? "").replaceAll("`", ""))];
  }

  /** @returns {WordButton[]} */
  held() {
    const { table } = this;
    const { picking } = table;
    const { marks, reach, targets, turns, forms } = picking.handles;
    const at = () => picking.seen(picking.held[0]?.place ?? "");
    /** @type {WordButton[]} */
    const made = marks.map(({ word, line, tells }) => ({ label: capitalized(word || line), tells: tells || line, data: { "data-line": line }, act: () => void table.offer({ kind: "press", word: line }, at()) }));
    const shown = new Set([...marks, ...reach, ...targets, ...turns].map(verbIn));
    made.push(...this.stack(), ...this.forms(forms.map((form) => ({ ...form, main: !shown.has(form.verb) }))));
    if (turns.length && reach.length) made.push({ label: "Turn", tells: "Show where it may face", pressed: picking.turning, act: () => picking.turn() });
    if (picking.stops.length) made.push({ label: "Go this way", tells: "Give the way (Enter)", primary: true, act: () => picking.giveWay() });
    if (reach.length) made.push({ label: "Step by step", tells: "Each click is a stop of the way", pressed: picking.stepping, act: () => {
      picking.stepping = !picking.stepping;
      table.ask();
    } });
    made.push({ label: "Let go", tells: "Let go (Escape)", act: () => table.letGo() });
    return made;
  }

  /** How many pieces of the stack are held: one more, one less, all; or which. @returns {WordButton[]} */
  stack() {
    const { picking, page } = this.table;
    const place = picking.held[0]?.place ?? "";
    const lit = picking.litPieces().map(({ held }) => held).filter((held) => held.place === place);
    const free = lit.filter((piece) => !picking.isHeld(piece));
    const [next] = free;
    /** @type {WordButton[]} */
    const made = [];
    if (picking.held.length > 1) made.push({ label: "−1", tells: "One piece less", act: () => void picking.hold(picking.held.slice(0, -1)) });
    if (next && picking.held.some(({ counter }) => counter)) made.push({ label: "+1", tells: `Pick ${picking.nameOf(next)} too`, act: () => void picking.hold([...picking.held, next]) });
    if (free.length > 1) made.push({ label: `All ${lit.length}`, tells: "Pick the whole stack", act: () => void picking.hold([...picking.held, ...free]) });
    if (lit.length > 1) made.push({ label: "Which ...", tells: "Show the stack, to pick from it", act: () => page.openStack(place, true) });
    return made;
  }
}
