/** Judge logs that come as lines of base64 on standard input: a line of JSON with the verdict for each. */

import { createInterface } from "node:readline";
import { verifyLog } from "../../../../pbem/table/verifier/log_walk.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { status, code, seq, notes } = await verifyLog(new Uint8Array(Buffer.from(line, "base64")));
  process.stdout.write(`${JSON.stringify({ status, code, seq, notes })}\n`);
}
