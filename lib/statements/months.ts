import { reading } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import { Tally } from "./figures-rules";
import type { MonthDto, Statement, WealthLineDto, YearStatement } from "./schema";
import { everyWealthLine } from "./wealth";

type Row = {
  month: string | null;
  current: string;
  lines: number;
  usdt: bigint;
  xaut: bigint;
  usdtFee: bigint;
  xautFee: bigint;
  usdtOwned: bigint;
  xautOwned: bigint;
};

/** What each month changed, newest first, beside all that the user owns now: one statement, so of one moment. */
const readMonths = (userId: string) => reading.prisma.$queryRaw<Row[]>`
  WITH months AS (
    SELECT to_char(d.o_day, 'YYYY-MM') AS month, sum(d.o_events)::int AS lines, micro_sum(d.o_usdt_micro) AS usdt,
      micro_sum(d.o_xaut_micro) AS xaut, micro_sum(d.o_usdt_fee_micro) AS usdt_fee, micro_sum(d.o_xaut_fee_micro) AS xaut_fee
    FROM ledger_wealth_days(${userId}::uuid, NULL, NULL, NULL) d GROUP BY 1
  ), owned AS (
    SELECT coalesce(sum(a.balance_micro) FILTER (WHERE a.currency = 'USDT'), 0) + (
        SELECT coalesce(sum(t.amount_micro), 0) FROM trade t
        WHERE t.user_id = ${userId}::uuid AND t.type = 'option' AND t.status = 'open') AS usdt,
      coalesce(sum(a.balance_micro) FILTER (WHERE a.currency = 'XAUT'), 0) AS xaut
    FROM ledger_account a WHERE a.owner_id = ${userId}::uuid
  )
  SELECT m.month, to_char(app_now() AT TIME ZONE 'UTC', 'YYYY-MM') AS current, coalesce(m.lines, 0) AS lines, coalesce(m.usdt, 0) AS usdt, coalesce(m.xaut, 0) AS xaut,
    coalesce(m.usdt_fee, 0) AS "usdtFee", coalesce(m.xaut_fee, 0) AS "xautFee",
    o.usdt::bigint AS "usdtOwned", o.xaut::bigint AS "xautOwned"
  FROM owned o LEFT JOIN months m ON true ORDER BY m.month DESC`;

/** Whether a part of an address names a year, and no month. */
export const isYear = (named: string): boolean => /^\d{4}$/.test(named);

const monthOf = (at: Date) => at.toISOString().slice(0, 7);
const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** A month some months later. */
function monthAfter(month: string, count = 1): string {
  const start = startOf(month);
  start.setUTCMonth(start.getUTCMonth() + count);
  return monthOf(start);
}

const wealth = (usdtMicro: bigint, xautMicro: bigint) => ({
  USDT: formatMicro(usdtMicro),
  XAUT: formatMicro(xautMicro),
});

/**
 * The months of a user since the first change of their wealth, newest first. Each closes with what the next one
 * opens with, since each is worked out back from what the user owns now.
 */
export async function listMonths(userId: string): Promise<MonthDto[]> {
  const rows = await readMonths(userId);
  const first = rows.at(-1);
  if (!first?.month) return [];
  const { current } = first;
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  let { usdtOwned: usdt, xautOwned: xaut } = first;
  const months: MonthDto[] = [];
  // A clock that was set back must not lose the newest line.
  const newest = rows[0]?.month && rows[0].month > current ? rows[0].month : current;
  for (let month = newest; month >= first.month; month = monthAfter(month, -1)) {
    const row = byMonth.get(month);
    const closing = wealth(usdt, xaut);
    usdt -= row?.usdt ?? 0n;
    xaut -= row?.xaut ?? 0n;
    months.push({
      month,
      soFar: month >= current,
      opening: wealth(usdt, xaut),
      closing,
      lines: row?.lines ?? 0,
      fees: wealth(row?.usdtFee ?? 0n, row?.xautFee ?? 0n),
    });
  }
  return months;
}

/**
 * The statement of one month (`YYYY-MM`, UTC) of a user.
 * @throws AppError NOT_FOUND for a month in which the user had nothing yet, or that is still to come
 */
export async function getStatement(
  user: { userId: string; username: string },
  month: string,
): Promise<Statement> {
  const found = (await listMonths(user.userId)).find((one) => one.month === month);
  if (!found) throw new AppError("NOT_FOUND");
  const { siteName } = await getSettings();
  const lines: WealthLineDto[] = [];
  const tally = new Tally();
  const period = { from: startOf(month), to: startOf(monthAfter(month)) };
  for await (const line of everyWealthLine({ userId: user.userId, ...period })) {
    lines.push(line);
    tally.add(line);
  }
  const { fees, spread, results } = tally.figures();
  return {
    ...found,
    // From the lines that are shown: of a month that is not over, one more may have come since.
    closing: after(found.opening, tally),
    lines: lines.length,
    fees,
    spread,
    results,
    username: user.username,
    siteName,
    madeAt: now().toISOString(),
    transactions: lines.reverse(),
  };
}

/** What is owned after changes. */
function after(opening: MonthDto["opening"], { changes }: Tally): MonthDto["closing"] {
  const of = (currency: "USDT" | "XAUT") =>
    (parseMicro(opening[currency]) ?? 0n) + changes[currency];
  return wealth(of("USDT"), of("XAUT"));
}

/**
 * The statement of one year (`YYYY`, UTC) of a user: its months, and their sum.
 * @throws AppError NOT_FOUND for a year in which the user had nothing yet, or that is still to come
 */
export async function getYear(
  user: { userId: string; username: string },
  year: string,
): Promise<YearStatement> {
  const known = (await listMonths(user.userId)).filter(({ month }) => month.startsWith(`${year}-`));
  const [first] = known.reverse();
  if (!first) throw new AppError("NOT_FOUND");
  const { siteName } = await getSettings();
  const all = new Tally();
  const tallies = new Map(known.map(({ month }) => [month, new Tally()]));
  const period = { from: startOf(`${year}-01`), to: startOf(monthAfter(`${year}-01`, 12)) };
  for await (const line of everyWealthLine({ userId: user.userId, ...period })) {
    const tally = tallies.get(line.createdAt.slice(0, 7));
    // Made since the months were read, in a month that has begun since: it is of the next statement.
    if (!tally) continue;
    tally.add(line);
    all.add(line);
  }
  let { opening } = first;
  const months = known.map(({ month, soFar }) => {
    const tally = tallies.get(month) ?? new Tally();
    const closing = after(opening, tally);
    const figures = { month, soFar, opening, closing, ...tally.figures(), kinds: tally.kinds() };
    opening = closing;
    return figures;
  });
  return {
    year,
    soFar: known.some(({ soFar }) => soFar),
    opening: first.opening,
    closing: opening,
    ...all.figures(),
    kinds: all.kinds(),
    months,
    username: user.username,
    siteName,
    madeAt: now().toISOString(),
  };
}
