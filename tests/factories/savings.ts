import { randomUUID } from "node:crypto";
import type { Prisma, SavingPlan } from "@/lib/generated/prisma/client";
import type { LedgerCurrency } from "@/lib/ledger/schema";
import { MICRO } from "@/lib/platform/money";
import { asOwner } from "@/tests/support/owner";
import { fund } from "./funds";

/** Gives a user available money. */
export const giveTo = (user: string, amountMicro: bigint, currency: LedgerCurrency = "USDT") =>
  fund({ user, kind: "available", currency }, amountMicro);

/** Fills the house's interest account. */
export const fundInterest = (amountMicro: bigint, currency: LedgerCurrency = "USDT") =>
  fund({ house: "interest", currency }, amountMicro);

/** A plan: 30 days fixed in USDT at 0.011% a day from 10 USDT, unless said otherwise. */
export function createPlanRow(
  changes: Partial<Prisma.SavingPlanCreateManyInput> = {},
): Promise<SavingPlan> {
  const type = changes.type ?? "fixed";
  return asOwner().savingPlan.create({
    data: {
      name: `Plan ${randomUUID().slice(0, 8)}`,
      type,
      currency: "USDT",
      dailyRatePpb: 110_000n,
      durationDays: type === "fixed" ? 30 : null,
      minAmountMicro: 10n * MICRO,
      ...changes,
    },
  });
}
