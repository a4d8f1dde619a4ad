import { randomUUID } from "node:crypto";
import { GET as reports } from "@/app/api/admin/reports/route";
import { enterDue, settleDue } from "@/lib/ledger/options";
import { DAY_MS, utcMidnight } from "@/lib/platform/calendar";
import { sumReport } from "@/lib/reports/data";
import type { ReportPeriodDto, ReportResponse } from "@/lib/reports/schema";
import { fund } from "@/tests/factories/funds";
import { signedInAdmin } from "@/tests/factories/users";
import {
  asked,
  decideDeposit,
  decideWithdrawal,
  reported,
} from "@/tests/integration/staff/desk-support";
import { manageBalance } from "@/tests/integration/staff/support";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { fillSpotTrade } from "@/tests/support/fills";
import {
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  runMarket,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";
import { storeSettings } from "@/tests/support/stored-settings";

const database = testDatabase();
/** Noon of a day that is over, whatever the time is. */
const FIRST = new Date(utcMidnight(new Date()).getTime() - 4 * DAY_MS + DAY_MS / 2);
const dayAt = (place: number) => new Date(FIRST.getTime() + place * DAY_MS);
const nameOf = (day: Date) => day.toISOString().slice(0, 10);
let token: string;

const report = async (query: string) => {
  const { body } = await callRoute<ReportResponse>(reports, {
    path: `/api/admin/reports?${query}`,
    token,
  });
  return body.periods;
};
const days = () => report(`by=day&until=${nameOf(dayAt(3))}&periods=4`);

/** What the ledger itself says now, in micro-units. */
async function ledgerNow() {
  const rows = await database.query<{ name: string; micro: string }>(`
    SELECT CASE WHEN owner_id IS NULL THEN 'house ' ELSE 'user ' END || kind || ' ' || currency AS name, sum(balance_micro)::text AS micro
    FROM ledger_account GROUP BY 1
    UNION ALL SELECT 'stakes', coalesce(sum(amount_micro), 0)::text FROM trade WHERE type = 'option' AND status = 'open'
    UNION ALL SELECT 'options', coalesce(-sum(pnl_micro), 0)::text FROM trade WHERE type = 'option'`);
  return new Map(rows.map(({ name, micro }) => [name, BigInt(micro)]));
}
type Ledger = Awaited<ReturnType<typeof ledgerNow>>;

const micro = (decimal: string | undefined) => BigInt((decimal ?? "0").replace(".", ""));
const owedOf = (period: ReportPeriodDto | undefined, currency: string) =>
  period?.owed.find((line) => line.currency === currency);
const lineOf = (period: ReportPeriodDto | undefined, product: string) =>
  period?.house.find((line) => line.product === product && line.currency === "USDT");

/** A day of everything that moves money, and what the ledger holds at its end. */
async function liveThrough(place: number, user: string): Promise<Ledger> {
  await database.setClock(dayAt(place));
  const { deposit } = await reported("USDT", { amount: "150" });
  await database.advanceClock(20 * 60_000);
  expect((await decideDeposit(token, deposit.id, { action: "confirm" })).status).toBe(200);
  const { id, user: payee } = await asked();
  await database.advanceClock(60 * 60_000);
  await decideWithdrawal(token, id, { action: "approve" });
  await decideWithdrawal(token, id, {
    action: "complete",
    transactionHash: `${place}`.padStart(64, "a"),
  });
  await manageBalance(token, payee.id, { amount: "7", operation: "subtract", reason: "A mistake" });
  await recordTick(4000);
  await storeSettings({ manualSpread: "0.0004" });
  await fillSpotTrade({
    userId: user,
    key: randomUUID(),
    side: "buy",
    amountMicro: units(100),
    limitPriceE8: null,
  });
  await openOption(optionOrder(user, { durationSeconds: 5 }));
  await openOption(optionOrder(user, { durationSeconds: 5, direction: "down" }));
  await runMarket(1, 4000);
  await enterDue();
  await runMarket(6, place % 2 === 0 ? 4001 : 4000);
  await settleDue();
  await openOption(optionOrder(user, { durationSeconds: 300 }));
  await fund({ house: "treasury", currency: "XAUT" }, units(2));
  return ledgerNow();
}

let ends: Ledger[];

beforeAll(async () => {
  await database.setClock(dayAt(0));
  token = (await signedInAdmin()).token;
  await fundOptionPool(units(1_000));
  await fund({ house: "inventory", currency: "XAUT" }, units(10));
  await fund({ house: "treasury", currency: "USDT" }, units(10_000));
  const user = await createFundedUser(units(5_000));
  ends = [];
  for (const place of [0, 1, 2]) ends.push(await liveThrough(place, user));
  // The options that were open at the last day's end are settled on a day of their own.
  await database.setClock(dayAt(3));
  await settleDue();
  ends.push(await ledgerNow());
});

it("says of each day what the ledger says, and the same once it is summed", async () => {
  const live = (await days()).toReversed();
  live.forEach((period, place) => {
    const now = ends[place];
    const change = (name: string) => (now?.get(name) ?? 0n) - (ends[place - 1]?.get(name) ?? 0n);
    for (const currency of ["USDT", "XAUT"] as const) {
      const owed = owedOf(period, currency);
      const kinds = ["available", "held", "stored", "savings", "ai"] as const;
      for (const kind of kinds) {
        expect([place, kind, micro(owed?.[kind])]).toEqual([
          place,
          kind,
          now?.get(`user ${kind} ${currency}`) ?? 0n,
        ]);
      }
    }
    expect(micro(owedOf(period, "USDT")?.options)).toBe(now?.get("stakes"));
    expect(micro(lineOf(period, "options")?.result)).toBe(change("options"));
    const [usdt, xaut] = period.money;
    expect(micro(lineOf(period, "spot")?.fees)).toBe(change("house fees USDT"));
    // 0.02497 XAUT, bought at 4000.80 where the middle was 4000.
    expect(lineOf(period, "spot")?.spread).toBe(place < 3 ? "0.019976" : "0.000000");
    // All that crossed the border: what the outside's accounts changed by.
    for (const money of [usdt, xaut]) {
      const crossed = micro(money?.deposits) - micro(money?.withdrawals) + micro(money?.funded);
      expect(crossed).toBe(-change(`house external ${money?.currency}`));
    }
  });
  while (await sumReport());
  await database.advanceClock(3_600_000);
  while (await sumReport());
  expect((await days()).toReversed()).toEqual(live);
});

it("adds days up to weeks and months, with what is owed at their end", async () => {
  const all = await report(`by=day&until=${nameOf(dayAt(3))}&periods=62`);
  const [month] = await report(`by=month&until=${nameOf(dayAt(3))}&periods=1`);
  const inMonth = all.filter(({ from }) => from.slice(0, 7) === month?.from.slice(0, 7));
  const sum = (figure: (period: ReportPeriodDto) => string | undefined) =>
    inMonth.reduce((total, period) => total + micro(figure(period)), 0n);
  expect(micro(month?.money[0]?.deposits)).toBe(sum(({ money }) => money[0]?.deposits));
  expect(micro(lineOf(month, "spot")?.result)).toBe(sum((one) => lineOf(one, "spot")?.result));
  expect(month?.owed).toEqual(all.find(({ from }) => from === nameOf(dayAt(3)))?.owed);
});

it("tells how long requests waited, and the report as a file, to staff who may read money", async () => {
  const [, day] = await days();
  const { deposits, withdrawals } = day?.decisions ?? {};
  expect(deposits?.count).toBe(1);
  expect(Math.abs((deposits?.medianSeconds ?? 0) - 1_200)).toBeLessThan(36);
  expect(Math.abs((withdrawals?.p95Seconds ?? 0) - 3_600)).toBeLessThan(108);
  const path = `/api/admin/reports?by=day&until=${nameOf(dayAt(1))}&periods=1`;
  const file = await reports(
    new Request(`http://localhost${path}&format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    }),
    { params: Promise.resolve({}) },
  );
  const text = await file.text();
  expect(text).toContain(`${nameOf(dayAt(1))},${nameOf(dayAt(1))},money,,USDT,deposits,150.000000`);
  const support = await signedInAdmin({ permissions: ["support"] });
  expect((await callRoute(reports, { path, token: support.token })).status).toBe(403);
});
