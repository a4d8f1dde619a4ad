import { issueText, oneFieldEach } from "@/lib/platform/issue-text";
import type { Text } from "@/lib/platform/text";
import { dca } from "./dca";
import { emaCrossover } from "./ema-crossover";
import { grid } from "./grid";
import { meanReversion } from "./mean-reversion";
import type { ParamValues, Strategy, StrategyId } from "./strategy";

const strategies: Record<StrategyId, Strategy> = {
  "ema-crossover": emaCrossover as unknown as Strategy,
  dca: dca as unknown as Strategy,
  grid: grid as unknown as Strategy,
  "mean-reversion": meanReversion as unknown as Strategy,
};

/** Every strategy that is offered. */
export const allStrategies: Strategy[] = Object.values(strategies);

/** A strategy by its id; null for anything else. */
export function findStrategy(id: string): Strategy | null {
  return Object.hasOwn(strategies, id) ? strategies[id as StrategyId] : null;
}

/** A strategy that a stored row names. @throws Error for one that no longer exists */
export function strategyOf(id: string): Strategy {
  const found = findStrategy(id);
  if (!found) throw new Error(`There is no strategy ${id}`);
  return found;
}

export type ParamsReading =
  | { ok: true; params: ParamValues }
  | { ok: false; errors: Record<string, Text[]> };

/** Reads a strategy's parameters: defaults filled in, everything else refused with its field. */
export function readParams(strategy: Strategy, input: unknown): ParamsReading {
  const result = strategy.schema.safeParse(input ?? {}, { error: issueText });
  if (result.success) return { ok: true, params: result.data };
  const errors: Record<string, Text[]> = {};
  for (const issue of result.error.issues.flatMap(oneFieldEach)) {
    const name = ["params", ...issue.path].join(".");
    errors[name] = [...(errors[name] ?? []), issue.message as Text];
  }
  return { ok: false, errors };
}
