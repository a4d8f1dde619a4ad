import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { openOption } from "@/lib/ledger/open-option";
import { MICRO } from "@/lib/platform/money";
import { defaultSettings, type Settings } from "@/lib/settings/schema";
import { updateSettings } from "@/lib/site/mutations";
import { ratePpm, settingMicro } from "@/lib/trading/rules";
import { testDatabase } from "@/tests/support/database";
import {
  createFundedUser,
  fundOptionPool,
  optionOrder,
  recordTick,
} from "@/tests/support/ledger/ledger-model-fixture";

// What functions of the database decide by, whatever a caller says the settings are.

const database = testDatabase();

/** What the row has to say under these settings. */
function rulesOf(settings: Settings) {
  const micro = (text: string) => settingMicro(text).toString();
  return {
    singleton: true,
    option_enabled: settings.optionEnabled,
    option_min_micro: micro(settings.optionMin),
    option_max_micro: micro(settings.optionMax),
    option_cap_second_micro: micro(settings.optionCapPerExpirySecond),
    option_cap_direction_micro: micro(settings.optionCapPerDirection),
    option_blocked_countries: settings.optionBlockedCountries,
    daily_trade_limit: settings.dailyTradeLimit,
    risk_version: settings.riskVersion,
    manual_enabled: settings.manualEnabled,
    manual_fee_ppm: Number(micro(settings.manualFeeRate)),
    manual_spread_ppm: Number(micro(settings.manualSpread)),
    manual_min_micro: micro(settings.manualMin),
    manual_max_micro: micro(settings.manualMax),
    ai_enabled: settings.aiEnabled,
    ai_min_micro: micro(settings.aiMin),
    ai_max_micro: micro(settings.aiMax),
    referral_rate_ppm: Number(micro(settings.referralRate)),
    referral_blocked_countries: settings.referralBlockedCountries,
    withdrawal_min_micro: micro(settings.withdrawalMin),
    withdrawal_daily_micro: micro(settings.withdrawalDailyLimit),
    withdrawal_fee_micro: micro(settings.withdrawalFee),
    approval_threshold_micro: micro(settings.fourEyesThreshold),
    min_sources: 1,
    plan_yearly_ceiling_ppm: micro(settings.planYearlyRateCeiling),
    storage_fee_ppm: Number(micro(settings.storageFeeRate)),
  };
}

const stored = () => database.query("SELECT * FROM site_rule");
const offered = () =>
  database.query<{ seconds: number; ppm: number }>(
    `SELECT duration_seconds AS seconds, payout_rate_ppm AS ppm FROM option_offer
     WHERE offered_until IS NULL ORDER BY duration_seconds`,
  );
const offersOf = ({ optionDurations }: Pick<Settings, "optionDurations">) =>
  optionDurations.map(({ seconds, payoutRate }) => ({ seconds, ppm: Number(ratePpm(payoutRate)) }));

it("follows the settings, their defaults included", async () => {
  expect(await stored()).toEqual([rulesOf(defaultSettings)]);
  expect(await offered()).toEqual(offersOf(defaultSettings));
  const others: Partial<Settings> = {
    optionEnabled: false,
    manualEnabled: false,
    aiEnabled: false,
    optionMin: "1.000001",
    optionMax: "999.5",
    optionCapPerExpirySecond: "4",
    optionCapPerDirection: "5",
    optionBlockedCountries: ["AR", "GB"],
    dailyTradeLimit: 7,
    riskVersion: 3,
    manualFeeRate: "0.002",
    manualSpread: "0.003",
    manualMin: "2",
    manualMax: "3",
    aiMin: "60",
    aiMax: "61",
    referralRate: "0.11",
    referralBlockedCountries: [],
    withdrawalMin: "11",
    withdrawalDailyLimit: "12",
    withdrawalFee: "0.5",
    fourEyesThreshold: "13",
    storageFeeRate: "0.004",
    optionDurations: [
      { seconds: 30, payoutRate: "0.7" },
      { seconds: 61, payoutRate: "0.812345" },
      { seconds: 300, payoutRate: "0.86" },
    ],
    optionPausedDurations: "300, 61",
  };
  await updateSettings(SYSTEM_ACTOR, others);
  expect(await stored()).toEqual([rulesOf({ ...defaultSettings, ...others })]);
  expect(await offered()).toEqual([{ seconds: 30, ppm: 700_000 }]);
  await updateSettings(SYSTEM_ACTOR, defaultSettings);
  expect(await stored()).toEqual([rulesOf(defaultSettings)]);
  expect(await offered()).toEqual(offersOf(defaultSettings));
});

it("takes what is no offer for none stored, as the application does", async () => {
  for (const value of [
    "5",
    '[{"seconds": 30, "payoutRate": "5"}]',
    '[{"seconds": 3, "payoutRate": "0.5"}]',
  ]) {
    await database.query(
      `INSERT INTO setting (key, value) VALUES ('optionDurations', $1)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [value],
    );
    expect(await offered()).toEqual(offersOf(defaultSettings));
  }
  await database.query("DELETE FROM setting");
});

describe("an option that a caller asks for at terms of its own", () => {
  let user: string;
  const widest = {
    minAmountMicro: 1n,
    maxAmountMicro: 10n ** 15n,
    dailyTradeLimit: null,
    capPerSecondMicro: null,
    capPerDirectionMicro: null,
  };
  const attempt = (changes: object) => openOption(optionOrder(user, { ...widest, ...changes }));

  beforeAll(async () => {
    await fundOptionPool(10_000n * MICRO);
    user = await createFundedUser(100_000n * MICRO);
  });
  beforeEach(async () => {
    await recordTick(4000);
  });

  it.each([
    ["a rate", { payoutRatePpm: 5_000_000 }, {}, "TRADE_TERMS_CHANGED"],
    ["a duration", { durationSeconds: 5 }, {}, "VALIDATION"],
    ["more than the most", { amountMicro: 1001n * MICRO }, {}, "TRADE_AMOUNT_OUT_OF_RANGE"],
    ["less than the least", { amountMicro: 2n }, {}, "TRADE_AMOUNT_OUT_OF_RANGE"],
    ["a product that is off", {}, { optionEnabled: false }, "PRODUCT_DISABLED"],
    ["a paused duration", {}, { optionPausedDurations: "30" }, "VALIDATION"],
    [
      "a country where it is off",
      {},
      { optionBlockedCountries: ["XX"] },
      "NOT_AVAILABLE_IN_COUNTRY",
    ],
    ["risks of another version", {}, { riskVersion: 2 }, "RISK_NOT_ACCEPTED"],
    ["more than a day's number", {}, { dailyTradeLimit: 0 }, "DAILY_TRADE_LIMIT"],
    ["more than a direction's cap", {}, { optionCapPerDirection: "1" }, "HOUSE_LIMIT"],
    ["more than a second's cap", {}, { optionCapPerExpirySecond: "1" }, "HOUSE_LIMIT"],
  ])("is refused %s", async (_, order, settings, code) => {
    await updateSettings(SYSTEM_ACTOR, settings as Partial<Settings>);
    await expect(attempt(order)).rejects.toMatchObject({ code });
    await updateSettings(SYSTEM_ACTOR, defaultSettings);
  });

  it("is opened at those that are offered", async () => {
    expect(await attempt({})).toMatchObject({ collateralMicro: 8n * MICRO });
  });
});
