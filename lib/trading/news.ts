/** Tells users what became of their options and spot trades. Same words for win and loss. */
import { Prisma, sql, type Tx, transaction } from "@/lib/platform/db";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { EVENT_CHANNEL, pack, type RealtimeEvent } from "@/lib/platform/realtime/events";
import { type Text, text } from "@/lib/platform/text";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";

type OptionRow = {
  type: "option";
  status: "won" | "lost" | "refunded" | "void";
  direction: "up" | "down";
  payoutMicro: bigint;
  exitPriceE8: bigint | null;
  durationSeconds: number;
  simulated: boolean;
};
type SpotRow = {
  type: "manual" | "ai";
  status: "filled";
  side: "buy" | "sell";
  entryPriceE8: bigint;
  feeMicro: bigint;
  receivedMicro: bigint;
  pnlMicro: bigint | null;
  simulated: boolean;
};
type Kind = NewsRow["type"];
type Note = { id: string; u: string; type: string; title: string; message: string };
type NewNote = { userId: string; kind: Kind; title: Text; message: Text };
type NewsRow = { id: string; userId: string; amountMicro: bigint } & (OptionRow | SpotRow);

const amount = (value: bigint, currency: string, sign = false) =>
  formatAmount(formatMicro(value), currency, { exact: true, sign });
const usdt = (value: bigint, sign = false) => amount(value, "USDT", sign);

function settlementText(row: OptionRow): Text {
  if (row.exitPriceE8 === null || row.status === "void") {
    return text("notices.trading.priceMissing");
  }
  const price = formatPrice(formatPriceE8(row.exitPriceE8), { exact: true });
  return row.simulated
    ? text("notices.trading.simulatedSettlementPrice", { price })
    : text("notices.trading.settlementPrice", { price });
}

function optionMessage(row: OptionRow & Pick<NewsRow, "amountMicro">): Text {
  return text("notices.trading.settlement", {
    direction: text(`notices.trading.${row.direction}`),
    amount: usdt(row.amountMicro),
    seconds: row.durationSeconds,
    outcome: text(`notices.trading.outcomes.${row.status}`),
    settlement: settlementText(row),
    payout: usdt(row.payoutMicro),
  });
}

function spotMessage(row: SpotRow & Pick<NewsRow, "amountMicro">): Text {
  const [given, got] = [row.amountMicro, row.receivedMicro];
  const exact = formatPrice(formatPriceE8(row.entryPriceE8), { exact: true });
  const price = row.simulated ? text("notices.trading.simulatedPrice", { price: exact }) : exact;
  const terms = { price, fee: usdt(row.feeMicro) };
  const message =
    row.side === "buy"
      ? text("notices.trading.bought", { ...terms, got: amount(got, "XAUT"), given: usdt(given) })
      : text("notices.trading.sold", { ...terms, given: amount(given, "XAUT"), got: usdt(got) });
  return row.pnlMicro === null
    ? message
    : text("notices.trading.result", { message, result: usdt(row.pnlMicro, true) });
}

const messageOf = (row: NewsRow): Text =>
  row.type === "option" ? optionMessage(row) : spotMessage(row);

/** Announces events on the channel that every instance forwards to its clients. */
export function announce(events: RealtimeEvent[]): Promise<unknown> {
  const payloads = pack(events);
  if (payloads.length === 0) return Promise.resolve();
  return sql`SELECT pg_notify(${EVENT_CHANNEL}, p) FROM unnest(${payloads}::text[]) AS p`;
}

/**
 * Writes notifications about trades. Their type tells the kind of trade (`option-trade`, `manual-trade`, `ai-trade`):
 * clients go by it when they decide what floats.
 * @returns their events
 */
export async function noteUsers(tx: Tx, notes: NewNote[]): Promise<RealtimeEvent[]> {
  const rows = await tx.$queryRaw<Note[]>`
    INSERT INTO notification (user_id, type, title, message)
    SELECT n.user_id, n.kind || '-trade', n.title, n.message
    FROM unnest(${notes.map(({ userId }) => userId)}::uuid[], ${notes.map(({ kind }) => kind)}::text[],
      ${notes.map(({ title }) => title)}::text[], ${notes.map(({ message }) => message)}::text[])
      AS n (user_id, kind, title, message)
    RETURNING id, user_id AS u, type, title, message`;
  return rows.map((row) => ({ t: "notification", ...row }));
}

/** Whether anything may be left to tell. */
async function hasNews(): Promise<boolean> {
  // By its order, so that what is already deleted is not read again each time.
  const rows = await sql`SELECT 1 FROM trade_news ORDER BY trade_id LIMIT 1`;
  return rows.length > 0;
}

/**
 * Notifies the owners of up to `limit` settled options and filled spot trades, each exactly once: the
 * notification, the `trade`, `notification` and `balance` events and the end of the news are one
 * transaction. Any number at once.
 * @param tradeId only this trade, when given
 * @returns how many trades it was
 */
export async function deliverTradeNotifications(
  limit: number,
  tradeId: string | null = null,
): Promise<number> {
  // Asked five times a second: mostly there is nothing, and a transaction costs several times as much.
  if (tradeId === null && !(await hasNews())) return 0;
  const only = tradeId ? Prisma.sql`WHERE trade_id = ${tradeId}::uuid` : Prisma.empty;
  return transaction(async (tx) => {
    const rows = await tx.$queryRaw<NewsRow[]>`
      WITH taken AS (
        -- An array, because a subquery of IN may be run again for every row that it is compared with.
        DELETE FROM trade_news WHERE trade_id = ANY (ARRAY(
          SELECT trade_id FROM trade_news ${only} ORDER BY trade_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )) RETURNING trade_id
      )
      SELECT t.id, t.user_id AS "userId", t.type, t.status, t.direction, t.side, t.amount_micro AS "amountMicro",
        t.payout_micro AS "payoutMicro", t.exit_price_e8 AS "exitPriceE8", t.duration_seconds AS "durationSeconds",
        t.entry_price_e8 AS "entryPriceE8", t.fee_micro AS "feeMicro", t.received_micro AS "receivedMicro",
        t.pnl_micro AS "pnlMicro", t.simulated
      FROM taken JOIN trade t ON t.id = taken.trade_id ORDER BY t.settled_at, t.id`;
    if (rows.length === 0) return 0;
    const notes = await noteUsers(
      tx,
      rows.map((row) => ({
        userId: row.userId,
        kind: row.type,
        title: text(`notices.trading.titles.${row.type}`),
        message: messageOf(row),
      })),
    );
    const payloads = pack([
      ...rows.map((row) => ({
        t: "trade",
        u: row.userId,
        id: row.id,
        type: row.type,
        status: row.status,
        ...(row.type === "option" ? { payout: formatMicro(row.payoutMicro) } : {}),
      })),
      ...notes,
      ...[...new Set(rows.map((row) => row.userId))].map((u) => ({ t: "balance", u })),
    ]);
    await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, p) FROM unnest(${payloads}::text[]) AS p`;
    return rows.length;
  });
}
