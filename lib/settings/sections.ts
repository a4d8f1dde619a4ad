/**
 * How the settings are laid out for the people who change them. Every setting has its place here, and
 * says whether a change of it is shown before and after once more (`review`).
 */
type SettingField = {
  key: string;
  kind:
    | "text"
    | "longText"
    | "image"
    | "switch"
    | "amount"
    | "rate"
    | "integer"
    | "durations"
    | "countries"
    | "coinRates"
    | "supportHours";
  /** Most characters of a text. */
  max?: number;
  /** Most characters that search engines show of a text. */
  shown?: number;
  /** What a number counts: a currency, or a key of the unit's text. */
  unit?: "USDT" | "hours" | "trades" | "milliseconds";
  /** Money or access depends on it. */
  review?: boolean;
};

export const SETTING_SECTIONS = [
  {
    name: "site",
    fields: [
      { key: "siteName", kind: "text", max: 60 },
      { key: "logoUrl", kind: "image" },
      { key: "favicon", kind: "image" },
      { key: "metaTitle", kind: "text", max: 70, shown: 60 },
      { key: "metaDescription", kind: "longText", max: 200, shown: 160 },
    ],
  },
  {
    name: "notices",
    fields: [
      { key: "announcement", kind: "longText", max: 300 },
      { key: "maintenance", kind: "switch", review: true },
      { key: "userPanelEnabled", kind: "switch", review: true },
      { key: "adminPanelEnabled", kind: "switch", review: true },
    ],
  },
  {
    name: "operator",
    fields: [
      { key: "operatorName", kind: "text", max: 200 },
      { key: "operatorAddress", kind: "text", max: 200 },
      { key: "operatorRegistration", kind: "text", max: 200 },
      { key: "operatorRegulator", kind: "longText", max: 600 },
      { key: "operatorContact", kind: "text", max: 200 },
      { key: "operatorPrivacyContact", kind: "text", max: 200 },
      { key: "operatorComplaints", kind: "longText", max: 600 },
      { key: "operatorCustody", kind: "longText", max: 600 },
      { key: "operatorRetention", kind: "longText", max: 600 },
      { key: "operatorLaw", kind: "longText", max: 600 },
    ],
  },
  {
    name: "support",
    fields: [{ key: "supportHours", kind: "supportHours" }],
  },
  {
    name: "staff",
    fields: [
      { key: "staffTwoFactorRequired", kind: "switch", review: true },
      { key: "staffPasskeyRequired", kind: "switch", review: true },
      { key: "fourEyesThreshold", kind: "amount", unit: "USDT", review: true },
      { key: "planYearlyRateCeiling", kind: "rate", review: true },
    ],
  },
  {
    name: "withdrawals",
    fields: [
      { key: "withdrawalMin", kind: "amount", unit: "USDT", review: true },
      { key: "withdrawalDailyLimit", kind: "amount", unit: "USDT", review: true },
      { key: "withdrawalFee", kind: "amount", unit: "USDT", review: true },
      { key: "withdrawalHoldHours", kind: "integer", unit: "hours", review: true },
    ],
  },
  {
    name: "options",
    fields: [
      { key: "optionEnabled", kind: "switch", review: true },
      { key: "optionDurations", kind: "durations", review: true },
      { key: "optionPausedDurations", kind: "text", review: true },
      { key: "optionMin", kind: "amount", unit: "USDT", review: true },
      { key: "optionMax", kind: "amount", unit: "USDT", review: true },
      { key: "optionCapPerExpirySecond", kind: "amount", unit: "USDT", review: true },
      { key: "optionCapPerDirection", kind: "amount", unit: "USDT", review: true },
      { key: "optionEntryDelayMs", kind: "integer", unit: "milliseconds", review: true },
      { key: "optionBlockedCountries", kind: "countries", review: true },
    ],
  },
  {
    name: "spot",
    fields: [
      { key: "manualEnabled", kind: "switch", review: true },
      { key: "manualFeeRate", kind: "rate", review: true },
      { key: "manualSpread", kind: "rate", review: true },
      { key: "manualMin", kind: "amount", unit: "USDT", review: true },
      { key: "manualMax", kind: "amount", unit: "USDT", review: true },
      { key: "storageFeeRate", kind: "rate", review: true },
      { key: "storageDailyLimit", kind: "amount", unit: "USDT", review: true },
    ],
  },
  {
    name: "strategies",
    fields: [
      { key: "aiEnabled", kind: "switch", review: true },
      { key: "aiMin", kind: "amount", unit: "USDT", review: true },
      { key: "aiMax", kind: "amount", unit: "USDT", review: true },
    ],
  },
  {
    name: "limits",
    fields: [
      { key: "dailyTradeLimit", kind: "integer", unit: "trades", review: true },
      { key: "marketMaxSpread", kind: "rate", review: true },
      { key: "marketMaxMove", kind: "rate", review: true },
      { key: "riskVersion", kind: "integer", review: true },
    ],
  },
  {
    name: "referrals",
    fields: [
      { key: "referralRate", kind: "rate", review: true },
      { key: "referralBlockedCountries", kind: "countries", review: true },
    ],
  },
  {
    name: "demo",
    fields: [{ key: "simulatedRates", kind: "coinRates", review: true }],
  },
] as const satisfies { name: string; fields: SettingField[] }[];

type Fields = (typeof SETTING_SECTIONS)[number]["fields"][number];
/** A setting by its name. */
export type SettingKey = Fields["key"];
/** Rules that bind staff, hold up a thief with a stolen session, or close and open the site to people. */
export const RULE_SETTINGS = [
  "staffTwoFactorRequired",
  "staffPasskeyRequired",
  "fourEyesThreshold",
  "planYearlyRateCeiling",
  "withdrawalHoldHours",
  "maintenance",
  "userPanelEnabled",
  "adminPanelEnabled",
  "withdrawalMin",
  "withdrawalDailyLimit",
  "optionBlockedCountries",
  "referralBlockedCountries",
  "riskVersion",
] as const satisfies SettingKey[];
/** What pauses a product or a duration for everybody, or ends that: whoever does says why. */
const PAUSE_SETTINGS: readonly string[] = [
  "optionEnabled",
  "optionPausedDurations",
  "manualEnabled",
  "aiEnabled",
] satisfies SettingKey[];
/** Whether a change of a setting is a pause, or the end of one. */
export const isPause = (key: string): boolean => PAUSE_SETTINGS.includes(key);
/** What the house pays and takes, and how much can be traded at that. */
const HOUSE_SETTINGS = [
  "withdrawalFee",
  "optionDurations",
  "optionMax",
  "optionCapPerExpirySecond",
  "optionCapPerDirection",
  "optionEntryDelayMs",
  "marketMaxSpread",
  "marketMaxMove",
  "manualFeeRate",
  "manualSpread",
  "manualMax",
  "storageFeeRate",
  "storageDailyLimit",
  "aiMax",
  "dailyTradeLimit",
  "referralRate",
  "simulatedRates",
] as const satisfies SettingKey[];
/**
 * Full administrators only, and all of them are told: rules with password and code at each change, the house's
 * settings with what proved the person within 15 minutes.
 */
const GUARDED_SETTINGS = [...RULE_SETTINGS, ...HOUSE_SETTINGS] as const;
export type GuardedSetting = (typeof GUARDED_SETTINGS)[number];

/** Whether a setting is one of the guarded ones. */
export const isGuarded = (key: string): key is GuardedSetting =>
  GUARDED_SETTINGS.some((guarded) => guarded === key);

/** A setting's place on the screen. */
export type PlacedSetting = SettingField & { key: SettingKey };

/** Every placed setting, in the order of the screen. */
export const placedSettings: readonly PlacedSetting[] = SETTING_SECTIONS.flatMap(
  ({ fields }) => fields as readonly PlacedSetting[],
);
