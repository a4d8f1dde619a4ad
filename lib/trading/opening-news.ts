/** Tells users that their options have begun, and at which price. */

import { sql, transaction } from "@/lib/platform/db";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { EVENT_CHANNEL, pack } from "@/lib/platform/realtime/events";
import { type Text, text } from "@/lib/platform/text";
import { formatAmount, formatDateTime, formatPrice } from "@/lib/platform/ui/format";
import { noteUsers } from "./news";

/** Later it is none: a release that does not tell may have run in between. */
const TOLD_WITHIN = "10 minutes";

type Opening = {
  isNews: boolean;
  userId: string;
  direction: "up" | "down";
  amountMicro: bigint;
  collateralMicro: bigint;
  durationSeconds: number;
  entryPriceE8: bigint;
  expiresAt: Date;
  simulated: boolean;
};

const usdt = (micro: bigint) => formatAmount(formatMicro(micro), "USDT", { exact: true });

function messageOf(row: Opening): Text {
  const price = formatPrice(formatPriceE8(row.entryPriceE8), { exact: true });
  const end = formatDateTime(row.expiresAt, { style: "timeSeconds", zone: true });
  const payout = usdt(row.amountMicro + row.collateralMicro);
  return text(row.simulated ? "notices.trading.openedSimulated" : "notices.trading.opened", {
    direction: text(`notices.trading.${row.direction}`),
    amount: usdt(row.amountMicro),
    seconds: row.durationSeconds,
    price,
    end,
    payout,
  });
}

/**
 * Notifies the owners of up to `limit` options that got their entry price, each exactly once: the notification, its
 * event and the end of the news are one transaction. Any number at once.
 * @returns how many options it was
 */
export async function deliverOpeningNotifications(limit: number): Promise<number> {
  const waiting = await sql`SELECT 1 FROM option_opening_news ORDER BY trade_id LIMIT 1`;
  if (waiting.length === 0) return 0;
  return transaction(async (tx) => {
    const rows = await tx.$queryRaw<Opening[]>`
      WITH taken AS (
        DELETE FROM option_opening_news WHERE trade_id = ANY (ARRAY(
          SELECT trade_id FROM option_opening_news ORDER BY trade_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )) RETURNING trade_id
      )
      SELECT t.entry_at > app_now() - ${TOLD_WITHIN}::interval AS "isNews", t.user_id AS "userId", t.direction, t.amount_micro AS "amountMicro", t.collateral_micro AS "collateralMicro",
        t.duration_seconds AS "durationSeconds", t.entry_price_e8 AS "entryPriceE8", t.expires_at AS "expiresAt", t.simulated
      FROM taken JOIN trade t ON t.id = taken.trade_id ORDER BY t.entry_at, t.id`;
    if (rows.length === 0) return 0;
    const news = rows.filter(({ isNews }) => isNews);
    if (news.length === 0) return rows.length;
    const notes = news.map((row) => ({
      userId: row.userId,
      kind: "option" as const,
      title: text("notices.trading.optionOpened"),
      message: messageOf(row),
    }));
    const payloads = pack(await noteUsers(tx, notes));
    await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, p) FROM unnest(${payloads}::text[]) AS p`;
    return rows.length;
  });
}
