import { type TestDatabase, testDatabase } from "./database";

/** Lets options of this database enter at the next tick, for tests that are not about their entry. */
export async function withoutEntryDelay(database: TestDatabase = testDatabase()): Promise<void> {
  await database.query(
    `INSERT INTO setting (key, value) VALUES ('optionEntryDelayMs', '0')
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
}
