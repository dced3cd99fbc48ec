// The finder: a place by its number or name, so that the board can be read without a mouse.

/** @typedef {import("./story.js").Place} FoundPlace */

/**
 * The place that words name: by its id, else its name, else the only one whose id or name begins so.
 * @param {FoundPlace[]} places
 * @param {string} words
 */
export function findPlace(places, words) {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return undefined;
  const named = (/** @type {FoundPlace} */ place) => [place.id.toLowerCase(), place.name.toLowerCase()];
  const whole = places.find((place) => named(place).includes(wanted));
  const begun = places.filter((place) => named(place).some((each) => each.startsWith(wanted)));
  return whole ?? (begun.length === 1 ? begun[0] : undefined);
}

/**
 * Goes to the place that the reader types, or says that there is none.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 * @param {HTMLOutputElement} answer
 * @param {() => FoundPlace[]} places
 * @param {(place: FoundPlace) => void} go
 */
export function listenToFinder(form, field, answer, places, go) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const place = findPlace(places(), field.value);
    if (place) go(place);
    else answer.value = `There is no place ${field.value.trim() || "without a name"} on this map.`;
  });
  field.addEventListener("input", () => (answer.value = ""));
}
