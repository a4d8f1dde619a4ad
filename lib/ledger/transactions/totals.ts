import { reading } from "@/lib/platform/db";
import type { LineFilter } from "./lines";

/** What lines of wealth come to, in micro-units; what left is negative. Fees are what was paid, inside the changes. */
export type WealthTotals = {
  /** A UTC day; null for everything together. */
  day: string | null;
  events: number;
  usdtMicro: bigint;
  xautMicro: bigint;
  usdtFeeMicro: bigint;
  xautFeeMicro: bigint;
};

/**
 * What the lines of a user's wealth under a filter come to: the newest UTC days with any, oldest first, then all
 * together, whatever the number of days. The same events as in listWealthLines(), however many there are.
 */
export const wealthTotals = (
  { userId, types, from, to }: Omit<LineFilter, "limit" | "cursor">,
  days: number,
): Promise<WealthTotals[]> => reading.sql<WealthTotals[]>`
    WITH day AS MATERIALIZED (
      SELECT * FROM ledger_wealth_days(${userId}::uuid, ${types ?? null}::text[], ${from ?? null}::timestamptz, ${to ?? null}::timestamptz)
    ), shown AS (
      (SELECT * FROM day ORDER BY o_day DESC LIMIT ${days})
      UNION ALL
      SELECT NULL, coalesce(sum(o_events), 0), micro_sum(o_usdt_micro), micro_sum(o_xaut_micro), micro_sum(o_usdt_fee_micro),
        micro_sum(o_xaut_fee_micro) FROM day
    )
    SELECT o_day::text AS day, o_events::int AS events, o_usdt_micro AS "usdtMicro", o_xaut_micro AS "xautMicro",
      o_usdt_fee_micro AS "usdtFeeMicro", o_xaut_fee_micro AS "xautFeeMicro"
    FROM shown ORDER BY o_day NULLS LAST`;
