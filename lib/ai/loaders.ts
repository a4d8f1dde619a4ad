/** What the endpoints and pages of strategy runs show: reads joined and written as DTOs. */
import { hasAcceptedRisk } from "@/lib/accounts/data";
import { getMarketHead, getTickAt } from "@/lib/market/data";
import { readClock } from "@/lib/platform/db/clock";
import { pageOf } from "@/lib/platform/http/lists";
import { getSettings } from "@/lib/settings/data";
import { getTradingRules } from "@/lib/trading/data";
import { ratePpm } from "@/lib/trading/rules";
import type { TradeSettings } from "@/lib/trading/schema";
import { toTrade, toTradeSettings } from "@/lib/trading/serializers";
import {
  countHistory,
  getRun,
  getRunEvents,
  getStartedRun,
  listRuns,
  listSetups,
  type RunRow,
} from "./data";
import type { RunDetail, RunDto, RunList, SetupDto, SetupList } from "./schema";
import { toRun, toSetup, toSignal, type Valuation } from "./serializers";

async function getValuation(): Promise<Valuation> {
  const [head, settings, now] = await Promise.all([getMarketHead(), getSettings(), readClock()]);
  return {
    head,
    feePpm: ratePpm(settings.manualFeeRate),
    spreadPpm: ratePpm(settings.manualSpread),
    nowMs: now.getTime(),
  };
}

type Page<Status = never> = { limit: number; cursor?: string; status?: Status };

async function toRunOf(row: RunRow, valuation: Valuation): Promise<RunDto> {
  return toRun(row, valuation, await countHistory([row], valuation.nowMs));
}

/**
 * A page of a user's runs, each valued at the newest price: all live ones on the first, then those that ended.
 * @throws AppError VALIDATION for a cursor that this list did not give
 */
export async function loadRuns(userId: string, query: Page<RunDto["status"]>): Promise<RunList> {
  const [{ runs, nextCursor }, valuation] = await Promise.all([
    listRuns(userId, query),
    getValuation(),
  ]);
  const history = await countHistory(runs, valuation.nowMs);
  return { runs: runs.map((row) => toRun(row, valuation, history)), nextCursor };
}

/** One run of a user, valued at the newest price. @throws AppError NOT_FOUND */
export async function loadRun(userId: string, runId: string): Promise<RunDto> {
  const [run, valuation] = await Promise.all([getRun(userId, runId), getValuation()]);
  return toRunOf(run, valuation);
}

/**
 * A run as its start is answered, which a repeated key repeats: what it did since is not in it.
 * @throws AppError NOT_FOUND
 */
export async function loadStartedRun(userId: string, runId: string): Promise<RunDto> {
  const run = await getStartedRun(userId, runId);
  const head = await getTickAt(run.startedAt);
  // What is all in cash is worth that, whatever a sale costs.
  return toRunOf(run, { head, feePpm: 0n, spreadPpm: 0n, nowMs: run.startedAt.getTime() });
}

/** How many signals and fills a run's detail shows, newest first. */
const EVENTS = 100;

/** One run of a user with its newest signals and fills. @throws AppError NOT_FOUND */
export async function loadRunDetail(userId: string, runId: string): Promise<RunDetail> {
  const run = await loadRun(userId, runId);
  const { signals, fills } = await getRunEvents(runId, EVENTS);
  return { run, signals: signals.map(toSignal), fills: fills.map(toTrade) };
}

/** A page of the proposals made to a user. */
export async function loadSetups(
  userId: string,
  query: Page<SetupDto["status"]>,
): Promise<SetupList> {
  const rows = await listSetups(userId, query);
  const { items, nextCursor } = pageOf(rows, query.limit, (row) => row.id);
  return { setups: items.map(toSetup), nextCursor };
}

export type AiPageData = {
  settings: TradeSettings;
  runs: RunList;
  setups: SetupList;
  hasAcceptedRisk: boolean;
};

/** What /ai-trading starts with. */
export async function loadAiPage(
  { userId, countryIso }: { userId: string; countryIso: string },
  { runs, setups }: { runs: number; setups: number },
): Promise<AiPageData> {
  const [rules, runList, setupList, accepted] = await Promise.all([
    getTradingRules(userId, countryIso),
    loadRuns(userId, { limit: runs }),
    loadSetups(userId, { limit: setups, status: "proposed" }),
    hasAcceptedRisk(userId, "ai"),
  ]);
  return {
    settings: toTradeSettings(rules),
    runs: runList,
    setups: setupList,
    hasAcceptedRisk: accepted,
  };
}
