import { GET as paymentTotals } from "@/app/api/user/payments/totals/route";
import { GET as portfolio } from "@/app/api/user/portfolio/route";
import { GET as oneMonth } from "@/app/api/user/statements/[month]/route";
import { GET as allMonths } from "@/app/api/user/statements/route";
import { GET as transactions } from "@/app/api/user/transactions/route";
import { GET as totalsRoute } from "@/app/api/user/transactions/totals/route";
import { getBalance } from "@/lib/accounts/balance";
import { prisma } from "@/lib/platform/db";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import type { Portfolio } from "@/lib/statements/portfolio-schema";
import type {
  MonthDto,
  Statement,
  WealthList,
  YearDto,
  YearStatement,
} from "@/lib/statements/schema";
import type { HistoryTotals } from "@/lib/statements/totals-schema";
import type { RecordTotals } from "@/lib/withdrawals/record-totals-schema";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { wealthOf } from "./support";

export const inUnits = ({ USDT, XAUT }: { USDT: bigint; XAUT: bigint }) => ({
  USDT: formatMicro(USDT),
  XAUT: formatMicro(XAUT),
});

/** Every line of wealth, page by page. */
export async function everyLine(token: string) {
  const lines: WealthList["transactions"] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor ? `&cursor=${cursor}` : "";
    const path = `/api/user/transactions?limit=7${query}`;
    const { body } = await callRoute<WealthList>(transactions, { token, path });
    lines.push(...body.transactions);
    cursor = body.nextCursor;
  }
  return lines;
}

export const sumOf = (lines: WealthList["transactions"], currency: string) =>
  lines
    .flatMap(({ changes }) => changes)
    .filter((change) => change.currency === currency)
    .reduce((total, { amount }) => total + (parseMicro(amount) ?? 0n), 0n);

async function csvOf(token: string, path: string, handler = transactions, params = {}) {
  const response = await callRaw(handler, { token, path, params });
  return (await response.text()).trimEnd().split("\r\n").slice(1);
}

export async function expectAddsUp({ id, token }: { id: string; token: string }): Promise<void> {
  const owned = await wealthOf(id);
  const lines = await everyLine(token);
  expect({ USDT: sumOf(lines, "USDT"), XAUT: sumOf(lines, "XAUT") }).toEqual(owned);
  expect(lines.filter(({ type, changes }) => type === "other" || changes.length === 0)).toEqual([]);
  expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
  const rows = await csvOf(token, "/api/user/transactions?format=csv");
  expect(rows.map((row) => row.split(",").at(-1))).toEqual(lines.map((line) => line.id));
  const inFile = (column: number) =>
    rows.reduce((total, row) => total + (parseMicro(row.split(",")[column] || "0") ?? 0n), 0n);
  expect({ USDT: inFile(3), XAUT: inFile(4) }).toEqual(owned);
  await expectPortfolio({ id, token }, lines);
  await expectTotals(token, lines);
  await expectPaymentTotals({ id, token });
}

const feesIn = (lines: WealthList["transactions"], currency: string) =>
  lines
    .flatMap(({ fees }) => fees)
    .filter((fee) => fee.currency === currency)
    .reduce((total, { amount }) => total + (parseMicro(amount) ?? 0n), 0n);

/** The totals of each filter are the sums of the lines that it shows. */
async function expectTotals(token: string, lines: WealthList["transactions"]): Promise<void> {
  const changesOf = (some: typeof lines) =>
    inUnits({ USDT: sumOf(some, "USDT"), XAUT: sumOf(some, "XAUT") });
  const dayOf = ({ createdAt }: (typeof lines)[number]) => createdAt.slice(0, 10);
  const middle = lines[lines.length >> 1];
  const filters: [string, typeof lines][] = [["", lines]];
  for (const type of new Set(lines.map((line) => line.type))) {
    filters.push([`type=${type}`, lines.filter((line) => line.type === type)]);
  }
  if (middle) {
    const day = dayOf(middle);
    filters.push([`from=${day}&to=${day}`, lines.filter((line) => dayOf(line) === day)]);
  }
  for (const [query, some] of filters) {
    const path = `/api/user/transactions/totals?${query}`;
    const { body } = await callRoute<HistoryTotals>(totalsRoute, { token, path });
    expect(body.totals).toEqual({
      events: some.length,
      changes: changesOf(some),
      fees: inUnits({ USDT: feesIn(some, "USDT"), XAUT: feesIn(some, "XAUT") }),
    });
    const days = [...new Set(some.map(dayOf))].sort().slice(-92);
    const expected = days.map((day) => {
      const ofDay = some.filter((line) => dayOf(line) === day);
      return { day, events: ofDay.length, changes: changesOf(ofDay) };
    });
    expect(body.days).toEqual(expected);
  }
}

/** The totals of deposits and withdrawals are the sums of those that moved money for good. */
async function expectPaymentTotals({ id, token }: { id: string; token: string }): Promise<void> {
  const where = { userId: id, status: "completed" } as const;
  const [deposits, withdrawals] = await Promise.all([
    prisma.deposit.findMany({ where }),
    prisma.withdrawal.findMany({ where }),
  ]);
  const sum = <T extends { currency: string }>(rows: T[], microOf: (row: T) => bigint | null) => {
    const of = (isGold: boolean) =>
      rows
        .filter(({ currency }) => (currency === "XAUT") === isGold)
        .reduce((total, row) => total + (microOf(row) ?? 0n), 0n);
    return { USDT: of(false), XAUT: of(true) };
  };
  const paidIn = sum(deposits, (row) => row.creditedMicro);
  const out = sum(withdrawals, (row) => row.amountMicro);
  const net = { USDT: paidIn.USDT - out.USDT, XAUT: paidIn.XAUT - out.XAUT };
  const read = async (query: string) =>
    (
      await callRoute<RecordTotals>(paymentTotals, {
        token,
        path: `/api/user/payments/totals?${query}`,
      })
    ).body;
  const all = await read("");
  expect(all.totals).toEqual({
    deposits: deposits.length,
    withdrawals: withdrawals.length,
    in: inUnits(paidIn),
    out: inUnits(out),
    fees: inUnits(sum(withdrawals, (row) => row.feeMicro)),
    net: inUnits(net),
  });
  const daysOf = (rows: { processedAt: Date | null }[]) =>
    rows.map(({ processedAt }) => processedAt?.toISOString().slice(0, 10));
  const days = [...new Set(daysOf([...deposits, ...withdrawals]))].sort();
  expect(all.days.map(({ day }) => day)).toEqual(days);
  const nets = all.days.map(({ net: { USDT } }) => parseMicro(USDT) ?? 0n);
  expect(nets.reduce((total, one) => total + one, 0n)).toBe(net.USDT);
  expect(await read("status=completed")).toEqual(all);
  expect((await read("status=waiting")).days).toEqual([]);
  expect((await read("kind=deposit")).totals).toMatchObject({ in: all.totals.in, withdrawals: 0 });
}

type Sums = Record<
  "usdt" | "xaut" | "paid" | "fees" | "interest" | "commission" | "options",
  string
>;

/** What the steps of a portfolio say of everything since a moment, in micro-units; its parts in both currencies. */
async function stepSums(userId: string, since: string) {
  const both = (name: string) =>
    `(coalesce(sum(o_${name}_usdt_micro), 0) || ' ' || coalesce(sum(o_${name}_xaut_micro), 0))`;
  const [row] = await testDatabase().query<Sums>(
    `SELECT coalesce(sum(o_usdt_micro), 0)::text AS usdt, coalesce(sum(o_xaut_micro), 0)::text AS xaut,
       ${both("paid")} AS paid, ${both("fee")} AS fees, ${both("interest")} AS interest,
       coalesce(sum(o_commission_micro), 0)::text AS commission, coalesce(sum(o_option_micro), 0)::text AS options
     FROM ledger_wealth_steps('${userId}', '${since}', 86400, 100000)`,
  );
  return row!;
}

/** The steps of a portfolio add up to the same as the lines of wealth, by what each was for. */
async function expectPortfolio(
  { id, token }: { id: string; token: string },
  lines: WealthList["transactions"],
): Promise<void> {
  const inBoth = (sum: (currency: string) => bigint) => `${sum("USDT")} ${sum("XAUT")}`;
  const of = (...types: string[]) => {
    const some = lines.filter(({ type }) => types.includes(type));
    // A fee is a part of the line, and of the steps a part by itself.
    return inBoth((currency) => sumOf(some, currency) + feesIn(some, currency));
  };
  const owned = await wealthOf(id);
  expect(await stepSums(id, "2000-01-01")).toEqual({
    usdt: `${owned.USDT}`,
    xaut: `${owned.XAUT}`,
    paid: of("deposit", "withdrawal", "adjustment"),
    fees: inBoth((currency) => feesIn(lines, currency)),
    interest: of("savings"),
    commission: of("referral").split(" ")[0],
    options: of("option").split(" ")[0],
  });
  const { body } = await callRoute<{ portfolio: Portfolio }>(portfolio, {
    token,
    path: "/api/user/portfolio?period=all",
  });
  const { points, result } = body.portfolio;
  const { balances } = await getBalance(id);
  expect(points.at(-1)?.value).toBe(balances.totalUsdt);
  expect(points[0]?.value).toBe("0.000000");
  const paid = points.reduce((total, point) => total + (parseMicro(point.paid) ?? 0n), 0n);
  expect(result?.change).toBe(formatMicro((parseMicro(balances.totalUsdt!) ?? 0n) - paid));
}

/** @param snapshots what was owned when a month began */
export async function expectMonthsChain(
  { id, token }: { id: string; token: string },
  snapshots: Map<string, { USDT: string; XAUT: string }>,
): Promise<void> {
  const { body } = await callRoute<{ statements: MonthDto[]; years: YearDto[] }>(allMonths, {
    token,
  });
  const months = body.statements;
  const shown = new Map<string, Statement>();
  expect(months[0]).toMatchObject({ soFar: true, closing: inUnits(await wealthOf(id)) });
  expect(months.at(-1)?.opening).toEqual({ USDT: "0.000000", XAUT: "0.000000" });
  for (const [n, month] of months.entries()) {
    if (n > 0) expect(month).toMatchObject({ soFar: false, closing: months[n - 1]!.opening });
    const snapshot = snapshots.get(month.month);
    if (snapshot) {
      expect([month.month, month.opening]).toEqual([month.month, snapshot]);
      const since = await stepSums(id, `${month.month}-01 00:00:00Z`);
      const owned = await wealthOf(id);
      expect([since.usdt, since.xaut]).toEqual([
        `${owned.USDT - (parseMicro(snapshot.USDT) ?? 0n)}`,
        `${owned.XAUT - (parseMicro(snapshot.XAUT) ?? 0n)}`,
      ]);
    }
    const params = { month: month.month };
    const answer = await callRoute<{ statement: Statement }>(oneMonth, { token, params });
    const { statement } = answer.body;
    expect(statement).toMatchObject(month);
    const rows = await csvOf(token, "/?format=csv", oneMonth, params);
    expect(rows).toHaveLength(statement.transactions.length);
    shown.set(month.month, statement);
  }
  for (const year of body.years) await expectYear(token, year, shown);
}

/** A year is the sum of the statements of its months, and so is its file. */
async function expectYear(token: string, known: YearDto, shown: Map<string, Statement>) {
  const params = { month: known.year };
  const answer = await callRoute<{ statement: YearStatement }>(oneMonth, { token, params });
  const { statement } = answer.body;
  const months = [...shown.values()].filter(({ month }) => month.startsWith(known.year)).reverse();
  expect(statement).toMatchObject(known);
  expect(statement.months).toMatchObject(
    months.map(({ month, opening, closing, lines, fees, spread, results }) => ({
      ...{ month, opening, closing, lines, fees, spread, results },
    })),
  );
  const sum = (amounts: string[]) =>
    formatMicro(amounts.reduce((total, amount) => total + (parseMicro(amount || "0") ?? 0n), 0n));
  expect(statement.closing.USDT).toBe(sum([statement.opening.USDT, statement.changes.USDT]));
  expect(statement.closing.XAUT).toBe(sum([statement.opening.XAUT, statement.changes.XAUT]));
  expect(statement.fees.USDT).toBe(sum(months.map(({ fees }) => fees.USDT)));
  expect(statement.spread).toBe(sum(months.map(({ spread }) => spread)));
  expect(statement.results.option).toBe(sum(months.map(({ results }) => results.option)));
  const cells = (await csvOf(token, "/?format=csv", oneMonth, params)).map((row) => row.split(","));
  const inFile = (column: number) => sum(cells.map((row) => row[column] ?? ""));
  const { changes, fees, spread, results } = statement;
  expect([3, 4, 5, 6, 7, 8].map(inFile)).toEqual([
    ...[changes.USDT, changes.XAUT, fees.USDT, fees.XAUT, spread, sum(Object.values(results))],
  ]);
}
