import type { Prisma } from "@/lib/generated/prisma/client";
import english from "@/messages/en.json";

type Plan = Omit<Prisma.SavingPlanCreateManyInput, "id">;

const { plans } = english.firstWords;
const MILLION = 1_000_000n;

/** Saving plans of a new demo site; the operator edits them. Rates are a share of the principal a day. */
export const defaultPlans: Plan[] = [
  {
    name: plans.flexibleUsdt,
    description: plans.flexibleUsdtText,
    type: "flexible",
    currency: "USDT",
    dailyRatePpb: 50_000n,
    minAmountMicro: 10n * MILLION,
    maxAmountMicro: 20_000n * MILLION,
    capacityMicro: 500_000n * MILLION,
  },
  {
    name: plans.fixed30,
    description: plans.fixed30Text,
    type: "fixed",
    currency: "USDT",
    dailyRatePpb: 110_000n,
    durationDays: 30,
    minAmountMicro: 50n * MILLION,
    maxAmountMicro: 50_000n * MILLION,
    capacityMicro: 500_000n * MILLION,
  },
  {
    name: plans.fixed90,
    description: plans.fixed90Text,
    type: "fixed",
    currency: "USDT",
    dailyRatePpb: 160_000n,
    durationDays: 90,
    minAmountMicro: 100n * MILLION,
    maxAmountMicro: 50_000n * MILLION,
    capacityMicro: 500_000n * MILLION,
  },
  {
    name: plans.flexibleXaut,
    description: plans.flexibleXautText,
    type: "flexible",
    currency: "XAUT",
    dailyRatePpb: 20_000n,
    minAmountMicro: 10_000n,
    maxAmountMicro: 10n * MILLION,
    capacityMicro: 100n * MILLION,
  },
];
