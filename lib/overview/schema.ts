import { z } from "zod";

const decimal = z.string().meta({ description: "Decimal string" });
const moment = z.iso.datetime();

/** What may need somebody's hand, in the order of urgency. */
export const alertCodes = [
  "feedDown",
  "pricePaused",
  "ledgerCheckFailed",
  "auditCheckFailed",
  "ledgerCheckOld",
  "auditCheckOld",
  "logKeyMissing",
  "logKeyUnknown",
  "logShorter",
  "logUnreadable",
  "logFailed",
  "logBehind",
  "logNotStored",
  "logUnwitnessed",
  "jobsSilent",
  "jobLate",
  "jobFailed",
  "fourEyesOff",
  "textsUnfinished",
  "withdrawalsWait",
  "depositsWait",
  "savingsWait",
  "poolEmpty",
  "poolLow",
  "optionsWinOften",
  "plansUnfunded",
  "referralShort",
  "inventoryLow",
] as const;
export type AlertCode = (typeof alertCodes)[number];

export const alertSchema = z.object({
  code: z.enum(alertCodes),
  tone: z.enum(["error", "warn"]),
  /** What differs between two alerts of a code: a job's name, a currency. */
  subject: z.string(),
  at: moment.nullable(),
  detail: z.string(),
  amount: decimal.nullable(),
});
export type AlertDto = z.output<typeof alertSchema>;

const cover = z.object({
  product: z.enum(["options", "savings"]),
  currency: z.enum(["USDT", "XAUT"]),
  promised: decimal.meta({ description: "The most that is owed beyond what users put in" }),
  setAside: decimal,
  free: decimal.meta({ description: "What can be promised on top" }),
});
export type CoverDto = z.output<typeof cover>;

const optionResult = z.object({
  seconds: z.int(),
  payoutRate: decimal,
  won: z.int(),
  decided: z.int().meta({ description: "Won or lost: not refunded, not void" }),
  winRate: decimal,
  low: decimal.meta({ description: "Wilson's interval: with 95% the chance to win is from here" }),
  high: decimal.meta({ description: "up to here" }),
  breakEven: decimal.meta({ description: "1 / (1 + payoutRate)" }),
  isAbove: z.boolean().meta({ description: "The whole interval is above break-even" }),
});
export type OptionResultDto = z.output<typeof optionResult>;

/** What a site needs before it takes anybody's money; real money itself comes last. */
const launchStepCodes = [
  "texts",
  "twoPeople",
  "fourEyes",
  "staffTwoFactor",
  "addresses",
  "livePrices",
  "mail",
  "realMoney",
] as const;
export type LaunchStepCode = (typeof launchStepCodes)[number];
const launchStep = z.object({ code: z.enum(launchStepCodes), isDone: z.boolean() });
export type LaunchStepDto = z.output<typeof launchStep>;

/** GET /api/admin/overview */
export const overviewResponse = z.object({
  alerts: z.array(alertSchema),
  pendingDeposits: z.object({ count: z.int(), oldestAt: moment.nullable() }),
  pendingWithdrawals: z.object({
    count: z.int(),
    oldestAt: moment.nullable(),
    amountUsdt: decimal,
    amountXaut: decimal,
  }),
  users: z.object({ total: z.int(), active: z.int(), newToday: z.int() }),
  openChats: z.object({
    count: z.int(),
    unreadMessages: z.int(),
    needReply: z.int(),
    medianFirstReplySeconds: z.int().nullable(),
    ratings: z
      .object({ good: z.int(), total: z.int() })
      .meta({ description: "Of closed conversations, in the last 30 days" }),
  }),
  openOptions: z.object({ count: z.int(), stakeUsdt: decimal, collateralUsdt: decimal }),
  cover: z.array(cover),
  launch: z.array(launchStep).meta({ description: "What the site needs before it takes money" }),
  optionResults: z.array(optionResult).meta({
    description: "Options of the last 30 UTC days by duration and payout rate",
  }),
  volume: z
    .array(
      z.object({
        day: z.iso.date(),
        option: decimal,
        manual: decimal,
        ai: decimal,
        storage: decimal,
        actions: z.int(),
      }),
    )
    .meta({
      description:
        "USDT turnover by UTC day, oldest first, 30 days: stakes of options, both sides of spot trades, conversions. Void and refunded options are left out",
    }),
});
export type OverviewDto = z.output<typeof overviewResponse>;
