import type { StrategyRun } from "@/lib/generated/prisma/client";
import { attempt } from "@/lib/ledger/attempt";
import { FILL_WAIT_MS, orderEnded, readEnded } from "@/lib/ledger/fills/fill-waits";
import { refuseSpentKey } from "@/lib/ledger/request-keys";
import { tradeKey } from "@/lib/ledger/rules";
import {
  type StartedRun,
  type StoppedRun,
  startStrategyRun,
  stopStrategyRun,
} from "@/lib/ledger/strategies";
import { getMarketHead } from "@/lib/market/data";
import { notifyQuietly, sendNotification } from "@/lib/notifications/mutations";
import { currentAccount, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { formatMicro, type Micro, parseMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { numbered, sentences, type Text, text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import type { UserId } from "@/lib/sessions/user-id";
import { getSettings } from "@/lib/settings/data";
import type { Trader } from "@/lib/trading/mutations";
import { withRangeDetails } from "@/lib/trading/range";
import { mergeLimits } from "@/lib/trading/rules";
import { findStrategy, readParams, strategyOf } from "@/lib/trading/strategies/registry";
import {
  MIN_ORDER_MICRO,
  ordersOf,
  type ParamValues,
  type Strategy,
} from "@/lib/trading/strategies/strategy";
import { logForAnswer } from "@/lib/transparency/state";
import { loadRun, loadStartedRun } from "./loaders";
import type { RunDto, StartRunResponse } from "./schema";

/** Runs that one user may have at once: each is work at every closed candle. */
const MAX_RUNS = 20;

export type Plan = { strategy: Strategy; params: ParamValues; amountMicro: Micro };

/**
 * Reads what a run, a backtest or a proposal is to be. An amount that splits into orders too small to
 * be sent is refused: it would never buy.
 * @throws AppError VALIDATION with the field that is wrong
 */
export function readPlan(input: { strategy: string; params?: unknown; amount: string }): Plan {
  const strategy = findStrategy(input.strategy);
  if (!strategy) throw invalidField("strategy", text("errors.ai.chooseOneOfferedStrategies"));
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw invalidField("amount", text("errors.common.enterAmountAboveZero"));
  }
  const reading = readParams(strategy, input.params);
  if (!reading.ok) {
    const message = Object.values(reading.errors)[0]?.[0];
    throw new AppError("VALIDATION", { message, errors: reading.errors });
  }
  const orders = ordersOf(strategy.fields, reading.params);
  const leastMicro = MIN_ORDER_MICRO * BigInt(orders);
  if (amountMicro < leastMicro) {
    const least = usdt(leastMicro);
    throw invalidField(
      "amount",
      orders === 1
        ? text("errors.ai.enterAtLeast", { least })
        : text("errors.ai.leastForOrders", { leastOrder: usdt(MIN_ORDER_MICRO), orders, least }),
    );
  }
  return { strategy, params: reading.params, amountMicro };
}

/** Micro-USDT as messages write them, with every decimal that is not zero: "12.50 USDT". */
export const usdt = (value: Micro) => exactAmount(value, "USDT");

const isPractice = () => currentAccount() === "practice";
/** Whom play money is told to: clients hear of it, and no notice is written. */
const nobody = async () => undefined;

/** Starts a run in the caller's transaction and tells the user. A repeated key starts nothing. */
export async function startIn(
  tx: Tx,
  { userId, countryIso }: Trader,
  { strategy, params, amountMicro }: Plan,
  key: string,
  setupId: string | null = null,
): Promise<StartedRun> {
  const settings = await getSettings(tx);
  const head = await getMarketHead();
  const { ai: site, dailyTradeLimit } = mergeLimits(settings, null, countryIso);
  // What the user can mend is said first, as it is for options.
  const accepted = { userId, product: "ai", version: settings.riskVersion };
  const isAccepted = (await tx.riskAcceptance.count({ where: accepted })) > 0;
  const stale = isAccepted && (head === null || head.stale) ? "MARKET_STALE" : null;
  const started = await startStrategyRun(tx, {
    refusal: settings.aiEnabled ? stale : "PRODUCT_DISABLED",
    riskVersion: settings.riskVersion,
    key,
    userId,
    setupId,
    strategy: strategy.id,
    params,
    interval: params.interval,
    amountMicro,
    minAmountMicro: site.minMicro,
    maxAmountMicro: site.maxMicro,
    maxRuns: MAX_RUNS,
    dailyTradeLimit,
  });
  if (started.replayed) return started;
  const { number } = await tx.strategyRun.findUniqueOrThrow({ where: { id: started.runId } });
  const tell = isPractice() ? nobody : notifyQuietly;
  await tell(tx, {
    userId,
    type: "ai",
    title: text("notices.ai.strategyRunStarted"),
    message: numbered(
      text("notices.ai.allocatedItTradesByItsRules", {
        name: strategy.name,
        amountMicro: usdt(amountMicro),
      }),
      number,
    ),
  });
  await publishEvent(
    tx,
    { t: "run", u: userId, id: started.runId, status: "running" },
    { t: "balance", u: userId },
  );
  return started;
}

/**
 * Allocates available USDT to a new strategy run. The same key and input again returns the first run.
 * @throws AppError VALIDATION and everything that startStrategyRun() of the ledger throws
 */
export async function startRun(
  trader: Trader,
  input: { strategy: string; params?: unknown; amount: string },
  idempotencyKey: string,
): Promise<StartRunResponse> {
  const plan = readPlan(input);
  const key = tradeKey(trader.userId, uuidFrom(idempotencyKey));
  await refuseSpentKey();
  const start = attempt(() => transaction((tx) => startIn(tx, trader, plan, key)));
  const started = await withRangeDetails("ai", trader.userId, start);
  return {
    run: await loadStartedRun(trader.userId, started.runId),
    available: formatMicro(started.availableMicro),
    log: logForAnswer(trader.userId, idempotencyKey),
  };
}

/**
 * Stops a run of a user: no more signals at once; the XAUT is sold at the first price after that, for which this waits
 * up to 3 s, and everything returned, or as soon as there is a fresh price and the house can pay (status `stopping`
 * until then, with what is in the way). Stopping again changes nothing.
 * @throws AppError NOT_FOUND, also for somebody else's
 */
export async function stopRun(
  userId: UserId,
  runId: string,
): Promise<{ run: RunDto; obstacle: StoppedRun["obstacle"] }> {
  const { status, obstacle } = await endRun(runId, userId);
  if (status === "stopping" && obstacle === null) {
    const read = () => prisma.strategyRun.findUniqueOrThrow({ where: { id: runId } });
    const ended = await readEnded(runId, read, () => endRun(runId, null), {
      waiting: "stopping",
    });
    return { run: await loadRun(userId, runId), obstacle: ended.stopObstacle };
  }
  return { run: await loadRun(userId, runId), obstacle };
}

/** The same for anybody's run, for the job that finishes what could not end at once. */
export async function endRun(runId: string, userId: string | null): Promise<StoppedRun> {
  const ended = await attempt(() =>
    transaction(async (tx) => {
      const stopped = await stopStrategyRun(tx, runId, userId, "user");
      if (stopped.changed) await notifyOfEnd(tx, runId, stopped, { quiet: userId !== null });
      return stopped;
    }),
  );
  if (ended.status === "stopped" || ended.obstacle !== null) orderEnded(runId);
  return ended;
}

/**
 * Tells the owner of a run that it ended, or that something is in the way of its end.
 * @param more what is said besides
 * @param quiet for an owner who ended it themselves and needs no alert
 */
export async function notifyOfEnd(
  tx: Tx,
  runId: string,
  { userId, status, obstacle }: StoppedRun,
  { more, quiet = false }: { more?: Text; quiet?: boolean } = {},
): Promise<StrategyRun> {
  const run = await tx.strategyRun.findUniqueOrThrow({ where: { id: runId } });
  const events = [
    { t: "run", u: userId, id: runId, status },
    { t: "balance", u: userId },
  ];
  if (status === "stopping" && obstacle === null && more === undefined) {
    await publishEvent(tx, ...events);
    return run;
  }
  const fills = { strategyRunId: runId, simulated: true };
  const isSimulated = (await tx.trade.findFirst({ where: fills, select: { id: true } })) !== null;
  const { title, message } = newsOf(run, obstacle, isSimulated);
  const isAwaited = run.stopReason === "user" && isSoonAfter(run);
  const noticing = quiet || isAwaited ? notifyQuietly : sendNotification;
  const tell = isPractice() ? nobody : noticing;
  await tell(tx, {
    userId,
    type: "ai",
    title,
    message: numbered(more === undefined ? message : sentences(message, more), run.number),
  });
  await publishEvent(tx, ...events);
  return run;
}

/** Whether whoever stopped a run is still waiting for its end. */
const isSoonAfter = ({ stopAt, stoppedAt }: StrategyRun) =>
  stopAt !== null && stoppedAt !== null && stoppedAt.getTime() - stopAt.getTime() <= FILL_WAIT_MS;

/** When the XAUT of a run that could not end at once is sold, as the end of a sentence. */
export const saleOf = (obstacle: StoppedRun["obstacle"]) =>
  obstacle === "HOUSE_LIMIT"
    ? text("notices.ai.whenHouseCanPay")
    : text("notices.ai.whenPriceIsFresh");

/** What its owner is told of a run that ended, or that is about to. */
function newsOf(
  run: StrategyRun,
  obstacle: StoppedRun["obstacle"],
  isSimulated: boolean,
): { title: Text; message: Text } {
  const { name } = strategyOf(run.strategy);
  if (run.returnedMicro === null) {
    return {
      title: text("notices.ai.strategyRunStopping"),
      message: text("notices.ai.noMoreOrdersItsXautSold", { name, obstacle: saleOf(obstacle) }),
    };
  }
  const result = exactAmount(run.returnedMicro - run.allocatedMicro, "USDT", true);
  return {
    title: text("notices.ai.strategyRunStopped"),
    message: text(isSimulated ? "notices.ai.returnedAtSimulatedPrices" : "notices.ai.returned", {
      name,
      returned: usdt(run.returnedMicro),
      allocated: usdt(run.allocatedMicro),
      result,
    }),
  };
}
