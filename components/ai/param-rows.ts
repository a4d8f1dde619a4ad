import type { KeyValueRow } from "@/components/ui/key-value-rows";
import type { TradeSettings } from "@/lib/trading/schema";

type StrategyInfo = TradeSettings["ai"]["strategies"][number];

/** A run's parameters as rows, under the names that the strategy gives them where it is known. */
export function paramRows(
  params: Record<string, number | string>,
  info?: StrategyInfo,
): KeyValueRow[] {
  return Object.entries(params).map(([name, value]) => ({
    id: `param-${name}`,
    label: info?.params[name]?.label ?? name,
    value: String(value),
  }));
}
