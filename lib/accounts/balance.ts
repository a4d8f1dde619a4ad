import { balancesOf } from "@/lib/ledger/data";
import type { UserBalances } from "@/lib/ledger/schema";
import { getMarketHead } from "@/lib/market/data";
import { prisma } from "@/lib/platform/db";
import {
  type E8,
  E8_ONE,
  formatMicro,
  formatPriceE8,
  type Micro,
  mulDivHalfEven,
} from "@/lib/platform/money";
import type { BalanceDto } from "./schema";

const sum = (amounts: Record<string, bigint>) =>
  Object.values(amounts).reduce((total, amount) => total + amount, 0n);

/**
 * What a user's money is worth in USDT micro-units: everything that is theirs, the stakes of open options in
 * full. XAUT is converted once, rounded half to even.
 */
export function totalMicro(balances: UserBalances, priceE8: E8): Micro {
  return sum(balances.USDT) + mulDivHalfEven(sum(balances.XAUT), priceE8, E8_ONE);
}

/** A user's balances with their worth at the newest index price; null where there is no price. */
export async function getBalance(userId: string): Promise<BalanceDto> {
  const [balances, head] = await Promise.all([balancesOf(prisma, userId), getMarketHead()]);
  const { USDT, XAUT } = balances;
  return {
    balances: {
      USDT: {
        available: formatMicro(USDT.available),
        held: formatMicro(USDT.held),
        escrow: formatMicro(USDT.escrow),
      },
      XAUT: { available: formatMicro(XAUT.available), stored: formatMicro(XAUT.stored) },
      savings: { USDT: formatMicro(USDT.savings), XAUT: formatMicro(XAUT.savings) },
      ai: { USDT: formatMicro(USDT.ai), XAUT: formatMicro(XAUT.ai) },
      totalUsdt: head === null ? null : formatMicro(totalMicro(balances, head.priceE8)),
    },
    price: head === null ? null : formatPriceE8(head.priceE8),
  };
}
