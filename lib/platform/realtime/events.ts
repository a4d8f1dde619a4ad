import type { Tx } from "@/lib/platform/db";

/** Channel of everything that clients hear about, except prices. */
export const EVENT_CHANNEL = "app_events";
/** Channel of the index ticks. */
export const TICK_CHANNEL = "market_tick";

/** An event for the servers: ends the sockets of session `s`, or without `s` all of the user's. */
export const REVOKED_EVENT = "session:revoked";

// PostgreSQL refuses payloads of 8000 bytes and more.
const MAX_PAYLOAD_BYTES = 7_900;

/**
 * One message to clients. `t` is the name of the Socket.IO event, `u` who gets it: a user's id,
 * "admins" for staff, "admins:support" for staff of one area, null for everybody. The rest is what the client receives; it must be small.
 */
export type RealtimeEvent = { t: string; u: string | null } & Record<string, unknown>;

/**
 * Sends events to the clients of every instance when the transaction commits, and never if it
 * rolls back. One call carries any number of them; they are split where the database's limit is.
 * @param tx the transaction that makes the events true
 */
export async function notify(tx: Tx, ...events: RealtimeEvent[]): Promise<void> {
  for (const payload of pack(events)) {
    await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
  }
}

/**
 * Groups events into payloads below the database's limit.
 * @throws RangeError for a single event that is too large: send its id instead
 */
export function pack(events: RealtimeEvent[]): string[] {
  const payloads: string[] = [];
  let group: string[] = [];
  let bytes = 2;
  for (const event of events) {
    const text = JSON.stringify(event);
    const size = Buffer.byteLength(text) + 1;
    if (size + 2 > MAX_PAYLOAD_BYTES) {
      throw new RangeError(`The realtime event ${event.t} has ${size} bytes; send ids`);
    }
    if (bytes + size > MAX_PAYLOAD_BYTES) {
      payloads.push(`[${group.join(",")}]`);
      group = [];
      bytes = 2;
    }
    group.push(text);
    bytes += size;
  }
  if (group.length > 0) payloads.push(`[${group.join(",")}]`);
  return payloads;
}

/** Reads what pack() or a database function wrote. Anything malformed is no event. */
export function unpack(payload: string): RealtimeEvent[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(payload);
  } catch {
    return [];
  }
  const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return list.filter(isEvent);
}

function isEvent(value: unknown): value is RealtimeEvent {
  if (typeof value !== "object" || value === null) return false;
  const { t, u } = value as Record<string, unknown>;
  return typeof t === "string" && (u === null || typeof u === "string");
}
