import type { Tx } from "@/lib/platform/db";
import { EVENT_CHANNEL, pack, type RealtimeEvent } from "@/lib/platform/realtime/events";

/**
 * Tells the clients of every instance something when the transaction commits, and never if it
 * rolls back. One call carries any number of events; they are split where the database's limit is.
 * @param tx the transaction that makes the events true
 */
export async function publishEvent(tx: Tx, ...events: RealtimeEvent[]): Promise<void> {
  for (const payload of pack(events)) {
    await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
  }
}
