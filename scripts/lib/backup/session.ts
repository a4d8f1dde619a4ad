import { Socket } from "node:net";
import { Client } from "pg";

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
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "backup",
    stream: () => socket,
  });
  // A lost connection also fails the query under way, which is where it is reported.
  client.on("error", () => undefined);
  await client.connect();
  return {
    client,
    close: () => client.end(),
    drop: () => {
      socket.destroy();
    },
  };
}
