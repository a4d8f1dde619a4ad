import { endWith, type Tx } from "@/lib/platform/db";
import { eventText, type RealtimeEvent } from "@/lib/platform/realtime/events";
import { isUuid } from "@/lib/platform/uuid";
import { wakeRelay } from "./wake";

export { wakeRelay } from "./wake";

/** The kind of messages that are realtime events as they stand. Those of domains are in deliveries.ts. */
export const EVENT_KIND = "event";

/**
 * Tells the clients of every instance something once the transaction has committed, and never if it rolls back: at
 * least once, and each user's events in the order of their transactions.
 * @param tx the transaction that makes the events true
 * @throws RangeError for an event that is too large: send its id instead
 */
export async function publishEvent(tx: Tx, ...events: RealtimeEvent[]): Promise<void> {
  if (events.length === 0) return;
  for (const event of events) eventText(event);
  const others = gathered.get(tx);
  if (others) return void others.push(...events);
  const all = [...events];
  if (endWith(tx, { last: () => insertEvents(tx, all), committed: wakeRelay }))
    gathered.set(tx, all);
  else await insertEvents(tx, all);
}

/** Of transactions that have not ended. They go in as the last statement: one for all, when every lock is held. */
const gathered = new WeakMap<Tx, RealtimeEvent[]>();

/** Wakes the relay once a transaction has committed that wrote rows by a statement of its own. */
export function wakeAfter(tx: Tx): void {
  endWith(tx, { last: async () => undefined, committed: wakeRelay });
}

async function insertEvents(tx: Tx, events: RealtimeEvent[]): Promise<void> {
  const users = events.map(({ u }) => (u !== null && isUuid(u) ? u : null));
  const payloads = events.map(eventText);
  await tx.$executeRaw`
    INSERT INTO outbox (user_id, kind, payload) SELECT e.user_id, ${EVENT_KIND}, e.payload::json
    FROM unnest(${users}::uuid[], ${payloads}::text[]) WITH ORDINALITY AS e (user_id, payload, n) ORDER BY e.n`;
}

/** Tells a user nothing of what waits to be told, also of what was set aside: the account is erased. */
export async function forgetMessages(tx: Tx, userId: string): Promise<void> {
  await tx.outboxMessage.deleteMany({ where: { userId } });
}
