// A form: an order that is filled in field by field, by chips or by pointing at the board.

import { button, capitalized, element } from "../page/elements.js";

/** @typedef {import("./seat_values.js").FilledForm} Filled */
/** @typedef {import("./seat_values.js").FormField} FilledField */
/** @typedef {import("./seat_values.js").FieldValue} FilledValue */
/** @typedef {import("./seat_values.js").Held} FormPiece */
/** @typedef {{fill: (form: string, values: Record<string, string[]>) => Promise<Filled>, give: (line: string) => void, changed: () => void}} FormTold */

const NOTHING = "-";

/**
 * What is chosen in a field after a value was pressed: one, or of a field of many it is added or taken out.
 * @param {string[]} chosen
 * @param {string} value
 * @param {boolean} many
 */
export function toggledValues(chosen, value, many) {
  if (chosen.includes(value)) return chosen.filter((each) => each !== value);
  return many ? [...chosen, value] : [value];
}

/**
 * The value of a field that pieces at a place stand for, the highest piece first; or the place itself.
 * @param {FilledField} field
 * @param {string} place
 * @param {FormPiece[]} pieces
 * @returns {FilledValue | undefined}
 */
export function valueAt(field, place, pieces) {
  const found = pieces.map(({ counter }) => field.values.find((value) => value.counter !== undefined && value.counter === counter && counter));
  const fresh = found.find((value) => value && !field.chosen.includes(value.value)) ?? found.find((value) => value);
  return fresh || field.values.find((value) => value.place === place && !value.counter);
}

/**
 * Whether a value may stand several times in a field, as blocks that are alike: it names no piece and no place.
 * @param {FilledField} field
 * @param {FilledValue} value
 */
export function isCounted(field, { value, counter, place }) {
  return field.many && !counter && !place && value !== NOTHING && !value.includes(":");
}

/**
 * The values of a field in rows by what stands before their colon, such as `right:cautious`; one row where not
 * all of them have one.
 * @param {FilledField} field
 * @returns {{head: string, values: FilledValue[]}[]}
 */
export function rowsOf({ values }) {
  const heads = [...new Set(values.map(({ value }) => value.split(":")[0] ?? ""))];
  if (!values.length || !values.every(({ value }) => /^[^:]+:[^:]+$/.test(value))) return [{ head: "", values }];
  return heads.map((head) => ({ head, values: values.filter(({ value }) => value.startsWith(`${head}:`)) }));
}

export class OrderForm {
  /**
   * @param {HTMLElement} box
   * @param {import("../page/book.js").Book} book
   * @param {FormTold} tell
   */
  constructor(box, book, tell) {
    this.box = box;
    this.book = book;
    this.tell = tell;
    /** @type {Filled | null} */
    this.filled = null;
    this.active = "";
  }

  get isOpen() {
    return this.filled !== null;
  }

  /**
   * @param {string} form
   * @param {Record<string, string[]>} values
   */
  async open(form, values = {}) {
    this.filled = await this.tell.fill(form, values);
    const { fields } = this.filled;
    if (!fields.some(({ name }) => name === this.active)) this.active = (fields.find(({ chosen }) => !chosen.length) ?? fields[0])?.name ?? "";
    const ready = fields.find(({ name }) => name === this.active);
    if (ready && ready.chosen.length && !ready.many) this.active = fields.find(({ chosen }) => !chosen.length)?.name ?? this.active;
    this.draw();
    this.tell.changed();
  }

  close() {
    this.filled = null;
    this.active = "";
    this.box.replaceChildren();
    this.tell.changed();
  }

  /** The field that a click on the board fills. */
  get field() {
    return this.filled?.fields.find(({ name }) => name === this.active);
  }

  /** The pieces and places that the board lights for it. */
  lit() {
    const values = this.field?.values ?? [];
    return {
      counters: values.map(({ counter }) => counter ?? "").filter(Boolean),
      places: values.filter(({ counter }) => !counter).map(({ place }) => place ?? "").filter(Boolean),
    };
  }

  /** The pieces and places that are chosen. */
  chosenPieces() {
    return (this.filled?.fields ?? []).flatMap(({ values, chosen }) => values.filter(({ value }) => chosen.includes(value)))
      .map(({ counter = "", place = "" }) => ({ counter, place }));
  }

  /**
   * A tap on the board fills the field in, if it names something there.
   * @param {string} place
   * @param {FormPiece[]} pieces
   */
  tap(place, pieces) {
    const { field } = this;
    const value = field && valueAt(field, place, pieces);
    if (value) this.choose(field, value.value);
    return value !== undefined;
  }

  /**
   * @param {FilledField} field
   * @param {string} value
   */
  choose(field, value) {
    this.active = field.name;
    this.set(field, toggledValues(field.chosen, value, field.many));
  }

  /**
   * @param {FilledField} field
   * @param {string[]} chosen
   */
  set(field, chosen) {
    if (!this.filled) return;
    const values = Object.fromEntries(this.filled.fields.map((each) => [each.name, each.name === field.name ? chosen : each.chosen]));
    void this.open(this.filled.form, values);
  }

  draw() {
    if (!this.filled) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.chip : undefined;
    const { verb, fields, line, fault } = this.filled;
    const give = element("button", { type: "button", class: "primary", disabled: line === null }, line === null ? missing(this.filled) || capitalized(verb) : `Give: ${line}`);
    give.addEventListener("click", () => line !== null && this.tell.give(line));
    const header = element("header", {}, element("h2", {}, capitalized(verb)), button("×", "Close the form", () => this.close()));
    const refused = fault && element("p", { class: "grave" }, fault.rule ? this.book.link(fault.rule) : null, ` ${fault.why}`);
    this.box.replaceChildren(header, ...fields.map((field) => this.drawField(field)), ...(refused ? [refused] : []), element("div", { class: "words" }, give));
    const again = focused && this.box.querySelector(`[data-chip="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** @param {FilledField} field */
  drawField(field) {
    const name = element("button", { type: "button", class: "field-name", "aria-pressed": String(field.name === this.active) }, field.label, field.many && element("small", {}, " one or more"));
    name.addEventListener("click", () => {
      this.active = field.name;
      this.draw();
      this.tell.changed();
    });
    const rows = rowsOf(field).map(({ head, values }) => element("div", { class: "chips-row" }, head && element("small", {}, capitalized(head)),
      ...values.flatMap((value) => (isCounted(field, value) ? this.countedChip(field, value) : [this.chip(field, value, head)]))));
    const typed = element("div", { class: "chips-row" }, this.typed(field));
    return element("div", { class: "field", role: "group", "aria-label": field.label }, name, ...(field.values.length ? rows : [typed]));
  }

  /**
   * A chip that is pressed or not; of a row with a head one alone is.
   * @param {FilledField} field
   * @param {FilledValue} value
   * @param {string} head
   */
  chip(field, { value, label }, head) {
    const words = value === NOTHING ? "none" : head ? label.slice(label.indexOf(":") + 1) : label;
    const made = element("button", { type: "button", class: "chip", "aria-pressed": String(field.chosen.includes(value)), "data-chip": `${field.name} ${value}` }, words);
    const others = field.chosen.filter((each) => !head || each === value || !each.startsWith(`${head}:`));
    made.addEventListener("click", () => this.choose({ ...field, chosen: others }, value));
    return made;
  }

  /** A chip that adds one more at each press, and beside it one that takes one away. @param {FilledField} field @param {FilledValue} value */
  countedChip(field, { value, label }) {
    const number = field.chosen.filter((each) => each === value).length;
    const made = element("button", { type: "button", class: "chip", "aria-pressed": String(number > 0), "data-chip": `${field.name} ${value}` }, number > 1 ? `${label} × ${number}` : label);
    made.addEventListener("click", () => this.set(field, [...field.chosen, value]));
    const less = button("−", `One ${label} less`, () => this.set(field, field.chosen.toSpliced(field.chosen.lastIndexOf(value), 1)));
    less.classList.add("chip");
    return number ? [made, less] : [made];
  }

  /** A field whose values cannot be listed is typed. @param {FilledField} field */
  typed(field) {
    const made = element("input", { type: "text", value: field.chosen.join(" "), "aria-label": field.label, spellcheck: "false", "data-chip": field.name });
    made.addEventListener("change", () => this.set(field, made.value.trim() ? [made.value.trim()] : []));
    return made;
  }
}

/** Which fields are still empty and must not be, in words. @param {Filled} filled */
function missing({ form, fields }) {
  const empty = fields.filter(({ name, chosen }) => !chosen.length && !form.includes(`[{${name}}]`)).map(({ label }) => label);
  return empty.length ? `Still to choose: ${empty.join(", ")}` : "";
}
