import { PPM, parseDecimal } from "@/lib/platform/money";
import type { Settings } from "@/lib/settings/schema";

/** Whether referral rewards may not be offered in a country. */
export function isReferralBlocked(
  settings: Pick<Settings, "referralBlockedCountries">,
  countryIso: string,
): boolean {
  return settings.referralBlockedCountries.includes(countryIso);
}

/**
 * The share of a fee that is paid as commission, in parts per million, rounded down and never more
 * than the whole fee.
 */
export function referralRatePpm({ referralRate }: Pick<Settings, "referralRate">): number {
  const ppm = (parseDecimal(referralRate, 8) ?? 0n) / 100n;
  return Number(ppm > PPM ? PPM : ppm);
}
