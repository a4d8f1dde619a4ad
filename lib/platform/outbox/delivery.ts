import type { Tx } from "@/lib/platform/db";
import type { RealtimeEvent } from "@/lib/platform/realtime/events";

/** What waits in the outbox to be told. */
export type Message = {
  id: bigint;
  /** One of many of the same moment, such as of a settlement. */
  bulk: boolean;
  /** Whom it is about; null where that is no user alone. */
  userId: string | null;
  kind: string;
  payload: Record<string, unknown>;
  /** How often it could not be delivered. */
  attempts: number;
};

/** What becomes of messages. */
export interface Deliveries {
  /** Kinds of messages that `deliver` knows. Others wait for an instance that knows them. */
  kinds: readonly string[];
  /**
   * Does what must follow, such as writing notifications, in the relay's transaction, which also ends the messages.
   * May be called again with fewer of them, once the database has undone what it did; so it publishes no events.
   * @param messages of those kinds, in the order in which they happened
   * @returns for each of them, in the same order, the events to send
   */
  deliver: (tx: Tx, messages: Message[]) => Promise<RealtimeEvent[][]>;
}
