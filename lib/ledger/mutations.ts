import { type Db, onAccount, Prisma, sql } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";

async function call<Row>(db: Db, query: Prisma.Sql): Promise<Row> {
  try {
    const rows = await db.$queryRaw<Row[]>(query);
    return rows[0] as Row;
  } catch (error) {
    throw toAppError(error);
  }
}

/** Spreads the house pools evenly over their shards. @returns the number of transfers made. */
export async function evenOutPools(db: Db): Promise<number> {
  const { made } = await call<{ made: number }>(
    db,
    Prisma.sql`SELECT ledger_even_out_pools() AS made`,
  );
  return made;
}

/**
 * Daily upkeep: makes the coming months' partitions of ledger and audit log, and clears the caps'
 * counters of past seconds. @returns the number of partitions made.
 */
export async function maintainLedger(db: Db): Promise<number> {
  await call(db, Prisma.sql`SELECT option_clear_exposure() AS cleared`);
  await onAccount("practice", () => sql`SELECT option_clear_exposure()`);
  const { made } = await call<{ made: number }>(db, Prisma.sql`SELECT ensure_partitions() AS made`);
  return made;
}
