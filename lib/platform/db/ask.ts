import type { Prisma } from "@/lib/generated/prisma/client";

/**
 * Asks a question of the database, of one transaction or of one snapshot, whichever driver that is on. Both give texts,
 * truth values, float8, bytea and JSON as they are, and nothing else in the same way.
 */
export type Ask = <Row>(query: Prisma.Sql) => Promise<Row[]>;

/** Asks through Prisma. */
export const askBy =
  (db: Pick<Prisma.TransactionClient, "$queryRaw">): Ask =>
  (query) =>
    db.$queryRaw(query);
