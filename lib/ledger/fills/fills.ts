import { sql } from "@/lib/platform/db";
import { wakeRelay } from "@/lib/platform/outbox";
import { attempt } from "../attempt";
import { fillDueOrders, matchOrders } from "../orders";
import { orderEnded } from "./fill-waits";

/** An order that waited for its price, and how it ended. */
export type EndedOrder = {
  kind: "trade" | "conversion";
  id: string;
  userId: string;
  status: "filled" | "void";
};

/** Users whose orders are in a batch wait for it. */
const BATCH = 200;
/** Orders that had waited for their price, which nobody waits for: as many as one price may meet. */
const RESTING_BATCH = 1_000;
/** A pass ends after this many batches, so that whoever runs it hears of its stop. */
const MAX_BATCHES = 40;

/** What a tick, or the time, may have made due. */
export type WaitingForTicks = { recurring: boolean; orders: boolean; alerts: boolean };

/** Asks, in one statement, what there may be to do: for most seconds nothing. */
export async function waitingForTicks(): Promise<WaitingForTicks> {
  const [row] = await attempt(
    () => sql<WaitingForTicks[]>`
      SELECT o_recurring AS recurring, o_orders AS orders, o_alerts AS alerts FROM waiting_for_ticks()`,
  );
  return row ?? { recurring: true, orders: true, alerts: true };
}

/**
 * Fills the oldest orders that are due, each at the first usable tick after its acceptance; those without one within
 * 10 s, beyond their limit or beyond what the house has are void and get everything back. Any number of
 * workers may call it at once.
 */
export function fillDue(limit = BATCH): Promise<EndedOrder[]> {
  return attempt(
    () => sql<EndedOrder[]>`
      SELECT o_kind AS kind, o_id AS id, o_user_id AS "userId", o_status AS status FROM fill_due(${limit})`,
  );
}

/**
 * Compares the orders that wait for a price of their user's choice with the ticks that came, and ends those that are
 * due. @returns how many
 */
export async function endRestingOrders(): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES && !(await matchOrders()); batch++);
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { length } = await fillDueOrders(RESTING_BATCH);
    if (length > 0) wakeRelay();
    total += length;
    if (length < RESTING_BATCH) break;
  }
  return total;
}

/** Ends every order that is due, and tells those who wait for them. @returns how many */
export async function fillOrders(): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const ended = await fillDue();
    for (const { id } of ended) orderEnded(id);
    if (ended.length > 0) wakeRelay();
    total += ended.length;
    if (ended.length < BATCH) break;
  }
  return total + (await endRestingOrders());
}
