import { firePriceAlerts } from "@/lib/alerts/mutations";
import { fillOrders, waitingForTicks } from "@/lib/ledger/fills/fills";
import { anyOpenOption, enterDue, hasOpenOptions, settleDue } from "@/lib/ledger/options";
import { isPracticeBusy } from "@/lib/ledger/practice";
import { onAccount } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { defineJob } from "@/lib/platform/jobs";
import { whenSeen } from "@/lib/platform/jobs/lookout";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { pressing } from "@/lib/platform/jobs/pressing";
import { wakeRelay } from "@/lib/platform/outbox";
import { runRecurringBuys } from "@/lib/recurring/mutations";
import { sumFinishedDays } from "./totals";

const BATCH = 1_000;
/** Fewer, because whoever trades in the meantime waits for a batch's locks: those of its winners and its pools. */
const SETTLE_BATCH = 250;
const INTERVAL_MS = 200;
/** While no option is open: one that is opened has no entry for longer than that. */
const IDLE_MS = 500;
/** A tick wakes it; by itself it looks for what no tick fills any more, or was not heard of. */
const FILL_MS = 1_000;
/** A pass ends after this many batches of a kind and lane, so that no kind of work waits behind another. */
const MAX_BATCHES = 40;
/** Batches worked on at once: one leaves a core of the database idle while many options end in the same second. */
const LANES = env.DATABASE_POOL_SIZE < 8 ? 1 : 2;

async function inBatches(size: number, work: (size: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await work(size);
    total += count;
    if (count < size) break;
  }
  return total;
}

/**
 * All lanes have come to rest when this ends, also when one of them fails. Little is done by one of them, and to more
 * the public log gives way.
 */
async function inLanes(size: number, work: (size: number) => Promise<number>): Promise<number> {
  let total = await work(size);
  if (total < size) return total;
  const lanes = await pressing(() =>
    Promise.allSettled(Array.from({ length: LANES }, () => inBatches(size, work))),
  );
  for (const lane of lanes) {
    if (lane.status === "rejected") throw lane.reason;
    total += lane.value;
  }
  return total;
}

/** One batch of a statement that moves options and leaves messages of them. @returns how many it moved */
async function moveBatch(rows: Promise<readonly unknown[]>): Promise<number> {
  const { length } = await rows;
  if (length > 0) wakeRelay();
  return length;
}

/**
 * One pass over everything that is due: entries, then settlements. Safe to run anywhere at any time, several at once.
 * @returns how many options moved
 */
export async function settleOnce(): Promise<number> {
  const entered = await inLanes(BATCH, (size) => moveBatch(enterDue(size)));
  const settled = await inLanes(SETTLE_BATCH, (size) => moveBatch(settleDue(size)));
  return entered + settled;
}

/**
 * Keeps entering and settling options in this process, every 200 ms while any is open. Every instance does; the
 * database hands each option to one of them. A database that can't be reached is tried again, ever more slowly.
 */
export function startSettlementLoop(): Loop {
  let isIdle = false;
  return startLoop(
    "settlement",
    () => (isIdle ? IDLE_MS : INTERVAL_MS),
    async () => {
      isIdle = !(await hasOpenOptions());
      return !isIdle && (await settleOnce()) >= BATCH;
    },
    whenSeen(anyOpenOption),
  );
}

/** One pass over what a tick, or the time, may have made due: recurring buys, orders, alerts. */
export async function fillOnce(): Promise<void> {
  const waiting = await waitingForTicks();
  if (waiting.recurring) await runRecurringBuys();
  if (waiting.orders) await fillOrders();
  if (waiting.alerts) await firePriceAlerts();
}

/**
 * Keeps filling orders that wait for their price, and firing alerts of prices, in this process: every second, and when a tick wakes it. By itself, so
 * that nobody who waits for a fill waits for options that end in masses. Every instance does; the database hands each
 * order to one of them.
 */
export function startFillLoop(): Loop {
  return startLoop("fills", FILL_MS, async () => {
    await fillOnce();
    return false;
  });
}

/** While nothing is open on the practice side, which is most of the time. */
const PRACTICE_IDLE_MS = 1_000;

/** One pass over everything that is due on the practice side. @returns whether more is waiting */
export async function practiceOnce(): Promise<boolean> {
  if (!(await isPracticeBusy())) return false;
  return onAccount("practice", async () => {
    await fillOrders();
    return (await settleOnce()) >= BATCH;
  });
}

/**
 * The same for the practice side, in a loop of its own: nothing of it makes whoever trades with money wait.
 */
export function startPracticeLoop(): Loop {
  return startLoop("practice", PRACTICE_IDLE_MS, practiceOnce);
}

/** Fills and settles what is due where no loop runs; beside loops it finds nothing to do. */
export const settlementJob = defineJob({
  name: "settlement",
  schedule: "* * * * *",
  handler: async (_data, { signal }) => {
    await fillOnce();
    let moved: number;
    do moved = await settleOnce();
    while (moved >= BATCH && !signal.aborted);
    while ((await practiceOnce()) && !signal.aborted);
  },
});

/** Sums up the days that are over, for the totals of the staff's list. */
export const tradeDaysJob = defineJob({
  name: "trade-days",
  schedule: "*/10 * * * *",
  handler: async (_data, { signal }) => {
    while ((await sumFinishedDays()) > 0 && !signal.aborted);
  },
});
