import { sql } from ".";

/** The time of the database, by which money rules go. */
export async function readClock(): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`SELECT app_now() AS at`;
  if (!row) throw new Error("app_now() answered nothing");
  return row.at;
}
