import { Socket } from "node:net";
import type { Client } from "pg";
import { quietClient } from "@/lib/platform/db/quiet-client";

/** A connection that can be dropped in the middle of a COPY. */
export interface CopySession {
  client: Client;
  close(): Promise<void>;
  /** Ends it at once; the server rolls back. */
  drop(): void;
}

/** Connects as the owner of the tables. @throws the driver's error when it can't */
export async function openCopySession(url: string): Promise<CopySession> {
  const socket = new Socket();
  const client = quietClient({
    connectionString: url,
    application_name: "backup",
    stream: () => socket,
  });
  await client.connect();
  return {
    client,
    close: () => client.end(),
    drop: () => {
      socket.destroy();
    },
  };
}
