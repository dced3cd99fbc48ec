// The page of a seat at one screen: it enters, asks how the game stands, and begins.

import { Calls } from "./calls.js";
import { listenToProgram, openSeat, tellNoEntry } from "./seat_opening.js";
import { SeatTable } from "./seat_table.js";

async function beginSeat() {
  const calls = new Calls();
  await calls.enter();
  const table = await openSeat(calls, { panels: {}, tells: [], lay: (pictures, page, seat) => new SeatTable(calls, pictures, page, seat) });
  await listenToProgram(calls, table);
}

beginSeat().catch(tellNoEntry);
