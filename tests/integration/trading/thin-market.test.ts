import "./two-sources";
import { POST as resumeRoute } from "@/app/api/admin/market/resume/route";
import { fillOrders } from "@/lib/ledger/fills/fills";
import { acceptSpotTrade } from "@/lib/ledger/spot";
import { acceptConversion } from "@/lib/ledger/vault";
import { getOverview } from "@/lib/overview/data";
import { prisma } from "@/lib/platform/db";
import { isLogBehind } from "@/lib/transparency/state";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { units } from "@/tests/support/ledger/ledger-model-fixture";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { available, newKey, open, openMarket, tick, trader } from "./support";

beforeAll(openMarket);

it("opens options only while the newest tick has enough sources", async () => {
  const owner = await trader();
  await tick("4000", { sources: 2 });
  expect((await open(owner)).status).toBe(201);
  await tick("4000", { sources: 1 });
  const before = await available(owner);
  const { status, body } = await open(owner);
  expect([status, body.code]).toEqual([503, "MARKET_THIN"]);
  expect(await available(owner)).toBe(before);
  await tick("4000", { sources: 2 });
  expect((await open(owner)).status).toBe(201);
});

it("takes no option while the public log is more than a minute behind", async () => {
  const owner = await trader();
  await tick("4000", { sources: 2 });
  await testDatabase().query(
    `INSERT INTO log_head (origin, key, size, root, note, at) VALUES ('o', 'k', 1, '', '', now());
     INSERT INTO log_queue (place, kind, ref, at) VALUES (0, 'tick', '0', now() - interval '61 seconds')`,
  );
  const known = (globalThis as { __logState?: { at: number } }).__logState;
  Object.assign(known ?? {}, { at: Number.NEGATIVE_INFINITY });
  await until("it is noticed", () => isLogBehind());
  const { status, body } = await open(owner);
  expect([status, body.code]).toEqual([503, "LOG_BEHIND"]);
  await testDatabase().query("DELETE FROM log_queue WHERE place = 0");
  Object.assign(known ?? {}, { at: Number.NEGATIVE_INFINITY });
  await until("it has caught up", () => !isLogBehind());
  expect((await open(owner)).status).toBe(201);
});

it("neither accepts nor fills anything at a price that rests on too few, whatever a caller says", async () => {
  await asOwner().siteRule.updateMany({ data: { minSources: 2 } });
  const owner = await trader();
  const { user } = owner;
  const buy = () =>
    acceptSpotTrade({
      userId: user.id,
      key: newKey(),
      side: "buy",
      amountMicro: units(10),
      limitPriceE8: null,
    });
  const conversion = { direction: "store", currency: "USDT", amountMicro: units(20) } as const;
  const store = () =>
    acceptConversion({
      ...conversion,
      userId: user.id,
      key: newKey(),
      limitPriceE8: null,
      reviewedFeePpm: null,
    });
  await tick("4000", { sources: 2 });
  const [{ tradeId }] = [await buy(), await store()];
  await tick("2000", { sources: 1 });
  await fillOrders();
  for (const accept of [buy, store])
    await expect(accept()).rejects.toMatchObject({ code: "MARKET_THIN" });
  const read = () => prisma.trade.findUniqueOrThrow({ where: { id: tradeId } });
  expect((await read()).status).toBe("pending");
  const seq = await tick("4001", { sources: 2 });
  await fillOrders();
  expect(await read()).toMatchObject({ status: "filled", entryTickSeq: BigInt(seq) });
});

it("enters and fills nothing at live prices while they are paused, until staff resume with a reason", async () => {
  const owner = await trader();
  const order = {
    userId: owner.user.id,
    side: "buy",
    amountMicro: units(10),
    limitPriceE8: null,
  } as const;
  const buy = () => acceptSpotTrade({ ...order, key: newKey() });
  const alerts = async () => (await getOverview()).alerts.map(({ code }) => code);
  const resume = async (permissions: string[], reason = "Seen at two brokers") =>
    (
      await callRoute(resumeRoute, {
        token: (await signedInAdmin({ permissions })).token,
        method: "POST",
        body: { reason },
      })
    ).status;
  await tick("4000", { sources: 2 });
  const { tradeId } = await buy();
  await testDatabase().query("SELECT market_pause('minute')");
  await tick("4200", { sources: 2 });
  await fillOrders();
  const read = () => prisma.trade.findUniqueOrThrow({ where: { id: tradeId } });
  expect((await read()).status).toBe("pending");
  await expect(buy()).rejects.toMatchObject({ code: "MARKET_STALE" });
  expect(await alerts()).toContain("pricePaused");
  expect(await resume(["finance", "support"])).toBe(403);
  expect(await resume(["settings"], "No")).toBe(422);
  expect(await resume(["settings"])).toBe(200);
  expect(await resume(["settings"])).toBe(409);
  expect(await alerts()).not.toContain("pricePaused");
  expect(
    await prisma.auditEntry.findMany({
      where: { targetType: "market", action: { startsWith: "market." } },
      orderBy: { seq: "asc" },
    }),
  ).toMatchObject([
    {
      action: "market.pause",
      actorId: null,
      actorName: "system",
      reason: "One exchange alone moved too far in a minute",
      after: { paused: "minute" },
    },
    { action: "market.resume", reason: "Seen at two brokers", before: { paused: "minute" } },
  ]);
  const seq = await tick("4201", { sources: 2 });
  await fillOrders();
  expect(await read()).toMatchObject({ status: "filled", entryTickSeq: BigInt(seq) });
});
