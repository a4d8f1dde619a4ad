/** Tells users what became of their options. Same words for win and loss. */
import { sql } from "@/lib/platform/db";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { EVENT_CHANNEL, pack, type RealtimeEvent } from "@/lib/platform/realtime/events";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";

type SettledRow = {
  id: string;
  userId: string;
  status: "won" | "lost" | "refunded" | "void";
  direction: "up" | "down";
  amountMicro: bigint;
  payoutMicro: bigint;
  exitPriceE8: bigint | null;
  durationSeconds: number;
};

const STATUS_WORDS: Record<SettledRow["status"], string> = {
  won: "won",
  lost: "lost",
  refunded: "tied, stake returned",
  void: "void, stake returned",
};

const usdt = (value: bigint) => formatAmount(formatMicro(value), "USDT", { exact: true });

function messageOf(row: SettledRow): string {
  const direction = row.direction === "up" ? "Up" : "Down";
  const settlement =
    row.exitPriceE8 === null || row.status === "void"
      ? "There was no settlement price."
      : `Settlement price ${formatPrice(formatPriceE8(row.exitPriceE8))}.`;
  return `${direction}, ${usdt(row.amountMicro)}, ${row.durationSeconds} s: ${STATUS_WORDS[row.status]}. ${settlement} Paid back: ${usdt(row.payoutMicro)}.`;
}

/** Announces events on the channel that every instance forwards to its clients. */
export function announce(events: RealtimeEvent[]): Promise<unknown> {
  const payloads = pack(events);
  if (payloads.length === 0) return Promise.resolve();
  return sql`SELECT pg_notify(${EVENT_CHANNEL}, p) FROM unnest(${payloads}::text[]) AS p`;
}

/**
 * Notifies the owners of up to `limit` settled options, each exactly once: the notification, the
 * `trade` and `balance` events and the end of the news are one transaction. Any number at once.
 * @returns how many options it was
 */
export function tellSettled(limit: number): Promise<number> {
  return sql.begin(async (tx) => {
    const rows = await tx<SettledRow[]>`
      WITH taken AS (
        DELETE FROM trade_news WHERE trade_id IN (
          SELECT trade_id FROM trade_news ORDER BY trade_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) RETURNING trade_id
      )
      SELECT t.id, t.user_id AS "userId", t.status, t.direction, t.amount_micro AS "amountMicro",
        t.payout_micro AS "payoutMicro", t.exit_price_e8 AS "exitPriceE8", t.duration_seconds AS "durationSeconds"
      FROM taken JOIN trade t ON t.id = taken.trade_id ORDER BY t.settled_at, t.id`;
    if (rows.length === 0) return 0;
    await tx`
      INSERT INTO notification (user_id, type, title, message)
      SELECT n.user_id, 'trade', 'Option settled', n.message
      FROM unnest(${rows.map((row) => row.userId)}::uuid[], ${rows.map(messageOf)}::text[])
        AS n (user_id, message)`;
    const payloads = pack([
      ...rows.map((row) => ({
        t: "trade",
        u: row.userId,
        id: row.id,
        type: "option",
        status: row.status,
      })),
      ...[...new Set(rows.map((row) => row.userId))].map((u) => ({ t: "balance", u })),
    ]);
    await tx`SELECT pg_notify(${EVENT_CHANNEL}, p) FROM unnest(${payloads}::text[]) AS p`;
    return rows.length;
  });
}
