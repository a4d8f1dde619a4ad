import { Client } from "pg";
import { deliveries } from "@/deliveries";
import { relayOnce, startRelay } from "@/lib/platform/outbox/relay";
import { EVENT_CHANNEL, type RealtimeEvent, unpack } from "@/lib/platform/realtime/events";
import { rendered } from "@/lib/platform/text/languages";
import { testDatabase } from "./database";

type Hearing = { heard: RealtimeEvent[]; stop: () => Promise<void> };

/** Every realtime event that any relay delivers from now on, as the servers get them, until `stop` is called. */
export async function listenToEvents(): Promise<Hearing> {
  const client = new Client({ connectionString: testDatabase().ownerUrl });
  // Of a test that failed: its database goes before it does, and the files after it are to run.
  client.on("error", () => undefined);
  await client.connect();
  const heard: RealtimeEvent[] = [];
  client.on("notification", ({ payload }) => heard.push(...rendered(unpack(payload ?? ""), "en")));
  await client.query(`LISTEN ${EVENT_CHANNEL}`);
  return { heard, stop: () => client.end() };
}

/** The same, with a relay that delivers them. What was published before is not heard. */
export async function hearEvents(): Promise<Hearing> {
  await deliverAll();
  const { heard, stop } = await listenToEvents();
  const relay = startRelay(deliveries);
  return {
    heard,
    async stop() {
      await relay.stop();
      await stop();
    },
  };
}

/** Delivers what the outbox holds, as the relay of a server does. */
export const deliverAll = (): Promise<void> => relayOnce(deliveries);
