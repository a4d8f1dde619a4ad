import { writeFileSync } from "node:fs";

// Prices that the browser tests replay: flat for 12 s, then rising for 16 s, again and again.
// A flat stretch makes options end as they began; a rising one makes "up" win and "down" lose. From bottom to top it
// is less than the 0.1% that a reviewed price may move, so that no review asks again.

const STEP_MS = 250;
const FLAT_MS = 12_000;
const RISE_MS = 16_000;
export const FLAT_BID = 3999.9;
const RISE_PER_STEP = 0.04;

/** Writes the file. */
export function writePrices(file: string): void {
  const lines = ["time_ms,bid,ask"];
  for (let at = 0; at < FLAT_MS + RISE_MS; at += STEP_MS) {
    const risen = Math.max(0, (at - FLAT_MS) / STEP_MS + 1) * RISE_PER_STEP;
    lines.push(`${at},${(FLAT_BID + risen).toFixed(2)},${(FLAT_BID + 0.2 + risen).toFixed(2)}`);
  }
  writeFileSync(file, `${lines.join("\n")}\n`);
}
