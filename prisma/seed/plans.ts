import type { Prisma } from "@/lib/generated/prisma/client";

type Plan = Omit<Prisma.SavingPlanCreateManyInput, "id">;

const MILLION = 1_000_000n;

/** Saving plans of a new demo site; the operator edits them. Rates are a share of the principal a day. */
export const defaultPlans: Plan[] = [
  {
    name: "Flexible USDT",
    description: "For money that you may need any day.",
    type: "flexible",
    currency: "USDT",
    dailyRatePpb: 50_000n,
    minAmountMicro: 10n * MILLION,
    maxAmountMicro: 20_000n * MILLION,
    capacityMicro: 500_000n * MILLION,
  },
  {
    name: "Fixed USDT, 30 days",
    description: "For money that you can leave for a month.",
    type: "fixed",
    currency: "USDT",
    dailyRatePpb: 110_000n,
    durationDays: 30,
    minAmountMicro: 50n * MILLION,
    maxAmountMicro: 50_000n * MILLION,
    capacityMicro: 500_000n * MILLION,
  },
  {
    name: "Fixed USDT, 90 days",
    description: "For money that you can leave for three months.",
    type: "fixed",
    currency: "USDT",
    dailyRatePpb: 160_000n,
    durationDays: 90,
    minAmountMicro: 100n * MILLION,
    maxAmountMicro: 50_000n * MILLION,
    capacityMicro: 500_000n * MILLION,
  },
  {
    name: "Flexible XAUT",
    description: "Earn XAUT on your XAUT.",
    type: "flexible",
    currency: "XAUT",
    dailyRatePpb: 20_000n,
    minAmountMicro: 10_000n,
    maxAmountMicro: 10n * MILLION,
    capacityMicro: 100n * MILLION,
  },
];
