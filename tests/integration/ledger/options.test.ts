import { enterDue, settleDue } from "@/lib/ledger/options";
import { prisma } from "@/lib/platform/db";
import { testDatabase } from "@/tests/support/database";
import {
  brokenChecks,
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  runMarket,
  units,
  usdtOf,
} from "@/tests/support/ledger/ledger-model-fixture";

const database = testDatabase();
const SECOND_MS = 1000;

const tradeOf = async (id: string) => prisma.trade.findUniqueOrThrow({ where: { id } });
const poolTotal = async () => {
  const [row] = await database.query<{ total: string }>(
    "SELECT sum(balance_micro) AS total FROM ledger_account WHERE kind = 'option_pool'",
  );
  return BigInt(row?.total ?? 0);
};

beforeAll(async () => {
  await fundOptionPool(units(1000));
});

// Each test starts an hour after the last, on a fresh price of 4000.
let hour = 0;
beforeEach(async () => {
  await database.setClock(new Date(Date.UTC(2031, 0, 1, hour++)));
  await recordTick(4000);
});

afterEach(async () => {
  expect(await brokenChecks()).toEqual([]);
});

describe("an option's life", () => {
  it.each([
    ["up", 4001, "won", units(18)],
    ["up", 3999, "lost", 0n],
    ["up", 4000, "refunded", units(10)],
    ["down", 3999, "won", units(18)],
    ["down", 4001, "lost", 0n],
    ["down", 4000, "refunded", units(10)],
  ] as const)("%s with an exit at %s is %s", async (direction, exit, status, payout) => {
    const user = await createFundedUser(units(100));
    const pool = await poolTotal();
    const { tradeId, collateralMicro } = await openOption(optionOrder(user, { direction }));
    expect(collateralMicro).toBe(units(8));
    expect(await usdtOf(user)).toMatchObject({ available: units(90), escrow: units(10) });
    await runMarket(1, 4000);
    expect(await enterDue()).toMatchObject([{ tradeId, status: "open" }]);
    await runMarket(29, 4000);
    expect(await settleDue()).toEqual([]);
    await runMarket(1, exit);
    await runMarket(1, 4500);
    expect(await settleDue()).toEqual([{ tradeId, userId: user, status, payoutMicro: payout }]);
    expect(await usdtOf(user)).toMatchObject({ available: units(90) + payout, escrow: 0n });
    expect(await poolTotal()).toBe(pool + units(10) - payout);
    expect(await settleDue()).toEqual([]);
  });

  it("enters on the first tick after acceptance, not on the price the user saw", async () => {
    const user = await createFundedUser(units(100));
    const { tradeId } = await openOption(optionOrder(user));
    await enterDue();
    expect((await tradeOf(tradeId)).entryTickSeq).toBeNull();
    await database.advanceClock(1);
    const first = await recordTick(4010);
    await runMarket(2, 4020);
    await enterDue();
    expect(await tradeOf(tradeId)).toMatchObject({
      entryTickSeq: first,
      entryPriceE8: 401_000_000_000n,
    });
  });

  it("takes the last tick before expiry when none falls on it", async () => {
    const user = await createFundedUser(units(100));
    const { tradeId } = await openOption(optionOrder(user));
    await runMarket(1, 4000);
    await enterDue();
    await database.advanceClock(25 * SECOND_MS);
    const last = await recordTick(4002);
    await database.advanceClock(5 * SECOND_MS + 1);
    await recordTick(3000);
    await database.advanceClock(SECOND_MS);
    await settleDue();
    expect(await tradeOf(tradeId)).toMatchObject({ status: "won", exitTickSeq: last });
  });

  it("voids and refunds when no tick comes within 10 s of acceptance", async () => {
    const user = await createFundedUser(units(100));
    const { tradeId } = await openOption(optionOrder(user));
    await database.advanceClock(10 * SECOND_MS);
    expect(await enterDue()).toEqual([]);
    await database.advanceClock(1);
    await recordTick(4000);
    expect(await enterDue()).toMatchObject([{ tradeId, status: "void" }]);
    expect(await usdtOf(user)).toMatchObject({ available: units(100), escrow: 0n });
  });

  it("voids and refunds when the 10 s before expiry have no tick", async () => {
    const user = await createFundedUser(units(100));
    await openOption(optionOrder(user));
    await runMarket(19, 4000);
    await enterDue();
    await database.advanceClock(30 * SECOND_MS);
    expect(await settleDue()).toMatchObject([{ status: "void", payoutMicro: units(10) }]);
    expect((await usdtOf(user)).available).toBe(units(100));
  });

  it("voids an option that a switch from simulated to real prices would decide", async () => {
    const user = await createFundedUser(units(100));
    await database.advanceClock(SECOND_MS);
    await recordTick(2000, { simulated: true });
    await openOption(optionOrder(user));
    await database.advanceClock(SECOND_MS);
    await recordTick(2000, { simulated: true });
    await enterDue();
    await runMarket(32, 4000);
    expect(await settleDue()).toMatchObject([{ status: "void", payoutMicro: units(10) }]);
  });

  it("settles each option once with several workers at once", async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => createFundedUser(units(100))));
    const opened = await Promise.all(
      users.flatMap((user) => Array.from({ length: 5 }, () => openOption(optionOrder(user)))),
    );
    await runMarket(1, 4000);
    const entered = (await Promise.all(Array.from({ length: 4 }, () => enterDue(20)))).flat();
    entered.push(...(await enterDue()));
    expect(new Set(entered.map((trade) => trade.tradeId)).size).toBe(60);
    await runMarket(31, 4003);
    const batches = await Promise.all(Array.from({ length: 8 }, () => settleDue(7)));
    const settled = [...batches.flat(), ...(await settleDue())];
    expect(settled).toHaveLength(60);
    expect(new Set(settled.map((trade) => trade.tradeId))).toEqual(
      new Set(opened.map((trade) => trade.tradeId)),
    );
    for (const user of users) expect((await usdtOf(user)).available).toBe(units(140));
  });

  it("rounds the collateral half to even", async () => {
    const user = await createFundedUser(units(100));
    const exact = { minAmountMicro: 1n, payoutRatePpm: 500_000 };
    const collateral = async (amountMicro: bigint) =>
      (await openOption(optionOrder(user, { ...exact, amountMicro }))).collateralMicro;
    expect([await collateral(1n), await collateral(3n), await collateral(5n)]).toEqual([
      0n,
      2n,
      2n,
    ]);
  });
});
