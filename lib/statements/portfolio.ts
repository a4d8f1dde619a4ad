import { firstMovementAt } from "@/lib/ledger/transactions/history";
import { getMarketHead } from "@/lib/market/data";
import { reading } from "@/lib/platform/db";
import { type E8, mulDivHalfEven } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import { portfolioOf, type StepChange, type Steps, stepsOf } from "./portfolio-rules";
import type { Portfolio, PortfolioPeriod } from "./portfolio-schema";

type Row = { [Name in keyof StepChange]: StepChange[Name] | null } & {
  usdtOwned: bigint;
  xautOwned: bigint;
};

/** What a user owns now, and what each step changed: one statement, so of one moment. */
const readSteps = (userId: string, { from, seconds, count }: Steps) => reading.prisma.$queryRaw<
  Row[]
>`
  WITH owned AS (
    SELECT (coalesce(sum(a.balance_micro) FILTER (WHERE a.currency = 'USDT'), 0) + (
        SELECT coalesce(sum(t.amount_micro), 0) FROM trade t
        WHERE t.user_id = ${userId}::uuid AND t.type = 'option' AND t.status = 'open'))::bigint AS usdt,
      coalesce(sum(a.balance_micro) FILTER (WHERE a.currency = 'XAUT'), 0)::bigint AS xaut
    FROM ledger_account a WHERE a.owner_id = ${userId}::uuid
  )
  SELECT o.usdt AS "usdtOwned", o.xaut AS "xautOwned", s.o_step AS step, s.o_usdt_micro AS usdt, s.o_xaut_micro AS xaut,
    s.o_paid_usdt_micro AS "paidUsdt", s.o_paid_xaut_micro AS "paidXaut", s.o_fee_usdt_micro AS "feeUsdt",
    s.o_fee_xaut_micro AS "feeXaut", s.o_interest_usdt_micro AS "interestUsdt", s.o_interest_xaut_micro AS "interestXaut",
    s.o_commission_micro AS commission, s.o_option_micro AS option
  FROM owned o LEFT JOIN ledger_wealth_steps(${userId}::uuid, ${from}::timestamptz, ${seconds}::integer, ${count}::integer) s ON true
  ORDER BY s.o_step`;

/** Closes of the candles of a period, with the newest one before it, by when each ended; oldest first. */
async function readPrices({ from, interval }: Steps): Promise<{ endedAt: number; closeE8: E8 }[]> {
  const rows = await reading.prisma.$queryRaw<{ openTime: Date; closeE8: bigint }[]>`
    SELECT open_time AS "openTime", close_e8 AS "closeE8" FROM market_candle
    WHERE "interval" = ${interval} AND open_time >= coalesce((
      SELECT max(b.open_time) FROM market_candle b WHERE b."interval" = ${interval} AND b.open_time < ${from}), ${from})
    ORDER BY open_time`;
  const length = { "15m": 900, "1h": 3_600, "4h": 14_400, "1d": 86_400 }[interval as "1d"] * 1_000;
  return rows.map(({ openTime, closeE8 }) => ({ endedAt: +openTime + length, closeE8 }));
}

/** The price at each of several moments, oldest first: that of the newest candle that had ended. */
function pricesAt(
  moments: number[],
  candles: { endedAt: number; closeE8: E8 }[],
): (E8 | undefined)[] {
  let next = 0;
  let price: E8 | undefined;
  return moments.map((moment) => {
    for (; (candles[next]?.endedAt ?? Number.POSITIVE_INFINITY) <= moment; next++) {
      price = candles[next]?.closeE8;
    }
    return price;
  });
}

type Head = Awaited<ReturnType<typeof getMarketHead>>;
type Candles = Awaited<ReturnType<typeof readPrices>>;

/** What gold would have fetched at the beginnings of the steps; the index is kept, which counts as far above the bid as now. */
function pastPrices(steps: Steps, count: number, candles: Candles, head: Head): (E8 | null)[] {
  const starts = Array.from(
    { length: count },
    (_, index) => +steps.from + index * steps.seconds * 1_000,
  );
  return pricesAt(starts, candles).map((indexE8) =>
    indexE8 === undefined || head === null
      ? null
      : mulDivHalfEven(indexE8, head.bidE8, head.priceE8),
  );
}

const changesOf = (rows: Row[]) => rows.filter((row): row is Row & StepChange => row.step !== null);

/**
 * What a user owned over a period, and what changed it. Gold counts with what it would fetch: now with the bid; of the
 * past the index is kept, which counts as far above the bid as now.
 */
export async function getPortfolio(userId: string, period: PortfolioPeriod): Promise<Portfolio> {
  const firstAt = await firstMovementAt(reading.prisma, userId);
  if (firstAt === null) return { period, points: [], result: null };
  const at = now();
  const steps = stepsOf(period, firstAt, at);
  const [rows, candles, head] = await Promise.all([
    readSteps(userId, steps),
    readPrices(steps),
    getMarketHead(),
  ]);
  const [owned] = rows;
  if (!owned) throw new Error("An aggregate answered no row");
  const past = pastPrices(steps, steps.count, candles, head);
  return portfolioOf({
    period,
    steps,
    now: at,
    owned: { usdtMicro: owned.usdtOwned, xautMicro: owned.xautOwned },
    changes: changesOf(rows),
    prices: [...past, head?.bidE8 ?? null],
  });
}

const QUARTER_SECONDS = 900;

/**
 * The same between two moments that are over, a whole number of quarter hours apart.
 * @returns null before anything moved; `changed`: whether anything did between them
 */
export async function getPortfolioBetween(
  userId: string,
  from: Date,
  to: Date,
): Promise<(Pick<Portfolio, "points" | "result"> & { changed: boolean }) | null> {
  const firstAt = await firstMovementAt(reading.prisma, userId);
  if (firstAt === null || firstAt >= to) return null;
  const count = (+to - +from) / (QUARTER_SECONDS * 1_000);
  const steps: Steps = { from, seconds: QUARTER_SECONDS, count, interval: "15m" };
  // All that came later is one more step.
  const [rows, candles, head] = await Promise.all([
    readSteps(userId, { ...steps, count: count + 1 }),
    readPrices(steps),
    getMarketHead(),
  ]);
  const [owned] = rows;
  if (!owned) throw new Error("An aggregate answered no row");
  const all = changesOf(rows);
  const later = all.find(({ step }) => step === count);
  const changes = all.filter(({ step }) => step < count);
  const { points, result } = portfolioOf({
    period: "week",
    steps,
    now: to,
    owned: {
      usdtMicro: owned.usdtOwned - (later?.usdt ?? 0n),
      xautMicro: owned.xautOwned - (later?.xaut ?? 0n),
    },
    changes,
    prices: pastPrices(steps, count + 1, candles, head),
  });
  return { points, result, changed: changes.length > 0 };
}
