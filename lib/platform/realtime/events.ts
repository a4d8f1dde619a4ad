import { TEXT_MARK } from "@/lib/platform/text";

/** Channel of everything that clients hear about, except prices. */
export const EVENT_CHANNEL = "app_events";
/** Channel of the index ticks. */
export const TICK_CHANNEL = "market_tick";

/** An event for the servers: ends the sockets of session `s`, or without `s` all of the user's. */
export const REVOKED_EVENT = "session:revoked";

// PostgreSQL refuses payloads of 8000 bytes and more.
const MAX_PAYLOAD_BYTES = 7_900;
/** Of a single event with the comma behind it: a payload puts its events in brackets. */
const MAX_EVENT_BYTES = MAX_PAYLOAD_BYTES - 2;
const sizeOf = (text: string) => Buffer.byteLength(text) + 1;

/**
 * One message to clients. `t` is the name of the Socket.IO event, `u` who gets it: a user's id,
 * "admins" for staff, "admins:chat.answer" for staff with that permission, null for everybody. `by` is the session that caused
 * a user's event: its own sockets receive it marked `quiet`. The rest is what the client receives; it must be small.
 */
export type RealtimeEvent = { t: string; u: string | null; by?: string } & Record<string, unknown>;

/**
 * An event as JSON.
 * @throws RangeError for one that is too large for the database: send its id instead
 */
export function eventText(event: RealtimeEvent): string {
  const text = JSON.stringify(event);
  const size = sizeOf(text);
  if (size > MAX_EVENT_BYTES) {
    throw new RangeError(`The realtime event ${event.t} has ${size} bytes; send ids`);
  }
  return text;
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
    const text = eventText(event);
    const size = sizeOf(text);
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

/** As many bytes as one unit of a text can take in JSON: `\\u0001`. */
const MAX_UNIT_BYTES = 6;

/**
 * An event whose text goes with it whole, as long as the database takes the notification; of a longer text goes
 * as much as fits, ending in an ellipsis.
 * @param field the event's field that holds the text
 */
export function withFittingText<Field extends string>(
  event: RealtimeEvent & Record<Field, string>,
  field: Field,
): RealtimeEvent {
  let fitting: RealtimeEvent = event;
  let text: string = event[field];
  // A text by its key has no end that could be cut off.
  if (text.startsWith(TEXT_MARK)) return event;
  for (;;) {
    const excess = sizeOf(JSON.stringify(fitting)) - MAX_EVENT_BYTES;
    if (excess <= 0 || text === "") return fitting;
    // A cut through the middle of an emoji would leave half a character.
    text = text.slice(0, -Math.ceil(excess / MAX_UNIT_BYTES)).replace(/[\uD800-\uDBFF]$/, "");
    fitting = { ...event, [field]: `${text}…` };
  }
}

function isEvent(value: unknown): value is RealtimeEvent {
  if (typeof value !== "object" || value === null) return false;
  const { t, u } = value as Record<string, unknown>;
  return typeof t === "string" && (u === null || typeof u === "string");
}
