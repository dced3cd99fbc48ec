// The panel of a game by mail: the lines of the draft, each of which can be taken out, and what becomes of them.

import { button, capitalized, element, wordButton } from "../page/elements.js";
import { drawPadlock, sentenceOf } from "../seat_page/due_bar.js";
import { SeatPanel } from "../seat_page/seat_panel.js";

/** @typedef {import("./mail_values.js").MailSeat} DraftSeat */
/** @typedef {import("../seat_page/seat_values.js").GivenLine} DraftLine */
/**
 * @typedef {import("../seat_page/seat_panel.js").PanelTold & {remove: (number: number) => void, clear: () => void, send: () => void,
 *   fileStanding: () => void, rule: (number: string) => Node}} DraftTold
 */

/** What becomes of a line, in words; nothing of one that is sure. @param {DraftLine} line */
export function fateOfLine({ own, when = "", why = "" }) {
  if (!own) return when === "later" ? "Signed, and closed until it is used." : "Signed. The answer is awaited.";
  if (when === "later") return ["After the dice. It stays closed, and is used if it is legal then", why].filter(Boolean).join(": ") + ".";
  return when === "unfit" ? why || "The rules do not take it now." : "";
}

export class DraftPanel extends SeatPanel {
  /**
   * @param {HTMLElement} panel
   * @param {import("../page/sides.js").Sides} sides
   * @param {DraftTold} tell
   */
  constructor(panel, sides, tell) {
    super(panel, sides, tell);
    this.told = tell;
    this.advise.hidden = true;
    this.clear = wordButton("Take all out", "Takes all lines of the draft out", tell.clear);
    this.send = wordButton("Send ...", "Shows what would be signed, before it is", tell.send);
    this.unready = element("p", { class: "note" });
    this.undo.after(this.clear, this.send);
    this.undo.parentElement?.after(this.unready);
    this.file = element("div", { class: "words", hidden: true }, wordButton("Sign these standing orders", "They are sent as they stand above, and hold from then on", tell.fileStanding));
    this.standing.after(this.file);
  }

  /** @override @param {DraftSeat} seat */
  fill(seat) {
    super.fill(seat);
    const { plan } = seat.mail;
    this.clear.disabled = !seat.lines.some(({ own }) => own);
    this.send.disabled = !plan?.may;
    this.unready.textContent = plan?.why ? sentenceOf(capitalized(plan.why)) : "";
    this.file.hidden = !seat.standing_changed;
  }

  /** @override @param {DraftSeat} seat */
  fillLines({ lines }) {
    let number = 0;
    const items = lines.map((line) => this.drawLine(line, line.own ? number++ : -1));
    this.lines.replaceChildren(...(items.length ? items : [element("li", { class: "note" }, "No line has been laid down yet.")]));
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {DraftLine} line @param {number} number its place in the draft, -1 if it stands in the log */
  drawLine(line, number) {
    const { side, text, own, when = "", rule = "" } = line;
    const fate = fateOfLine(line);
    const mark = when === "later" ? drawPadlock({ role: "img", "aria-label": "closed" }) : when === "unfit" && "⚠";
    const told = element("span", {}, mark, mark ? " " : null, text, fate ? element("small", { class: when === "unfit" ? "fate grave" : "fate" }, fate, rule && " ", rule ? this.told.rule(rule) : null) : null);
    return element("li", { class: [own && "own", when].filter(Boolean).join(" ") }, this.sides.sign(side), told,
      number >= 0 ? button("×", `Take out: ${text}`, () => this.told.remove(number)) : null);
  }
}
