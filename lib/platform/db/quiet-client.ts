import type { Client, ClientConfig } from "pg";
import { PrimaryClient } from "./primary-client";

/**
 * A client of `pg`, not connected yet, that waits ten seconds at most for its connection. One that is lost later fails
 * what was asked of it, which is where it is reported; without a listener it would end the process.
 */
export function quietClient(config: ClientConfig): Client {
  const client = new PrimaryClient({ connectionTimeoutMillis: 10_000, ...config });
  client.on("error", () => undefined);
  return client;
}
