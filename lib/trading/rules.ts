/** Arithmetic and limits of trading. Amounts in micro-units, rates in parts per million. */
import { formatDecimal, type Micro, mulDivHalfEven, PPM, parseDecimal } from "@/lib/platform/money";
import type { Settings } from "@/lib/settings/schema";

export const tradeTypes = ["option", "manual", "ai"] as const;
export type TradeType = (typeof tradeTypes)[number];

/** A rate such as "0.82" in parts per million. @throws RangeError when it is no rate */
export function ratePpm(rate: string): bigint {
  const ppm = parseDecimal(rate, 6);
  if (ppm === null || ppm < 0n) throw new RangeError(`${rate} is no rate`);
  return ppm;
}

/** Refuses a rate that is not the one now in force: what was reviewed is what happens. */
export function termsRefusal(
  reviewed: string | undefined,
  nowPpm: number,
): "TRADE_TERMS_CHANGED" | null {
  if (reviewed === undefined || Number(ratePpm(reviewed)) === nowPpm) return null;
  return "TRADE_TERMS_CHANGED";
}

/** The durations that can be chosen: those of the settings that are not paused. */
export function offeredDurations({
  optionDurations,
  optionPausedDurations,
}: Pick<Settings, "optionDurations" | "optionPausedDurations">): Settings["optionDurations"] {
  const paused = optionPausedDurations.split(",").map((seconds) => seconds.trim());
  return optionDurations.filter(({ seconds }) => !paused.includes(String(seconds)));
}

/** What the house adds to the stake of a won option: stake × rate, half to even. As open_option() does. */
export function optionGain(stakeMicro: Micro, payoutPpm: bigint): Micro {
  return mulDivHalfEven(stakeMicro, payoutPpm, PPM);
}

/**
 * The share of options that has to be won to lose nothing: 1 / (1 + payout), as a decimal string with
 * 6 decimals, rounded half to even.
 */
export function breakEvenRate(payoutRate: string): string {
  return formatDecimal(mulDivHalfEven(PPM, PPM, PPM + ratePpm(payoutRate)), 6);
}

/** What staff allow one user; null follows the site. */
export type TradeLimits = {
  optionEnabled: boolean | null;
  manualEnabled: boolean | null;
  aiEnabled: boolean | null;
  minAmountMicro: Micro | null;
  maxAmountMicro: Micro | null;
  dailyTradeLimit: number | null;
};

export type ProductLimits = { enabled: boolean; minMicro: Micro; maxMicro: Micro };
export type MergedLimits = Record<TradeType, ProductLimits> & { dailyTradeLimit: number };

/** An amount of the settings in micro-units. @throws RangeError when it has more than 6 decimals */
export function settingMicro(text: string): Micro {
  const value = parseDecimal(text, 6);
  if (value === null) throw new RangeError(`${text} is no amount`);
  return value;
}

/**
 * The site's limits with one user's own: those only narrow. A product is on when the site offers it, it
 * may be offered in the country, and staff have neither switched it off for the user nor left no amount that fits.
 */
export function mergeLimits(
  settings: Settings,
  own: TradeLimits | null,
  countryIso: string,
): MergedLimits {
  const product = (type: TradeType, isOffered: boolean, min: string, max: string) => {
    const ownMin = own?.minAmountMicro ?? null;
    const ownMax = own?.maxAmountMicro ?? null;
    const [siteMin, siteMax] = [settingMicro(min), settingMicro(max)];
    const minMicro = ownMin !== null && ownMin > siteMin ? ownMin : siteMin;
    const maxMicro = ownMax !== null && ownMax < siteMax ? ownMax : siteMax;
    // One range is for every product: it may leave nothing of another one's.
    const enabled = isOffered && own?.[`${type}Enabled`] !== false && minMicro <= maxMicro;
    return { enabled, minMicro, maxMicro };
  };
  const isOptionOffered =
    settings.optionEnabled &&
    offeredDurations(settings).length > 0 &&
    !isOptionBlocked(settings, countryIso);
  return {
    option: product("option", isOptionOffered, settings.optionMin, settings.optionMax),
    manual: product("manual", settings.manualEnabled, settings.manualMin, settings.manualMax),
    ai: product("ai", settings.aiEnabled, settings.aiMin, settings.aiMax),
    dailyTradeLimit: Math.min(settings.dailyTradeLimit, own?.dailyTradeLimit ?? Infinity),
  };
}

/** Whether options may not be offered in a country. */
export function isOptionBlocked(
  settings: Pick<Settings, "optionBlockedCountries">,
  countryIso: string,
): boolean {
  return settings.optionBlockedCountries.includes(countryIso);
}
