import { testDatabase } from "./database";
import { storeSettings } from "./stored-settings";

/** Sets how long after acceptance an option's entry is at the earliest. */
export const setEntryDelay = (ms: number, database = testDatabase()): Promise<void> =>
  storeSettings({ optionEntryDelayMs: ms }, database);

/** Lets options of this database enter at the next tick, for tests that are not about their entry. */
export const withoutEntryDelay = (): Promise<void> => setEntryDelay(0);
