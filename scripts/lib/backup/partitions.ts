import type { Client } from "pg";
import { BackupError, type Header } from "./format";

const BOUND = /^FOR VALUES FROM \('[-\d: +.]+'\) TO \('[-\d: +.]+'\)$/;
const NAME = /^(ledger_transfer|audit_entry|market_tick)_(\d{4})_(\d{2})$/;

/**
 * Makes the archive's monthly partitions where the migrations, which know only the months ahead,
 * have not.
 */
export async function makePartitions(
  client: Client,
  partitions: Header["partitions"],
): Promise<void> {
  for (const { parent, name, bound } of partitions) {
    const [, table, year, month] = NAME.exec(name) ?? [];
    if (table !== parent || !BOUND.test(bound)) {
      throw new BackupError(`it has the unknown partition ${name}`);
    }
    const { rows } = await client.query("SELECT WHERE to_regclass($1) IS NOT NULL", [name]);
    if (rows.length > 0) continue;
    if (parent === "market_tick") {
      await client.query(
        "SELECT ensure_market_tick_partitions(make_timestamptz($1, $2, 1, 0, 0, 0, 'UTC'), 0)",
        [Number(year), Number(month)],
      );
    } else {
      await client.query("SET LOCAL ROLE ledger_owner");
      await client.query(`CREATE TABLE ${name} PARTITION OF ${parent} ${bound}`);
      await client.query("RESET ROLE");
    }
  }
  // Gives the new ones the triggers and unique keys that partitions do not inherit.
  await client.query("SELECT ensure_partitions(0)");
}
