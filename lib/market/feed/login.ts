import { quietClient } from "@/lib/platform/db/quiet-client";
import type { MarketConfig } from "./config";

/** No such login, a wrong password, no right to take the role, and no such role. */
const REFUSED = new Set(["28000", "28P01", "42501", "22023"]);

/**
 * Makes sure that the feed can get into the database with its own rights, so that a site which could record no price
 * says so as it starts.
 * @throws Error of one clear line where it can't, the driver's where the database can't be reached
 */
export async function checkFeedLogin({
  databaseUrl,
  databaseOptions,
}: Pick<MarketConfig, "databaseUrl" | "databaseOptions">): Promise<void> {
  const client = quietClient({ connectionString: databaseUrl, options: databaseOptions });
  try {
    await client.connect();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (!REFUSED.has(code ?? "")) throw error;
    throw new Error(
      `FEED_DATABASE_URL: prices can't be recorded (${message}). Set it to a login that is a member of feed_runtime, or MIGRATION_DATABASE_URL to the database's owner, who makes the login "feed" (docs/decisions/security/database-roles.md).`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
