import type postgres from "postgres";
import { sql } from "./index";

/** Asks once whether a condition of SQL is true. */
export async function isTrue(condition: postgres.Fragment): Promise<boolean> {
  const [row] = await sql<{ isTrue: boolean }[]>`SELECT ${condition} AS "isTrue"`;
  return row?.isTrue === true;
}
