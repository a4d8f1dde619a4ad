/** What a saving comes to when things go badly. Arithmetic only, for screens. */
import {
  E8_ONE,
  formatMicro,
  type Micro,
  mulDivFloor,
  mulDivHalfEven,
  parseDecimal,
  parseMicro,
} from "@/lib/platform/money";
import { fundedDays, HORIZON_DAYS, interestMicro, type SavingType } from "./rules";

type Plan = { type: SavingType; currency: "USDT" | "XAUT"; durationDays: number | null };

/** How far a flexible saving is looked at, in days. */
export const FAR_DAYS = 90;
/** By how much gold may be cheaper in the cases that are shown, in percent. */
export const PRICE_FALLS = [10, 30] as const;

export type BadCase =
  | { kind: "early"; days: number; back: Micro; worth: Micro | null }
  | { kind: "unfunded"; days: number; back: Micro; worth: Micro | null }
  | { kind: "cheaper"; percent: number; back: Micro; worth: Micro | null };

/**
 * The bad cases of a saving, in micro-units: a fixed one that is taken back on its last day, a flexible one whose
 * interest can't be set aside after the first days, and gold that costs less.
 * @param priceE8 USDT for one XAUT × 10⁸; null where it is not known, and then nothing has a worth in USDT
 */
export function badCases(
  { type, currency, durationDays }: Plan,
  principal: Micro,
  ratePpb: bigint,
  priceE8: bigint | null,
): BadCase[] {
  const worthAt = (back: Micro, percent: number): Micro | null => {
    if (currency === "USDT") return back;
    if (priceE8 === null) return null;
    return mulDivFloor(back, priceE8 * BigInt(100 - percent), E8_ONE * 100n);
  };
  const days = durationDays ?? FAR_DAYS;
  const full = principal + interestMicro(principal, ratePpb, days);
  const reserved = interestMicro(principal, ratePpb, HORIZON_DAYS);
  const paid = Math.min(days, fundedDays(principal, ratePpb, reserved));
  const unfunded = principal + interestMicro(principal, ratePpb, paid);
  const own: BadCase =
    type === "fixed"
      ? { kind: "early", days, back: principal, worth: worthAt(principal, 0) }
      : { kind: "unfunded", days, back: unfunded, worth: worthAt(unfunded, 0) };
  if (currency === "USDT") return [own];
  return [
    own,
    ...PRICE_FALLS.map((percent) => ({
      kind: "cheaper" as const,
      percent,
      back: full,
      worth: worthAt(full, percent),
    })),
  ];
}

type Saved = Record<"USDT" | "XAUT", { principal: string; accrued: string }>;

/**
 * What savings in both currencies come to together, profit so far included, in either of them: gold at the bid, half to
 * even into USDT and rounded down into XAUT. Null without a price.
 */
export function togetherOf(
  totals: Saved,
  price: string | null,
): { usdt: string; xaut: string } | null {
  const priceE8 = price === null ? null : parseDecimal(price, 8);
  if (priceE8 === null || priceE8 <= 0n) return null;
  const of = ({ principal, accrued }: Saved["USDT"]) =>
    (parseMicro(principal) ?? 0n) + (parseMicro(accrued) ?? 0n);
  const total = of(totals.USDT) + mulDivHalfEven(of(totals.XAUT), priceE8, E8_ONE);
  return {
    usdt: formatMicro(total),
    xaut: formatMicro(mulDivFloor(total, E8_ONE, priceE8)),
  };
}
