import { testDatabase } from "./database";

/** Stores settings as the database's owner, so that no entry in the audit log is asked for. */
export async function storeSettings(
  values: Record<string, unknown>,
  database = testDatabase(),
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    await database.query(
      `INSERT INTO setting (key, value) VALUES ($1, $2)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [key, JSON.stringify(value)],
    );
  }
}
