import { balancesAndDebtsOf } from "@/lib/ledger/data";
import { getMarketHead } from "@/lib/market/data";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import type { BalanceDto } from "./schema";
import { worthMicro } from "./user-stats-rules";

const sum = (amounts: Record<string, bigint>) =>
  Object.values(amounts).reduce((total, amount) => total + amount, 0n);

/**
 * A user's balances and what they are worth: gold at the newest bid, which is what it would fetch now; everything that is theirs, the stakes of
 * open options in full. XAUT is converted once, rounded half to even; the worth is null when there is some and no price.
 */
export async function getBalance(userId: string): Promise<BalanceDto> {
  const [{ balances, owed }, head] = await Promise.all([
    balancesAndDebtsOf(userId),
    getMarketHead(),
  ]);
  const { USDT, XAUT } = balances;
  const owned = { usdtMicro: sum(USDT), xautMicro: sum(XAUT) };
  const totalMicro = worthMicro(owned, head?.bidE8 ?? null);
  return {
    balances: {
      USDT: {
        available: formatMicro(USDT.available),
        held: formatMicro(USDT.held),
        escrow: formatMicro(USDT.escrow),
      },
      XAUT: {
        available: formatMicro(XAUT.available),
        held: formatMicro(XAUT.held),
        stored: formatMicro(XAUT.stored),
      },
      savings: { USDT: formatMicro(USDT.savings), XAUT: formatMicro(XAUT.savings) },
      ai: { USDT: formatMicro(USDT.ai), XAUT: formatMicro(XAUT.ai) },
      owed: { USDT: formatMicro(owed.USDT), XAUT: formatMicro(owed.XAUT) },
      totalUsdt: totalMicro === null ? null : formatMicro(totalMicro),
    },
    price: head === null ? null : formatPriceE8(head.priceE8),
    bid: head === null ? null : formatPriceE8(head.bidE8),
  };
}
