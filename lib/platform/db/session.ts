import { createHash } from "node:crypto";
import type { Client } from "pg";
import { env } from "@/lib/platform/env";
import { sessionUrl } from "./pooled";
import { PrimaryClient } from "./primary-client";

const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 5_000;
const CONNECT_TIMEOUT_MS = 15_000;

/** One connection outside the pools, for what belongs to a session: LISTEN and session locks. */
export interface Session {
  client: Client;
  /** Resolves when the connection is gone, noticed within ten seconds even if the network is. */
  lost: Promise<void>;
  close(): Promise<void>;
}

/** Session locks have one 64-bit number space; a name hashed into it collides with nothing. */
export function lockKey(name: string): string {
  return createHash("sha256").update(name).digest().readBigInt64BE().toString();
}

/** Opens a session with the application's rights. It never reconnects by itself. */
export async function openSession(name: string): Promise<Session> {
  const client = new PrimaryClient({
    connectionString: sessionUrl,
    options: `-c role=${env.DATABASE_ROLE}`,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    query_timeout: SILENCE_MS,
  });
  let heartbeat: NodeJS.Timeout | undefined;
  const lost = new Promise<void>((resolve) => {
    client.once("end", resolve);
    client.on("error", () => resolve());
  });
  await client.connect();
  const close = async () => {
    clearInterval(heartbeat);
    await client.end().catch(() => undefined);
  };
  heartbeat = setInterval(() => {
    client.query("SELECT 1").catch(close);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  void lost.then(() => clearInterval(heartbeat));
  return { client, lost, close };
}
