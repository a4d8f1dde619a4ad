/** What can keep the public log from going on or from being kept. */

/**
 * keyMissing: no process that waits for entries has a key. keyUnknown: the log was signed by another one. shorter: the
 * database has fewer entries than were published. unreadable: where files live nothing can be read, so that nobody
 * knows whether it is shorter. notStored: the log goes on in the database alone. failed: anything else.
 */
export const LOG_TROUBLES = [
  "keyMissing",
  "keyUnknown",
  "shorter",
  "unreadable",
  "notStored",
  "failed",
] as const;
export type LogTroubleCode = (typeof LOG_TROUBLES)[number];
export type LogTrouble = { code: LogTroubleCode; detail: string; at: Date };
