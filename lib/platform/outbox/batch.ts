import { type Tx, transaction } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { EVENT_CHANNEL, pack, type RealtimeEvent } from "@/lib/platform/realtime/events";
import { claimOldest, takeTurn } from "./claim";
import type { Deliveries, Message } from "./delivery";
import { EVENT_KIND } from "./index";

/** A message that fails so often is set aside. */
const MAX_ATTEMPTS = 5;
/** Until it is tried again, each time four times as long: it has failed five times after 17 s. */
const RETRY_MS = 200;
const RETRY_GROWTH = 4;

type Told = { message: Message; events: RealtimeEvent[] };
type Failure = { message: Message; error: unknown };
type Outcome = { told: Told[]; failures: Failure[] };
type Method = (tx: Tx, messages: Message[], deliveries: Deliveries) => Promise<Outcome>;

export type Batch = { count: number; hasMore: boolean };

/** The kinds that are delivered: those of the domains, and plain events. */
export const kindsOf = ({ kinds }: Deliveries): string[] => [...kinds, EVENT_KIND];

/**
 * Delivers the oldest messages: what must follow, one burst of NOTIFY and the end of the rows are one transaction.
 * Whatever dies in between, they are delivered by the next call. Messages that can't be delivered are tried again a
 * few times and then set aside; the others go on.
 * @returns how many were delivered; null while another relay is at it
 * @throws what has nothing to do with the messages, such as a lost connection
 */
export async function deliverBatch(deliveries: Deliveries): Promise<Batch | null> {
  try {
    return await deliverBy(tellAll, deliveries);
  } catch (error) {
    if (isPassing(error)) throw error;
    log.warn({ event: "outbox.batch_failed", err: error });
    return deliverBy(tellEach, deliveries);
  }
}

/** Of the database and not of a message: nothing is gained by looking for which one it was. */
const isPassing = (error: unknown) => toAppError(error).code === "SERVICE_UNAVAILABLE";

async function deliverBy(method: Method, deliveries: Deliveries): Promise<Batch | null> {
  let failures: Failure[] = [];
  const batch = await transaction(async (tx) => {
    if (!(await takeTurn(tx))) return null;
    const { messages, hasMore } = await claimOldest(tx, kindsOf(deliveries));
    if (messages.length === 0) return { count: 0, hasMore };
    const outcome = await method(tx, messages, deliveries);
    failures = outcome.failures;
    await finish(tx, outcome.told);
    await note(tx, failures);
    return { count: outcome.told.length, hasMore };
  });
  for (const failure of failures) report(failure);
  return batch;
}

async function tellAll(tx: Tx, messages: Message[], deliveries: Deliveries): Promise<Outcome> {
  const own = messages.filter(({ kind }) => kind !== EVENT_KIND);
  const answers = own.length > 0 ? await deliveries.deliver(tx, own) : [];
  const eventsOf = new Map(own.map((message, n) => [message, answers[n] ?? []]));
  const told = messages.map((message) => ({
    message,
    events: eventsOf.get(message) ?? [message.payload as RealtimeEvent],
  }));
  return { told, failures: [] };
}

/** Halves what fails until the messages that fail are alone. Nobody is told what comes after one of theirs that fails. */
async function tellEach(tx: Tx, messages: Message[], deliveries: Deliveries): Promise<Outcome> {
  const failures: Failure[] = [];
  const tell = async (part: Message[]): Promise<Told[]> => {
    const failed = new Set(failures.map(({ message }) => message.userId ?? message));
    const open = part.filter(({ userId }) => userId === null || !failed.has(userId));
    const [only, ...others] = open;
    if (!only) return [];
    await tx.$executeRaw`SAVEPOINT part`;
    try {
      const { told } = await tellAll(tx, open, deliveries);
      // Here and not with all: an event that is too large belongs to its message.
      pack(told.flatMap(({ events }) => events));
      return told;
    } catch (error) {
      if (isPassing(error)) throw error;
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT part`;
      if (others.length === 0) {
        failures.push({ message: only, error });
        return [];
      }
      const middle = open.length >> 1;
      return [...(await tell(open.slice(0, middle))), ...(await tell(open.slice(middle)))];
    }
  };
  return { told: await tell(messages), failures };
}

/** Sends the events and ends their messages. */
async function finish(tx: Tx, told: Told[]): Promise<void> {
  const payloads = pack(withoutRepetitions(told.flatMap(({ events }) => events)));
  const [bulks, ids] = [
    told.map(({ message }) => message.bulk),
    told.map(({ message }) => message.id),
  ];
  await tx.$executeRaw`
    WITH ended AS (
      DELETE FROM outbox o USING unnest(${bulks}::boolean[], ${ids}::bigint[]) AS e (bulk, id)
      WHERE o.bulk = e.bulk AND o.id = e.id
    )
    SELECT count(pg_notify(${EVENT_CHANNEL}, p)) FROM unnest(${payloads}::text[]) AS p`;
}

/** Of events that say nothing but that something changed for somebody, the last one. */
function withoutRepetitions(events: RealtimeEvent[]): RealtimeEvent[] {
  const isHint = (event: RealtimeEvent) => Object.keys(event).length === 2;
  const keyOf = ({ t, u }: RealtimeEvent) => `${t} ${u}`;
  const last = new Map<string, number>();
  events.forEach((event, n) => {
    if (isHint(event)) last.set(keyOf(event), n);
  });
  return events.filter((event, n) => !isHint(event) || last.get(keyOf(event)) === n);
}

/** Counts failures, and sets aside what has failed often enough. */
async function note(tx: Tx, failures: Failure[]): Promise<void> {
  for (const { message } of failures) {
    const attempts = message.attempts + 1;
    const retryMs = RETRY_MS * RETRY_GROWTH ** message.attempts;
    await tx.$executeRaw`
      UPDATE outbox SET attempts = ${attempts}, retry_at = clock_timestamp() + make_interval(secs => ${retryMs / 1000}),
        set_aside_at = CASE WHEN ${attempts >= MAX_ATTEMPTS} THEN clock_timestamp() END
      WHERE bulk = ${message.bulk} AND id = ${message.id}`;
  }
}

function report({ message: { id, kind, attempts }, error }: Failure): void {
  const fields = { err: error, message: String(id), kind, attempts: attempts + 1 };
  if (attempts + 1 < MAX_ATTEMPTS) log.warn({ event: "outbox.message_failed", ...fields });
  else log.error({ event: "outbox.message_set_aside", ...fields });
}
