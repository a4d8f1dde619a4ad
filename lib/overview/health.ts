import type { DocumentType } from "@/lib/documents/types";
import {
  type HouseAccountRow,
  listHouseAccounts,
  optionCover,
  optionExposure,
} from "@/lib/ledger/house";
import type { LedgerCurrency } from "@/lib/ledger/schema";
import { getMarketHead, getPause } from "@/lib/market/data";
import { prisma } from "@/lib/platform/db";
import { E8_ONE, type Micro, mulDivCeil, PPM, parseMicro } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import { freeBeyond, planFunding } from "@/lib/savings/funding-rules";
import { getSettings } from "@/lib/settings/data";
import type { Settings } from "@/lib/settings/schema";
import { amountOf, coverOf } from "./cover";
import { readLogPart, serializeAlert } from "./log-part";
import { alertsOf, type CheckState, type JobState, type SiteState, type Waiting } from "./rules";
import type { AlertDto, CoverDto, OptionResultDto } from "./schema";

const MAX_PLANS = 200;

/** Schedules as the queue knows them, with how each last ended. */
async function readJobs(): Promise<JobState[]> {
  return prisma.$queryRaw<JobState[]>`
    SELECT s.name, s.cron AS schedule, s.created_on AS "knownSince", r.succeeded_at AS "succeededAt",
      r.failed_at AS "failedAt", r.error
    FROM pgboss.schedule s LEFT JOIN job_run r ON r.name = s.name ORDER BY s.name`;
}

/** Where no process works on schedules an outside clock does, and only what it calls is known. */
async function readJobStates(): Promise<JobState[]> {
  const scheduled = await readJobs();
  if (scheduled.length > 0) return scheduled;
  const runs = await prisma.jobRun.findMany({ orderBy: { name: "asc" } });
  return runs.map((run) => ({
    ...run,
    schedule: "0 0 * * *",
    knownSince: run.succeededAt ?? run.failedAt ?? now(),
  }));
}

const both = (read: (currency: LedgerCurrency) => Micro) => ({
  USDT: read("USDT"),
  XAUT: read("XAUT"),
});

const setting = (text: string): Micro => parseMicro(text) ?? 0n;

function largestPayout({ optionMax, optionDurations }: Settings): Micro {
  const rates = optionDurations.map(({ payoutRate }) => setting(payoutRate));
  const [highest = 0n] = rates.toSorted((a, b) => (a > b ? -1 : 1));
  return mulDivCeil(setting(optionMax), highest, PPM);
}

async function unfundedPlans(
  interest: Record<LedgerCurrency, Micro>,
  owed: Record<LedgerCurrency, Micro>,
): Promise<string[]> {
  const plans = await prisma.savingPlan.findMany({
    where: { deletedAt: null, isActive: true },
    take: MAX_PLANS,
  });
  const free = both((currency) => freeBeyond(interest[currency], owed[currency]));
  return plans
    .filter((plan) => planFunding(plan, free[plan.currency]).state === "none")
    .map(({ name }) => name);
}

function inventoryOf(
  accounts: HouseAccountRow[],
  { manualEnabled, manualMax }: Settings,
  priceE8: bigint | null,
): SiteState["inventory"] {
  if (!manualEnabled) return [];
  const usdt = setting(manualMax);
  const rows: SiteState["inventory"] = [
    { currency: "USDT", micro: amountOf(accounts, "inventory", "USDT"), largestMicro: usdt },
  ];
  if (priceE8 !== null && priceE8 > 0n) {
    rows.push({
      currency: "XAUT",
      micro: amountOf(accounts, "inventory", "XAUT"),
      largestMicro: mulDivCeil(usdt, E8_ONE, priceE8),
    });
  }
  return rows;
}

/** What needs somebody's hand, and how the house covers what it has promised. */
export async function getSiteHealth(
  waiting: Waiting,
  optionResults: OptionResultDto[],
  unfinishedTexts: DocumentType[],
): Promise<{ alerts: AlertDto[]; cover: CoverDto[] }> {
  const [accounts, exposure, options, settings, head, paused, checks, jobs, publicLog] =
    await Promise.all([
      listHouseAccounts(prisma),
      optionExposure(prisma),
      optionCover(prisma),
      getSettings(),
      getMarketHead(),
      getPause(),
      prisma.systemCheck.findMany({ where: { name: { in: ["ledger", "audit"] } } }),
      readJobStates(),
      readLogPart(),
    ]);
  const interest = both((currency) => amountOf(accounts, "interest", currency));
  const owed = both((currency) => amountOf(accounts, "interest", currency, "requiredMicro"));
  const cap = setting(settings.optionCapPerDirection);
  const left = (used: Micro) => (cap > used ? cap - used : 0n);
  const pool = accounts.find(({ kind }) => kind === "option_pool");
  const state: SiteState = {
    ...publicLog,
    feed: head && { at: head.at, stale: head.stale, paused },
    checks: checks as CheckState[],
    jobs,
    pool: {
      micro: pool?.balanceMicro ?? 0n,
      capLeftMicro: settings.optionEnabled ? left(exposure.upMicro) + left(exposure.downMicro) : 0n,
      largestMicro: settings.optionEnabled ? largestPayout(settings) : 0n,
    },
    interest,
    owed,
    unfundedPlans: await unfundedPlans(interest, owed),
    referral: {
      micro: amountOf(accounts, "referral", "USDT"),
      dueMicro: amountOf(accounts, "referral", "USDT", "requiredMicro"),
    },
    inventory: inventoryOf(accounts, settings, head?.priceE8 ?? null),
    optionResults,
    isFourEyesOff: setting(settings.fourEyesThreshold) === 0n,
    unfinishedTexts,
    waiting,
  };
  return {
    alerts: alertsOf(state).map(serializeAlert),
    cover: coverOf(accounts, options),
  };
}
