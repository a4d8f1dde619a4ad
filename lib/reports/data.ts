/** Reads staff's reports. Each number is the difference of two running totals, so a year costs what a day costs. */
import { prisma, reading } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import { type Period, periodsOf, type WaitCount, waitAt } from "./rules";
import type { ReportPeriodDto, ReportProduct, ReportQuery, ReportResponse } from "./schema";

type Total = { item: string; currency: string; at: string; micro: bigint; count: bigint };

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The totals of every item before each of some days. What is not summed yet is added up. */
function totalsBefore(days: string[]): Promise<Total[]> {
  return reading.sql<Total[]>`
    WITH RECURSIVE items AS (
      (SELECT item, currency FROM report_total ORDER BY item, currency LIMIT 1)
      UNION ALL
      SELECT n.item, n.currency FROM items i CROSS JOIN LATERAL (
        SELECT t.item, t.currency FROM report_total t WHERE (t.item, t.currency) > (i.item, i.currency)
        ORDER BY t.item, t.currency LIMIT 1) n
    ), head AS (
      SELECT coalesce((SELECT summed_to FROM report_head), '1970-01-01'::timestamptz) AS at
    ), live AS MATERIALIZED (
      SELECT l.* FROM head, report_items(head.at, app_now() + interval '1 day') AS l
    ), keys AS (
      SELECT item, currency FROM items UNION SELECT o_item, o_currency FROM live
    )
    SELECT k.item, k.currency, to_char(b.day, 'YYYY-MM-DD') AS at,
      (coalesce(r.total_micro, 0) + coalesce(l.micro, 0))::bigint AS micro,
      (coalesce(r.total_count, 0) + coalesce(l.count, 0))::bigint AS count
    FROM keys k CROSS JOIN unnest(${days}::date[]) AS b (day)
    LEFT JOIN LATERAL (
      SELECT t.total_micro, t.total_count FROM report_total t
      WHERE t.item = k.item AND t.currency = k.currency AND t.day < b.day ORDER BY t.day DESC LIMIT 1
    ) r ON true
    LEFT JOIN LATERAL (
      SELECT sum(o_micro) AS micro, sum(o_count) AS count FROM live
      WHERE o_item = k.item AND o_currency = k.currency AND o_day < b.day
    ) l ON true`;
}

type Wait = WaitCount & { from: string; kind: "deposit" | "withdrawal" };

/** How many requests waited how long, by period and kind, the shortest wait first. */
function waitsOf(periods: Period[]): Promise<Wait[]> {
  return reading.sql<Wait[]>`
    WITH head AS (
      SELECT coalesce((SELECT summed_to FROM report_head), '1970-01-01'::timestamptz) AS at
    ), live AS MATERIALIZED (
      SELECT l.* FROM head, report_waits(head.at, app_now() + interval '1 day') AS l
    ), waits AS (
      SELECT day, kind, bucket, decisions FROM report_wait
      WHERE day >= ${periods.at(-1)?.from ?? null}::date AND day < ${periods[0]?.to ?? null}::date
      UNION ALL SELECT o_day, o_kind, o_bucket, o_decisions FROM live
    )
    SELECT to_char(p.first, 'YYYY-MM-DD') AS from, w.kind, w.bucket, sum(w.decisions)::integer AS decisions
    FROM unnest(${periods.map(({ from }) => dayOf(from))}::date[], ${periods.map(({ to }) => dayOf(to))}::date[]) AS p (first, last)
    JOIN waits w ON w.day >= p.first AND w.day < p.last
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
}

/** What an item came to at a day, and in a period. */
class Totals {
  private readonly byKey: Map<string, Total>;
  constructor(rows: Total[]) {
    this.byKey = new Map(rows.map((row) => [`${row.item} ${row.currency} ${row.at}`, row]));
  }

  private find(item: string, currency: string, at: Date): Total | undefined {
    return this.byKey.get(`${item} ${currency} ${dayOf(at)}`);
  }

  /** Up to the end of a period. */
  upTo(item: string, currency: string, { to }: Period): bigint {
    return this.find(item, currency, to)?.micro ?? 0n;
  }

  /** In a period. */
  within(item: string, currency: string, { from, to }: Period): { micro: bigint; count: number } {
    const [start, end] = [this.find(item, currency, from), this.find(item, currency, to)];
    return {
      micro: (end?.micro ?? 0n) - (start?.micro ?? 0n),
      count: Number((end?.count ?? 0n) - (start?.count ?? 0n)),
    };
  }

  /** What users' accounts of every kind came to at the end of a period. */
  owed(currency: string, { to }: Period): bigint {
    let sum = 0n;
    for (const row of this.byKey.values()) {
      const isOwed = row.item.startsWith("owed.") && row.currency === currency;
      if (isOwed && row.at === dayOf(to)) sum += row.micro;
    }
    return sum;
  }
}

const CURRENCIES = ["USDT", "XAUT"] as const;
type Currency = (typeof CURRENCIES)[number];
type Line = ReportPeriodDto["house"][number];

/** What a product brought in, or cost, in a period: by its fee, its spread, and an item of its own. */
function lineOf(
  totals: Totals,
  period: Period,
  product: ReportProduct,
  currency: Currency,
  from: { fee?: string; spread?: string; won?: string; paid?: string },
): Line {
  const sum = (item: string | undefined) =>
    item === undefined ? 0n : totals.within(item, currency, period).micro;
  const [fees, spread] = [sum(from.fee), sum(from.spread)];
  return {
    product,
    currency,
    fees: formatMicro(fees),
    spread: formatMicro(spread),
    result: formatMicro(fees + spread + sum(from.won) - sum(from.paid)),
  };
}

function houseOf(totals: Totals, period: Period): Line[] {
  const inUsdt = (product: ReportProduct, from: Parameters<typeof lineOf>[4]) =>
    lineOf(totals, period, product, "USDT", from);
  return [
    inUsdt("options", { won: "option" }),
    inUsdt("spot", { fee: "fee.spot", spread: "spread.spot" }),
    inUsdt("ai", { fee: "fee.ai", spread: "spread.ai" }),
    inUsdt("storage", { fee: "fee.storage", spread: "spread.storage" }),
    ...CURRENCIES.flatMap((currency) => [
      lineOf(totals, period, "withdrawals", currency, { fee: "fee.withdrawal" }),
      lineOf(totals, period, "savings", currency, { paid: "interest" }),
      lineOf(totals, period, "referrals", currency, { paid: "commission" }),
      lineOf(totals, period, "adjustments", currency, { paid: "adjusted" }),
    ]),
  ];
}

function moneyOf(totals: Totals, period: Period): ReportPeriodDto["money"] {
  return CURRENCIES.map((currency) => {
    const [deposits, withdrawals, funded] = ["in", "out", "funded"].map((item) =>
      totals.within(item, currency, period),
    );
    return {
      currency,
      deposits: formatMicro(deposits?.micro ?? 0n),
      depositCount: deposits?.count ?? 0,
      withdrawals: formatMicro(withdrawals?.micro ?? 0n),
      withdrawalCount: withdrawals?.count ?? 0,
      funded: formatMicro(funded?.micro ?? 0n),
    };
  });
}

function owedOf(totals: Totals, period: Period): ReportPeriodDto["owed"] {
  return CURRENCIES.map((currency) => {
    const of = (kind: string) => formatMicro(totals.upTo(`owed.${kind}`, currency, period));
    return {
      currency,
      available: of("available"),
      held: of("held"),
      options: of("option"),
      stored: of("stored"),
      savings: of("savings"),
      ai: of("ai"),
      total: formatMicro(totals.owed(currency, period)),
    };
  });
}

function decisionsOf(waits: Wait[], { from }: Period): ReportPeriodDto["decisions"] {
  const of = (kind: Wait["kind"]) => {
    const counts = waits.filter((wait) => wait.kind === kind && wait.from === dayOf(from));
    return {
      count: counts.reduce((sum, { decisions }) => sum + decisions, 0),
      medianSeconds: waitAt(counts, 0.5),
      p95Seconds: waitAt(counts, 0.95),
    };
  };
  return { deposits: of("deposit"), withdrawals: of("withdrawal") };
}

/** The report of some periods, newest first. */
export async function getReport(query: Omit<ReportQuery, "format">): Promise<ReportResponse> {
  const periods = periodsOf(query.by, query.until ?? now(), query.periods);
  const days = [...new Set(periods.flatMap(({ from, to }) => [dayOf(from), dayOf(to)]))];
  const [rows, waits] = await Promise.all([totalsBefore(days), waitsOf(periods)]);
  const totals = new Totals(rows);
  return {
    by: query.by,
    periods: periods.map((period) => ({
      from: dayOf(period.from),
      to: dayOf(new Date(period.to.getTime() - 1)),
      isComplete: period.to <= now(),
      money: moneyOf(totals, period),
      house: houseOf(totals, period),
      owed: owedOf(totals, period),
      decisions: decisionsOf(waits, period),
    })),
  };
}

/** Adds what is not summed yet, a day at the most. @returns whether there is more */
export async function sumReport(): Promise<boolean> {
  const [row] = await prisma.$queryRaw<{ more: boolean }[]>`SELECT sum_report() AS more`;
  return row?.more === true;
}
