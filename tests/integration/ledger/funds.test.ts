import { randomUUID } from "node:crypto";
import { accountBalanceAt, balancesAt } from "@/lib/ledger/data";
import { listHouseAccounts } from "@/lib/ledger/house";
import { evenOutPools, maintainLedger } from "@/lib/ledger/mutations";
import { listAccountLines } from "@/lib/ledger/transactions/lines";
import { prisma } from "@/lib/platform/db";
import { testDatabase } from "@/tests/support/database";
import {
  available,
  brokenChecks,
  createFundedUser,
  external,
  post,
  units,
  usdtOf,
} from "@/tests/support/ledger/ledger-model-fixture";
import { holdFunds, postTransfers, releaseFunds, settleHold } from "@/tests/support/ledger/posting";

afterEach(async () => {
  // Money from outside, to the house, and held, without rows of what it is for is what these tests make.
  expect(
    await brokenChecks("held", "deposits", "withdrawals", "house transfers", "purposes"),
  ).toEqual([]);
});

describe("holds", () => {
  it("holds, releases and settles a withdrawal, each once", async () => {
    const ann = await createFundedUser(units(50));
    const base = { actorId: ann, userId: ann, withdrawalId: randomUUID() };
    const hold = { ...base, key: randomUUID(), amountMicro: units(30) };
    expect(await holdFunds(hold)).toBe(true);
    expect(await holdFunds(hold)).toBe(false);
    expect(await usdtOf(ann)).toMatchObject({
      available: units(20),
      held: units(30),
    });
    await expect(
      releaseFunds({ ...base, key: randomUUID(), amountMicro: units(31) }),
    ).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    await releaseFunds({ ...base, key: randomUUID(), amountMicro: units(10) });
    await settleHold({
      ...base,
      key: randomUUID(),
      amountMicro: units(20),
      feeMicro: units(1),
    });
    expect(await usdtOf(ann)).toMatchObject({ available: units(30), held: 0n });
    const fees = (await listHouseAccounts(prisma)).find(
      (b) => b.kind === "fees" && b.currency === "USDT",
    );
    expect(fees?.balanceMicro).toBe(units(1));
  });
});

describe("reading", () => {
  it("knows each balance as of any moment", async () => {
    const database = testDatabase();
    const ann = await createFundedUser();
    const [account] = await database.query<{ id: string }>(
      "SELECT id FROM ledger_account WHERE owner_id = $1 AND kind = 'available' AND currency = 'USDT'",
      [ann],
    );
    // Three months, so that the answer crosses partitions and the default one.
    const times = [
      "2031-01-31T23:59:59.999Z",
      "2031-02-01T00:00:00.000Z",
      "2031-03-15T12:00:00.000Z",
    ];
    for (const [i, time] of times.entries()) {
      await database.setClock(new Date(time));
      await postTransfers(post(external, available(ann), BigInt(10 ** i)));
    }
    await database.setClock(null);
    const at = (time: string) => accountBalanceAt(prisma, BigInt(account!.id), new Date(time));
    expect(await at("2031-01-31T23:59:59.998Z")).toBe(0n);
    expect(await at(times[0]!)).toBe(1n);
    expect(await at(times[1]!)).toBe(11n);
    expect(await at("2031-03-15T11:59:59.999Z")).toBe(11n);
    expect((await balancesAt(prisma, ann, new Date(times[2]!))).USDT.available).toBe(111n);
  });

  it("pages through a user's movements, newest first, without gap or repeat", async () => {
    const [ann, bob] = [await createFundedUser(units(100)), await createFundedUser(units(100))];
    for (let i = 1; i <= 12; i++) {
      await postTransfers(
        post(available(i % 3 ? ann : bob), available(i % 3 ? bob : ann), BigInt(i)),
      );
    }
    await holdFunds({
      key: randomUUID(),
      actorId: ann,
      userId: ann,
      amountMicro: units(1),
      withdrawalId: randomUUID(),
    });
    const seen: string[] = [];
    const amounts: bigint[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAccountLines(prisma, { userId: ann, limit: 5, cursor });
      seen.push(...page.lines.map((line) => line.id));
      amounts.push(...page.lines.map((line) => line.amountMicro));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(15);
    expect(amounts).toEqual([
      units(1),
      -units(1),
      12n,
      -11n,
      -10n,
      9n,
      -8n,
      -7n,
      6n,
      -5n,
      -4n,
      3n,
      -2n,
      -1n,
      units(100),
    ]);
    const held = await listAccountLines(prisma, {
      userId: ann,
      limit: 5,
      types: ["withdrawal_hold"],
    });
    expect(held.lines).toMatchObject([
      { accountKind: "held", otherKind: "available" },
      { accountKind: "available", otherKind: "held" },
    ]);
  });

  it("refuses a cursor that it did not make", async () => {
    const ann = await createFundedUser();
    await expect(
      listAccountLines(prisma, { userId: ann, limit: 5, cursor: "bogus" }),
    ).rejects.toMatchObject({ code: "VALIDATION" });
  });
});

describe("upkeep", () => {
  it("evens out a pool without making or losing a unit", async () => {
    await testDatabase().query(
      "SELECT ledger_post('seed', 'lopsided', sha256('x'), NULL, ARRAY[-1::bigint], ARRAY[-105::bigint], ARRAY[1000003::bigint])",
    );
    expect(await evenOutPools(prisma)).toBeGreaterThan(0);
    const shards = await testDatabase().query<{ balance_micro: string }>(
      "SELECT balance_micro FROM ledger_account WHERE kind = 'option_pool' ORDER BY balance_micro",
    );
    expect(shards.map((shard) => Number(shard.balance_micro))).toEqual([
      ...Array(13).fill(62500),
      ...Array(3).fill(62501),
    ]);
    expect(await evenOutPools(prisma)).toBe(0);
  });

  it("makes the partitions of coming months once", async () => {
    await testDatabase().setClock(new Date("2033-05-31T12:00:00Z"));
    expect(await maintainLedger(prisma)).toBe(8);
    expect(await maintainLedger(prisma)).toBe(0);
    await testDatabase().setClock(null);
  });

  it.each([
    ["ledger_transfer", "2034-05-31T12:00:00Z"],
    ["audit_entry", "2035-05-31T12:00:00Z"],
  ])("makes them another day when %s is being read for long", async (table, at) => {
    await testDatabase().setClock(new Date(at));
    await prisma.$transaction(async (tx) => {
      await tx.$queryRawUnsafe(`SELECT FROM ${table}`);
      await expect(maintainLedger(prisma)).rejects.toMatchObject({
        cause: { message: expect.stringContaining("lock timeout") },
      });
    });
    expect(await maintainLedger(prisma)).toBeGreaterThan(0);
    await testDatabase().setClock(null);
  });
});
