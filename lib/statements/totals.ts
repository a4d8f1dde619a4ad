import { wealthTotals } from "@/lib/ledger/transactions/totals";
import { transactionGroups } from "@/lib/ledger/transactions/transaction-rules";
import { formatMicro } from "@/lib/platform/money";
import { type HistoryTotals, MOST_DAYS } from "./totals-schema";
import type { WealthFilter } from "./wealth";

/** What the changes of a user's wealth under a filter come to, together and by UTC day. */
export async function historyTotals({ type, ...filter }: WealthFilter): Promise<HistoryTotals> {
  const types = type === undefined ? undefined : [...transactionGroups[type]];
  const rows = await wealthTotals({ ...filter, types }, MOST_DAYS);
  const all = rows.find(({ day }) => day === null);
  if (!all) throw new Error("everything together is always one row");
  const both = (usdtMicro: bigint, xautMicro: bigint) => ({
    USDT: formatMicro(usdtMicro),
    XAUT: formatMicro(xautMicro),
  });
  return {
    totals: {
      events: all.events,
      changes: both(all.usdtMicro, all.xautMicro),
      fees: both(all.usdtFeeMicro, all.xautFeeMicro),
    },
    days: rows.flatMap(({ day, events, usdtMicro, xautMicro }) =>
      day === null ? [] : [{ day, events, changes: both(usdtMicro, xautMicro) }],
    ),
  };
}
