// Times of a game by mail on the reader's own clock: a day and hour with the name of the zone, and what is left.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time with the name of the reader's zone, such as `Thu 3 Dec, 21:00 (Europe/Warsaw)`. @param {number} unix @param {number} now @param {string} [zone] */
export function tellZonedTime(unix, now, zone) {
  const { timeZone } = new Intl.DateTimeFormat("en-GB", zone ? { timeZone: zone } : {}).resolvedOptions();
  return `${tellOwnTime(unix, now, zone)} (${timeZone.replaceAll("_", " ")})`;
}

/**
 * A time as the reader's clock has it, such as `Thu 3 Dec, 21:00`; the year if it is another one.
 * @param {number} unix
 * @param {number} now
 * @param {string} [zone] the reader's own, if none is given
 */
export function tellOwnTime(unix, now, zone) {
  const other = new Date(unix * 1000).getUTCFullYear() !== new Date(now * 1000).getUTCFullYear();
  const format = new Intl.DateTimeFormat("en-GB", {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
    ...(other && { year: "numeric" }), ...(zone && { timeZone: zone }),
  });
  const parts = new Map(format.formatToParts(unix * 1000).map(({ type, value }) => [type, value]));
  const day = ["weekday", "day", "month", "year"].map((type) => parts.get(/** @type {any} */ (type))).filter(Boolean).join(" ");
  return `${day}, ${parts.get("hour")}:${parts.get("minute")}`;
}

/** How long it is until a time, in its two largest parts. @param {number} unix @param {number} now */
export function tellTimeLeft(unix, now) {
  const seconds = unix - now;
  if (Math.abs(seconds) < MINUTE) return seconds < 0 ? "just passed" : "less than a minute left";
  const told = tellSpan(Math.abs(seconds));
  return seconds < 0 ? `passed ${told} ago` : `${told} left`;
}

/** @param {number} seconds */
function tellSpan(seconds) {
  const [days, hours, minutes] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  /** @type {[number, string][]} */
  const parts = [[days, "day"], [hours, "hour"], [days ? 0 : minutes, "minute"]];
  return parts.filter(([number]) => number).map(([number, word]) => `${number} ${word}${number === 1 ? "" : "s"}`).join(" ");
}

/** Whether so little is left that the reader should look. @param {number} unix @param {number} now */
export function isNear(unix, now) {
  return unix - now < DAY;
}

/** Now, in seconds. */
export function readClock() {
  return Math.floor(Date.now() / 1000);
}
