import { formatPercent, UNKNOWN } from "@/lib/platform/ui/format";

/** A ratio such as 0.1234 as "+12.34%"; not known: "—". */
export function ratioText(ratio: number | null, { sign = false } = {}): string {
  return formatPercent(ratio === null ? null : (ratio * 100).toFixed(2), { sign });
}

/** A plain figure such as a Sharpe ratio, with two decimals; not known: "—". */
export function figureText(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(2).replace("-", "\u2212");
}
