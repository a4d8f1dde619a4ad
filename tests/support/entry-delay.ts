import { testDatabase } from "./database";

/** Sets how long after acceptance an option's entry is at the earliest. */
export async function setEntryDelay(ms: number, database = testDatabase()): Promise<void> {
  await database.query(
    `INSERT INTO setting (key, value) VALUES ('optionEntryDelayMs', $1)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [String(ms)],
  );
}

/** Lets options of this database enter at the next tick, for tests that are not about their entry. */
export const withoutEntryDelay = (): Promise<void> => setEntryDelay(0);
