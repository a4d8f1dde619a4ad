import { Client } from "pg";
import { EVENT_CHANNEL, type RealtimeEvent, unpack } from "@/lib/platform/realtime/events";
import { rendered } from "@/lib/platform/text/languages";
import { testDatabase } from "./database";

/** Every realtime event from now on, as the servers get them but in English words, until `stop` is called. */
export async function hearEvents(): Promise<{
  heard: RealtimeEvent[];
  stop: () => Promise<void>;
}> {
  const client = new Client({ connectionString: testDatabase().ownerUrl });
  await client.connect();
  const heard: RealtimeEvent[] = [];
  client.on("notification", ({ payload }) => heard.push(...rendered(unpack(payload ?? ""), "en")));
  await client.query(`LISTEN ${EVENT_CHANNEL}`);
  return { heard, stop: () => client.end() };
}
