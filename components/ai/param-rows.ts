import type { KeyValueRow } from "@/components/ui/display/key-value-rows";
import { UNKNOWN } from "@/lib/platform/ui/format";
import type { TradeSettings } from "@/lib/trading/schema";

type StrategyInfo = TradeSettings["ai"]["strategies"][number];

/** A run's parameters as rows, under the names that the strategy gives them where it is known. */
export function paramRows(
  params: Record<string, number | string>,
  info?: StrategyInfo,
): KeyValueRow[] {
  // Stored parameters have no order of their own.
  const names = info ? Object.keys(info.params) : Object.keys(params);
  return names.map((name) => ({
    id: `param-${name}`,
    label: info?.params[name]?.label ?? name,
    value: String(params[name] ?? UNKNOWN),
  }));
}
