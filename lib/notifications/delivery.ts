import type { Tx } from "@/lib/platform/db";
import type { Deliveries, Message } from "@/lib/platform/outbox/delivery";
import type { RealtimeEvent } from "@/lib/platform/realtime";
import { type NotificationInput, writeNotifications } from "./mutations";

/** What clients hear of one message, in this order: events, and notifications, which are written, too. */
export type Told = (RealtimeEvent | QuietInput)[];

/** `quiet`: no dialog opens for it, because its user sees it happen; `by`: in that session alone. */
type QuietInput = NotificationInput & { quiet?: true; by?: string };

/** What users are told of the messages of one kind. */
export interface Delivery<Payload extends object = Record<string, unknown>> {
  /** As the outbox row names it: letters and underscores. */
  kind: string;
  /**
   * Says what to tell. It only reads: whatever fails in a batch is told again without it.
   * @param payloads in the order in which they happened
   * @returns an answer for each, in the same order
   */
  tell: (tx: Tx, payloads: Payload[]) => Promise<Told[]>;
}

/** A delivery whose payload type no longer matters. */
export type AnyDelivery = Omit<Delivery, "tell"> & {
  tell: (tx: Tx, payloads: never[]) => Promise<Told[]>;
};

/** Declares what users are told of the messages of one kind. */
export function defineDelivery<Payload extends object>(
  kind: string,
  tell: Delivery<Payload>["tell"],
): Delivery<Payload> {
  if (!/^[a-z][a-z_]*$/.test(kind)) throw new Error(`"${kind}" is no name for a kind`);
  return { kind, tell };
}

/**
 * Puts deliveries together for the relay. A batch of thousands takes a few statements: one call a kind, then all
 * notifications at once, in the order of the messages.
 */
export function joinDeliveries(deliveries: readonly AnyDelivery[]): Deliveries {
  return {
    kinds: deliveries.map(({ kind }) => kind),
    async deliver(tx, messages) {
      const told = new Map<Message, Told>();
      for (const { kind, tell } of deliveries) {
        const own = messages.filter((message) => message.kind === kind);
        if (own.length === 0) continue;
        const answers = await tell(tx, own.map(({ payload }) => payload) as never[]);
        for (const [n, message] of own.entries()) told.set(message, answers[n] ?? []);
      }
      return withNotifications(
        tx,
        messages.map((message) => told.get(message) ?? []),
      );
    },
  };
}

const isEvent = (item: RealtimeEvent | QuietInput): item is RealtimeEvent => "t" in item;

/** Writes the notifications. @returns the same with their events in their places */
async function withNotifications(tx: Tx, told: Told[]): Promise<RealtimeEvent[][]> {
  const inputs = told.flat().filter((item) => !isEvent(item));
  const written = (await writeNotifications(tx, inputs as QuietInput[])).values();
  return told.map((items) =>
    items.map((item) => {
      if (isEvent(item)) return item;
      const event = written.next().value as RealtimeEvent;
      const { quiet, by } = item;
      return { ...event, ...(quiet ? { quiet } : {}), ...(by === undefined ? {} : { by }) };
    }),
  );
}
