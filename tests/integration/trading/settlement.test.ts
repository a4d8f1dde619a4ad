import { deliveries } from "@/deliveries";
import { hasOpenOptions } from "@/lib/ledger/options";
import { prisma } from "@/lib/platform/db";
import { startRelay } from "@/lib/platform/outbox/relay";
import { settleOnce, startSettlementLoop } from "@/lib/trading/jobs";
import { testDatabase } from "@/tests/support/database";
import { deliverAll, hearEvents } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { available, open, openMarket, tick, trader, wait } from "./support";

beforeAll(openMarket);

const TRADES = 40;

it("two loops settle a crowd once, tell everybody once and leave a ledger that adds up", async () => {
  const owners = await Promise.all(Array.from({ length: 8 }, () => trader()));
  await tick("4000");
  expect(await hasOpenOptions()).toBe(false);
  const directions = ["up", "down"] as const;
  // Each one after another: a request gives up after three seconds without a connection.
  const opened = await Promise.all(
    owners.map(async (owner, n) => {
      const statuses: number[] = [];
      for (let i = 0; i < TRADES / owners.length; i += 1) {
        const answer = await open(owner, { direction: directions[n % 2], amount: "10" });
        statuses.push(answer.status);
      }
      return statuses;
    }),
  );
  expect(opened.flat()).toEqual(Array(TRADES).fill(201));
  expect(await hasOpenOptions()).toBe(true);
  await tick("4000");
  const loops = [1, 2].flatMap(() => [startSettlementLoop(), startRelay(deliveries)]);
  await until("all have their entry", async () => {
    return (await prisma.trade.count({ where: { entryTickSeq: { not: null } } })) === TRADES;
  });
  await tick("4001", { after: 55 });
  await wait(5.001);
  await until("everybody was told", async () => {
    return (await toldToUsers.count({ where: { type: "option-trade" } })) === TRADES;
  });
  await Promise.all(loops.map((loop) => loop.stop()));
  await settleOnce();
  expect(await hasOpenOptions()).toBe(false);

  const counts = await prisma.trade.groupBy({ by: ["status"], _count: { _all: true } });
  expect(Object.fromEntries(counts.map((row) => [row.status, row._count._all]))).toEqual({
    won: TRADES / 2,
    lost: TRADES / 2,
  });
  // Owner n holds only ups (even n) or only downs: five wins of 8.20, or five losses of 10.
  const balances = await Promise.all(owners.map(available));
  expect(balances).toEqual(owners.map((_, n) => (n % 2 === 0 ? "1041.000000" : "950.000000")));
  expect(await prisma.outboxMessage.count()).toBe(0);
  const titles = (await toldToUsers.findMany()).map(({ title }) => title).toSorted();
  expect(titles).toEqual(Array<string>(TRADES).fill("Option settled"));
  const [escrow] = await testDatabase().query<{ sum: string }>(
    `SELECT coalesce(sum(CASE WHEN credit_account_id = -8 THEN amount_micro ELSE -amount_micro END), 0)::text AS sum
     FROM ledger_transfer WHERE -8 IN (credit_account_id, debit_account_id)`,
  );
  expect(escrow?.sum).toBe("0");
});

it("the `trade` event comes once an option is settled, and its entry has an event of its own", async () => {
  const owner = await trader();
  const { heard, stop } = await hearEvents();
  await tick("4000");
  const { id } = (await open(owner)).body.trade;
  await tick("4000");
  await settleOnce();
  await tick("4001", { after: 60 });
  await wait(0.001);
  await settleOnce();
  await until("the end is told", () => heard.filter(({ t }) => t === "balance").length === 2);
  await stop();
  const u = owner.user.id;
  const notes = await toldToUsers.findMany({
    where: { userId: u },
    orderBy: { id: "asc" },
  });
  expect(notes.map(({ title, message }) => `${title}: ${message}`)).toEqual([
    expect.stringMatching(/^Option settled: Up, 100\.00\u00a0USDT, 60 s: won\. /),
  ]);
  const [end] = notes.map(({ id, title, message }) => ({
    ...{ t: "notification", u, type: "option-trade" },
    ...{ id, title, message },
  }));
  expect(heard).toEqual([
    { t: "trade:entered", u, id },
    { t: "balance", u },
    { t: "trade", u, id, type: "option", status: "won", payout: "182.000000" },
    end,
    { t: "balance", u },
  ]);
});

it("news that a dead process left behind reach the user from another one", async () => {
  const owner = await trader();
  await tick("4000");
  await open(owner);
  await tick("4000");
  await testDatabase().query("SELECT * FROM enter_due(10)");
  await tick("3999", { after: 60 });
  await wait(0.001);
  // Settled by somebody who died before telling.
  await testDatabase().query("SELECT * FROM settle_due(10)");
  const mine = { userId: owner.user.id, title: "Option settled" };
  expect(await toldToUsers.count({ where: mine })).toBe(0);
  await deliverAll();
  await deliverAll();
  expect(await toldToUsers.count({ where: mine })).toBe(1);
});

it("a switch between simulated and real prices voids what was open across it", async () => {
  const owner = await trader();
  await tick("4000", { simulated: true });
  await open(owner);
  await tick("4000", { simulated: true });
  await settleOnce();
  await tick("4100", { after: 55 });
  await wait(5.001);
  await settleOnce();
  expect(await prisma.trade.findFirst({ where: { userId: owner.user.id } })).toMatchObject({
    status: "void",
    exitPriceE8: 410_000_000_000n,
  });
  expect(await available(owner)).toBe("1000.000000");
  await deliverAll();
  const [note] = await toldToUsers.findMany({
    where: { userId: owner.user.id, title: "Option settled" },
  });
  expect(note?.message).toContain(
    ": void, stake returned. A price was missing, or simulated and real prices met. Paid back: ",
  );
});

it("says in the news that a settlement price was simulated", async () => {
  const owner = await trader();
  await tick("4000", { simulated: true });
  await open(owner);
  await tick("4000", { simulated: true });
  await settleOnce();
  await tick("4001", { after: 55, simulated: true });
  await wait(5.001);
  await settleOnce();
  await deliverAll();
  const [note] = await toldToUsers.findMany({
    where: { userId: owner.user.id, title: "Option settled" },
  });
  expect(note?.message).toMatch(/ won\. Simulated settlement price 4,001\.00\. /);
});
