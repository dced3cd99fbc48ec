// Elements of the page: each is made here, and words of the game come in as text alone.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

/**
 * @param {Element} made
 * @param {Record<string, string | number | boolean>} attributes
 */
function setAttributes(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An element of the page by its id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${kind.name} with the id ${id}`);
}

/**
 * A button with a name for those that cannot see its sign.
 * @param {string} sign
 * @param {string} name
 * @param {() => void} act
 */
export function button(sign, name, act) {
  const made = element("button", { type: "button", "aria-label": name, title: name }, sign);
  made.addEventListener("click", act);
  return made;
}

/**
 * A button whose words say what it does; more is told where the pointer rests on it.
 * @param {string} words
 * @param {string} tells
 * @param {() => void} act
 */
export function wordButton(words, tells, act) {
  const made = element("button", { type: "button", ...(tells && { title: tells }) }, words);
  made.addEventListener("click", act);
  return made;
}

/** Words with a large letter first. @param {string} words */
export function capitalized(words) {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * @param {number} number
 * @param {string} word
 */
export function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
