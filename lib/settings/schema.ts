import { z } from "zod";
import { typedAmountText } from "@/lib/platform/money/amount-form";
import { optionalReasonSchema } from "@/lib/platform/reason-schema";
import { text } from "@/lib/platform/text";
import { isTimeZone } from "@/lib/platform/ui/date-time";

/** Where retail binary options are banned: the United Kingdom and the EU/EEA. */
const OPTION_BAN_COUNTRIES =
  "GB AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE".split(
    " ",
  );

/** Amounts and rates are decimal strings, as everywhere in JSON; more than 6 decimals can't be booked. */
const decimal = typedAmountText(
  /^\d{1,12}(\.\d{1,6})?$/,
  text("errors.settings.enterNumberSuchAs10Or"),
);
/** The ledger's functions refuse larger trades. */
const MAX_AMOUNT = 1_000_000_000;
const amount = decimal.refine(
  (text) => Number(text) <= MAX_AMOUNT,
  text("errors.settings.enterAtMost", { value: MAX_AMOUNT.toLocaleString("en") }),
);
/** How far from its default a coin's demo rate may be: a slip of the comma would give coins away. */
const MAX_RATE_FACTOR = 100;
const DEMO_RATES = { BTC: "95000", ETH: "3400", BNB: "650", USDC: "1" };
const demoRate = (usual: string) => {
  const [lowest, highest] = [Number(usual) / MAX_RATE_FACTOR, Number(usual) * MAX_RATE_FACTOR];
  return decimal.refine(
    (text) => Number(text) >= lowest && Number(text) <= highest,
    text("errors.settings.enterRateFrom", {
      value: lowest.toLocaleString("en"),
      value2: highest.toLocaleString("en"),
    }),
  );
};
/** The most that the fee and the spread may be, each: running strategies trade at the terms of the moment, so neither may eat them up. */
const MAX_TRADE_COST = 0.1;
const TRADE_COST_PROBLEM = text("errors.settings.enterRateSuchAs0001", {
  maxTradeCost: MAX_TRADE_COST,
});
const tradeCost = z
  .string()
  .regex(/^0(\.\d{1,6})?$/, TRADE_COST_PROBLEM)
  .refine((text) => Number(text) <= MAX_TRADE_COST, TRADE_COST_PROBLEM);
/** Above 1, an option up and one down of the same moment would together win whatever the price does. */
const MAX_PAYOUT_RATE = 1;
const PAYOUT_PROBLEM = text("errors.settings.aPayoutRateAbove0And", {
  maxPayoutRate: MAX_PAYOUT_RATE,
});
/** More than this between bid and ask is no price to trade on, whatever the operator thinks of the market. */
const MAX_MARKET_SPREAD = 0.1;
const MARKET_SPREAD_PROBLEM = text("errors.settings.enterASpread", {
  maxSpread: MAX_MARKET_SPREAD,
});
const marketSpread = z
  .string()
  .regex(/^0\.\d{1,6}$/, MARKET_SPREAD_PROBLEM)
  .refine((text) => Number(text) > 0 && Number(text) <= MAX_MARKET_SPREAD, MARKET_SPREAD_PROBLEM);
const line = (max: number) => z.string().trim().max(max);
const countryCodes = z
  .array(z.string().regex(/^[A-Z]{2}$/, text("errors.settings.enterTwoCapitalLettersSuchAs")))
  .max(250)
  .refine(
    (codes) => new Set(codes).size === codes.length,
    text("errors.settings.aCountryListedTwice"),
  );

/** Begins with its slash, or names a scheme such as https. */
const IS_WHOLE = /^(\/|[a-z][a-z\d+.-]*:)/i;

/** An address that pages may load images from, a path on this site, or nothing. A path without its leading slash gets it. */
const reference = z
  .string()
  .trim()
  .overwrite((path) => (path === "" || IS_WHOLE.test(path) ? path : `/${path}`))
  .max(500)
  .regex(/^(\/[^/\\].*|https:\/\/.+)?$/, text("errors.settings.enterPathOrAddressThatBegins"));

const HOURS_PROBLEM = text("errors.settings.enterHours");
const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, HOURS_PROBLEM);
/** When support answers, by the clocks of a zone; without a day always. */
const supportHours = z.strictObject({
  zone: z
    .string()
    .max(64)
    .refine(isTimeZone, text("errors.common.enterTimeZone"))
    .meta({ examples: ["Europe/Berlin"] }),
  days: z
    .array(
      z
        .strictObject({
          day: z.int().min(1).max(7),
          from: clock.meta({ examples: ["09:00"] }),
          to: clock.meta({ examples: ["17:00"] }),
        })
        .refine(({ from, to }) => from < to, HOURS_PROBLEM),
    )
    .max(7)
    .refine((days) => new Set(days.map(({ day }) => day)).size === days.length, HOURS_PROBLEM),
});

/** Every site setting. One row a key; an absent row means its default. */
export const settingsSchema = z.object({
  siteName: line(60).min(1),
  logoUrl: reference,
  favicon: reference,
  metaTitle: line(70),
  metaDescription: line(200),
  userPanelEnabled: z.boolean(),
  adminPanelEnabled: z.boolean(),
  maintenance: z.boolean(),
  announcement: line(300),

  /** What the public texts say of the operator; empty: not stated yet. */
  operatorName: line(200),
  operatorAddress: line(200),
  operatorRegistration: line(200),
  operatorRegulator: line(600),
  operatorContact: line(200),
  operatorPrivacyContact: line(200),
  operatorComplaints: line(600),
  operatorCustody: line(600),
  operatorRetention: line(600),
  operatorLaw: line(600),

  /** Days from 1, Monday; outside of them users get one automatic answer. */
  supportHours,

  /** Staff without two-factor must set it up before they can use the panel or the admin API. */
  staffTwoFactorRequired: z.boolean(),
  /** Staff act as staff only in sessions that a passkey opened, or that they added one in. */
  staffPasskeyRequired: z.boolean(),
  /**
   * In USDT: what a member of staff moves alone in 24 hours, and what is moved for a user; more takes two. 0: the rule
   * is off. The database reads it.
   */
  fourEyesThreshold: decimal,
  /** Plans that pay more a year take two, whatever they can pay. The database reads it. */
  planYearlyRateCeiling: decimal,

  withdrawalMin: decimal,
  withdrawalDailyLimit: decimal,
  withdrawalFee: decimal,
  withdrawalHoldHours: z.int().min(0).max(720),

  dailyTradeLimit: z.int().min(0).max(100000),
  optionEnabled: z.boolean(),
  optionDurations: z
    .array(z.strictObject({ seconds: z.int().min(5).max(86400), payoutRate: decimal }))
    .min(1)
    .max(12)
    .refine(
      (offers) =>
        offers.every(({ payoutRate }) => {
          const rate = Number(payoutRate);
          return rate > 0 && rate <= MAX_PAYOUT_RATE;
        }),
      PAYOUT_PROBLEM,
    ),
  /** Seconds of durations that nobody can choose for now, such as "30, 60". */
  optionPausedDurations: z
    .string()
    .trim()
    .regex(/^(\d{1,5}(, ?\d{1,5}){0,11})?$/, text("errors.settings.enterSeconds")),
  optionMin: amount,
  optionMax: amount,
  /** Most collateral the house puts up for options that end in the same second. */
  optionCapPerExpirySecond: decimal,
  /** Most collateral the house puts up for all open options of one direction. */
  optionCapPerDirection: decimal,
  /** From acceptance to the earliest entry: what a faster market announced is over by then. The database reads it. */
  optionEntryDelayMs: z.int().min(0).max(10_000),
  optionBlockedCountries: countryCodes,
  /** The largest part of a price between its bid and ask, and between two sources. The database reads it. */
  marketMaxSpread: marketSpread,
  /** The largest move within a minute of a price that one exchange shows alone; a larger one pauses trading. */
  marketMaxMove: marketSpread,
  riskVersion: z.int().min(1).max(999_999_999),

  manualEnabled: z.boolean(),
  manualFeeRate: tradeCost,
  /** Zero trades at exactly ask and bid. */
  manualSpread: tradeCost,
  /** Of conversions between USDT and stored XAUT. */
  storageFeeRate: tradeCost,
  /** USDT that one user may convert in a UTC day. */
  storageDailyLimit: amount,
  manualMin: amount,
  manualMax: amount,
  aiEnabled: z.boolean(),
  aiMin: amount,
  aiMax: amount,

  referralRate: decimal,
  referralBlockedCountries: countryCodes,

  /** USDT for one coin while prices are simulated; labelled as such wherever shown. */
  simulatedRates: z.strictObject({
    BTC: demoRate(DEMO_RATES.BTC),
    ETH: demoRate(DEMO_RATES.ETH),
    BNB: demoRate(DEMO_RATES.BNB),
    USDC: demoRate(DEMO_RATES.USDC),
  }),
});

export type Settings = z.output<typeof settingsSchema>;
/** What an absent row means. */
export const defaultSettings: Settings = {
  siteName: "Aurum",
  logoUrl: "/logo.png",
  favicon: "/logo.png",
  metaTitle: "Tether Gold trading and savings",
  metaDescription: "Trade Tether Gold (XAUT) with real-time data and professional tools",
  userPanelEnabled: true,
  adminPanelEnabled: true,
  maintenance: false,
  announcement: "",
  operatorName: "",
  operatorAddress: "",
  operatorRegistration: "",
  operatorRegulator: "",
  operatorContact: "",
  operatorPrivacyContact: "",
  operatorComplaints: "",
  operatorCustody: "",
  operatorRetention: "",
  operatorLaw: "",
  supportHours: { zone: "UTC", days: [] },
  staffTwoFactorRequired: false,
  staffPasskeyRequired: false,
  fourEyesThreshold: "0",
  planYearlyRateCeiling: "0.30",
  withdrawalMin: "10",
  withdrawalDailyLimit: "10000",
  withdrawalFee: "0",
  withdrawalHoldHours: 24,
  dailyTradeLimit: 100,
  optionEnabled: true,
  optionDurations: [
    { seconds: 30, payoutRate: "0.80" },
    { seconds: 60, payoutRate: "0.82" },
    { seconds: 120, payoutRate: "0.84" },
    { seconds: 300, payoutRate: "0.86" },
    { seconds: 900, payoutRate: "0.88" },
  ],
  optionPausedDurations: "",
  optionMin: "1",
  optionMax: "1000",
  optionCapPerExpirySecond: "50000",
  optionCapPerDirection: "250000",
  optionEntryDelayMs: 2_000,
  optionBlockedCountries: OPTION_BAN_COUNTRIES,
  marketMaxSpread: "0.01",
  marketMaxMove: "0.03",
  riskVersion: 1,
  manualEnabled: true,
  manualFeeRate: "0.001",
  manualSpread: "0",
  storageFeeRate: "0.001",
  storageDailyLimit: "50000",
  manualMin: "1",
  manualMax: "50000",
  aiEnabled: true,
  aiMin: "50",
  aiMax: "50000",
  referralRate: "0.10",
  referralBlockedCountries: ["GB"],
  simulatedRates: DEMO_RATES,
};

/** What anyone may read: GET /api/settings/config. */
export const publicConfigSchema = settingsSchema
  .pick({
    siteName: true,
    logoUrl: true,
    favicon: true,
    metaTitle: true,
    metaDescription: true,
    userPanelEnabled: true,
    adminPanelEnabled: true,
    maintenance: true,
    announcement: true,
  })
  .extend({
    /** True unless the operator runs with real money. */
    demo: z.boolean(),
    optionBlockedCountries: z.array(z.string()),
  });
export type PublicConfig = z.output<typeof publicConfigSchema>;
export const configResponseSchema = z.object({ config: publicConfigSchema });

/** What proves the caller where a guarded setting changes. */
export const proofFields = {
  password: z.string().max(1000).optional().meta({
    description:
      "Your own. Only full administrators change rules that protect users, each time with it, and what the house pays, with it unless they logged in within 15 minutes",
  }),
  totp: z.string().trim().max(20).optional().meta({
    description: "The code beside the password, where you have two-factor on",
  }),
};

/**
 * PUT /api/settings/config: any subset of the settings. `expected` says what the caller took the
 * changed ones to be: where somebody else changed one in between, nothing is stored. `password` and
 * `totp` of the caller are asked for where a changed setting is guarded, `reason` where something is paused.
 */
export const updateSettingsSchema = settingsSchema
  .partial()
  .extend({
    expected: settingsSchema.partial().strict().optional(),
    ...proofFields,
    reason: optionalReasonSchema.meta({
      description:
        "Why: asked for where a product or a duration is paused or goes on; the audit log keeps it",
    }),
    demo: publicConfigSchema.shape.demo.optional().meta({
      description: "No setting and without effect: what GET answers can be sent back as it is",
    }),
  })
  .strict()
  .refine(
    ({ expected: _, password: __, totp: ___, demo: ____, reason: _____, ...changes }) =>
      Object.keys(changes).length > 0,
    text("errors.common.thereNothingChange"),
  );

/** Who changed a setting last. */
const lastChangeSchema = z.object({ by: z.string(), at: z.iso.datetime() });
/** GET /api/admin/settings */
export const allSettingsSchema = z.object({
  settings: settingsSchema,
  changes: z
    .record(z.string(), lastChangeSchema)
    .meta({ description: "Who changed which setting last; those that nobody changed are absent" }),
});
export type AllSettings = z.output<typeof allSettingsSchema>;

/** What differs from what a caller expected: in the body of the 409 that PUT answers then. */
export type SettingConflict = {
  key: string;
  current: unknown;
  by: string | null;
  at: string | null;
};

/** POST /api/admin/upload/logo */
export const logoResponseSchema = z.object({
  logoUrl: z
    .string()
    .meta({ description: "For the setting logoUrl or favicon; nothing is set yet" }),
  width: z.int(),
  height: z.int(),
});
