import { LOCK_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from "./silence";

/** A process that hangs inside a transaction must not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * What every connection of the application is set to. It asks for it as it connects; a pooler's connections belong to
 * nobody, so there they have to come with it: as settings of the login, which migrating makes for `app`.
 */
export const sessionSettings = (role: string) => ({
  role,
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  lock_timeout: String(LOCK_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
  // Prisma takes times for UTC as they are written, and a day is added by the session's zone.
  TimeZone: "UTC",
  // Transactions don't say it each by itself, and locks that are waited for need it: what is read after is of now.
  default_transaction_isolation: "read committed",
});

/** As the start-up parameter `options` of a connection. */
export const asOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`)
    .join(" ");

/** Statements that let a login's connections to a database come with the settings. */
export const asLoginSettings = (
  login: string,
  database: string,
  settings: Record<string, string>,
): string =>
  Object.entries(settings)
    .map(([name, value]) => `ALTER ROLE ${login} IN DATABASE ${database} SET ${name} = '${value}'`)
    .join("; ");
