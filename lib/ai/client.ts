/** What every page needs of strategies: the names of what is kept of them. */

/** Query keys of strategies; `run`, `setup` and `trade` events refresh all but backtests. */
export const aiKeys = {
  all: ["ai"] as const,
  runs: () => ["ai", "runs"] as const,
  run: (id: string) => ["ai", "run", id] as const,
  setups: () => ["ai", "setups"] as const,
  backtest: (order: AiOrder | null) => ["backtest", order] as const,
};

/** How many runs that ended a page has. Every live one is on the first page besides. */
export const RUNS_PER_PAGE = 50;
export const SETUPS_SHOWN = 20;

/** What a run is started with. */
export type AiOrder = { strategy: string; amount: string; params: Record<string, number | string> };
