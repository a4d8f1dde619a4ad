import { enterDue, settleDue } from "@/lib/ledger/options";
import { env } from "@/lib/platform/env";
import { defineJob } from "@/lib/platform/jobs";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { announce, deliverTradeNotifications } from "./news";
import { deliverOpeningNotifications } from "./opening-news";
import { sumFinishedDays } from "./totals";

const BATCH = 1_000;
/** Fewer, because whoever trades in the meantime waits for a batch's locks: those of its winners and its pools. */
const SETTLE_BATCH = 250;
const INTERVAL_MS = 200;
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

/** All lanes have come to rest when this ends, also when one of them fails. */
async function inLanes(size: number, work: (size: number) => Promise<number>): Promise<number> {
  const lanes = await Promise.allSettled(
    Array.from({ length: LANES }, () => inBatches(size, work)),
  );
  let total = 0;
  for (const lane of lanes) {
    if (lane.status === "rejected") throw lane.reason;
    total += lane.value;
  }
  return total;
}

async function enterBatch(size: number): Promise<number> {
  const rows = await enterDue(size);
  const entered = rows.filter(({ status }) => status === "open");
  // A lost event costs nothing but time: clients also look by themselves. `trade` itself is the
  // event of a settled one, and whoever waits for that must not take this for it.
  await announce([
    ...entered.map(({ tradeId, userId }) => ({ t: "trade:entered", u: userId, id: tradeId })),
    // The stake left at the opening; other tabs and devices hear of it here, off its hot path.
    ...[...new Set(entered.map(({ userId }) => userId))].map((u) => ({ t: "balance", u })),
  ]);
  return rows.length;
}

/**
 * One pass over everything that is due: entries, settlements, then news of both. Safe to run anywhere
 * at any time, several at once.
 * @returns how many options moved
 */
export async function settleOnce(): Promise<number> {
  const entered = await inLanes(BATCH, enterBatch);
  const settled = await inLanes(SETTLE_BATCH, async (size) => (await settleDue(size)).length);
  // One batch a pass: what is due meanwhile comes first.
  const begun = await deliverOpeningNotifications(BATCH);
  const told = await inBatches(BATCH, deliverTradeNotifications);
  return entered + settled + told + begun;
}

/**
 * Keeps entering and settling options in this process, every 200 ms. Every instance does; the database
 * hands each option to one of them. A database that can't be reached is tried again, ever more slowly.
 */
export function startSettlementLoop(): Loop {
  return startLoop("settlement", INTERVAL_MS, async () => (await settleOnce()) >= BATCH);
}

/** Settles what is due where no loop runs; beside loops it finds nothing to do. */
export const settlementJob = defineJob({
  name: "settlement",
  schedule: "* * * * *",
  handler: async (_data, { signal }) => {
    let moved: number;
    do moved = await settleOnce();
    while (moved >= BATCH && !signal.aborted);
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
