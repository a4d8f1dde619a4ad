import { env } from "@/lib/platform/env";
import { asLoginSettings, sessionSettings } from "./session-settings";

/**
 * Whether an address may lead to a transaction pooler, as DATABASE_URL does where there is a way past it. A connection
 * then is somebody else's after each transaction: nothing may be left on it, no prepared statement either, and nothing
 * asked for as it opens.
 */
export const isPooled = (url: string): boolean =>
  env.DATABASE_SESSION_URL !== undefined && url === env.DATABASE_URL;

/** The way to the server itself, for what belongs to a session: LISTEN, its locks, long snapshots. */
export const sessionUrl = env.DATABASE_SESSION_URL ?? env.DATABASE_URL;

type Found = { login: string; database: string; name: string; setting: string };
/** Asks through one of the pools. */
type Ask = (statement: string) => Promise<Found[]>;

const SETTINGS = Object.entries(sessionSettings(env.DATABASE_ROLE));
const IN_FORCE = `SELECT quote_ident(session_user) AS login, quote_ident(current_database()) AS database, name, setting
  FROM (SELECT name, setting FROM pg_settings UNION ALL SELECT 'role', current_user) AS s
  WHERE name IN (${SETTINGS.map(([name]) => `'${name}'`).join(", ")})`;

/**
 * Makes sure that a pooler's connections come as the application's own would be set: without its role it would have
 * the rights of whoever logs in, and without its limits wait for ever.
 * @throws Error of one clear line where they don't
 */
export async function requireSessionSettings(ask: Ask): Promise<void> {
  if (!isPooled(env.DATABASE_URL)) return;
  const found = await ask(IN_FORCE);
  const inForce = new Map(found.map(({ name, setting }) => [name, setting]));
  const missing = SETTINGS.filter(([name, value]) => inForce.get(name) !== value);
  const [any] = found;
  if (missing.length === 0 || !any) return;
  const wanted = asLoginSettings(any.login, any.database, Object.fromEntries(missing));
  throw new Error(
    `DATABASE_URL: with DATABASE_SESSION_URL its connections have to come with settings. As the database's owner run: ${wanted}; and let the pooler connect anew (PgBouncer: RECONNECT)`,
  );
}
