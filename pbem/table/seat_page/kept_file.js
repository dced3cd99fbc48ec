// A file of the program that the reader keeps: the browser puts it among the downloads.

import { element } from "../page/elements.js";

const OPEN = 60_000;

/** @param {{name: string, data: Blob}} file */
export function keepFile({ name, data }) {
  const address = URL.createObjectURL(data);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), OPEN);
  return `${name} is among your downloads.`;
}
