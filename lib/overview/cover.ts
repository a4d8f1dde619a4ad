import { type HouseAccountRow, listHouseAccounts, optionCover } from "@/lib/ledger/house";
import type { LedgerCurrency } from "@/lib/ledger/schema";
import { prisma } from "@/lib/platform/db";
import { formatMicro, type Micro } from "@/lib/platform/money";
import { freeBeyond } from "@/lib/savings/funding-rules";
import type { CoverDto } from "./schema";

/** What an account of the house holds, or has to keep; 0 where it has none. */
export const amountOf = (
  accounts: HouseAccountRow[],
  kind: HouseAccountRow["kind"],
  currency: LedgerCurrency,
  part: "balanceMicro" | "requiredMicro" = "balanceMicro",
): Micro => accounts.find((one) => one.kind === kind && one.currency === currency)?.[part] ?? 0n;

/** How the house covers what it has promised beyond what users put in. */
export function coverOf(
  accounts: HouseAccountRow[],
  options: { promisedMicro: Micro; setAsideMicro: Micro },
): CoverDto[] {
  const savings = (["USDT", "XAUT"] as const).map((currency) => {
    const reserve = amountOf(accounts, "interest_reserve", currency);
    const owed = amountOf(accounts, "interest", currency, "requiredMicro");
    return {
      product: "savings" as const,
      currency,
      promised: formatMicro(reserve + owed),
      setAside: formatMicro(reserve),
      free: formatMicro(freeBeyond(amountOf(accounts, "interest", currency), owed)),
    };
  });
  return [
    {
      product: "options",
      currency: "USDT",
      promised: formatMicro(options.promisedMicro),
      setAside: formatMicro(options.setAsideMicro),
      free: formatMicro(amountOf(accounts, "option_pool", "USDT")),
    },
    ...savings,
  ];
}

/** The same as it is now. */
export async function readCover(): Promise<CoverDto[]> {
  const [accounts, options] = await Promise.all([listHouseAccounts(prisma), optionCover(prisma)]);
  return coverOf(accounts, options);
}
