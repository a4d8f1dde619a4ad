import { Client } from "pg";
import { EVENT_CHANNEL, type RealtimeEvent, unpack } from "@/lib/platform/realtime/events";
import { testDatabase } from "./database";

/** Every realtime event from now on, as the servers get them, until `stop` is called. */
export async function hearEvents(): Promise<{
  heard: RealtimeEvent[];
  stop: () => Promise<void>;
}> {
  const client = new Client({ connectionString: testDatabase().ownerUrl });
  await client.connect();
  const heard: RealtimeEvent[] = [];
  client.on("notification", ({ payload }) => heard.push(...unpack(payload ?? "")));
  await client.query(`LISTEN ${EVENT_CHANNEL}`);
  return { heard, stop: () => client.end() };
}
