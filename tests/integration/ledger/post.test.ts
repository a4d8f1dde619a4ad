import { randomUUID } from "node:crypto";
import { openUserAccounts, postTransfers } from "@/lib/ledger/mutations";
import type { AccountRef } from "@/lib/ledger/schema";
import { prisma, transaction } from "@/lib/platform/db";
import { testDatabase } from "@/tests/support/database";
import {
  available,
  brokenChecks,
  createFundedUser,
  outcomes,
  post,
  units,
  usdtOf,
} from "@/tests/support/ledger-model-fixture";

const treasury: AccountRef = { house: "treasury", currency: "USDT" };
const availableOf = async (user: string) => (await usdtOf(user)).available;

afterEach(async () => {
  // Money between users is no product's.
  expect(await brokenChecks("purposes")).toEqual([]);
});

describe("posting", () => {
  it("moves the exact amount and nothing else", async () => {
    const [ann, bob] = [await createFundedUser(units(100)), await createFundedUser()];
    expect(await postTransfers(prisma, post(available(ann), available(bob), 33_333_333n))).toBe(
      true,
    );
    expect(await availableOf(ann)).toBe(66_666_667n);
    expect(await availableOf(bob)).toBe(33_333_333n);
  });

  it("goes down to zero and not below", async () => {
    const [ann, bob] = [await createFundedUser(10n), await createFundedUser()];
    await expect(
      postTransfers(prisma, post(available(ann), available(bob), 11n)),
    ).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
    });
    await postTransfers(prisma, post(available(ann), available(bob), 10n));
    expect(await availableOf(ann)).toBe(0n);
  });

  it("lets only the outside world go negative", async () => {
    const ann = await createFundedUser();
    await expect(postTransfers(prisma, post(treasury, available(ann), 1n))).rejects.toMatchObject({
      code: "HOUSE_LIMIT",
    });
  });

  it("posts all transfers of an event or none", async () => {
    const [ann, bob] = [await createFundedUser(10n), await createFundedUser()];
    const key = randomUUID();
    const event = post(available(ann), available(bob), 10n, key);
    const tooMuch = { from: available(ann), to: available(bob), amountMicro: 1n };
    await expect(
      postTransfers(prisma, { ...event, transfers: [...event.transfers, tooMuch] }),
    ).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    expect(await availableOf(ann)).toBe(10n);
    expect(await postTransfers(prisma, event)).toBe(true);
  });

  it("rolls back with the transaction around it", async () => {
    const [ann, bob] = [await createFundedUser(10n), await createFundedUser()];
    const failing = transaction(async (tx) => {
      await postTransfers(tx, post(available(ann), available(bob), 10n));
      throw new Error("after the transfer");
    });
    await expect(failing).rejects.toThrow("after the transfer");
    expect(await availableOf(ann)).toBe(10n);
  });

  it.each([0n, -5n])("refuses the amount %s", async (amount) => {
    const ann = await createFundedUser(10n);
    await expect(postTransfers(prisma, post(available(ann), treasury, amount))).rejects.toThrow();
    expect(await availableOf(ann)).toBe(10n);
  });

  it("refuses to turn one currency into another", async () => {
    const ann = await createFundedUser(10n);
    const gold: AccountRef = { user: ann, kind: "available", currency: "XAUT" };
    await expect(postTransfers(prisma, post(available(ann), gold, 1n))).rejects.toThrow();
  });

  it("refuses to move escrow or held money by a plain transfer", async () => {
    const database = testDatabase();
    const ann = await createFundedUser(10n);
    const [held] = await database.query<{ id: string }>(
      "SELECT id FROM ledger_account WHERE owner_id = $1 AND kind = 'held'",
      [ann],
    );
    for (const [debit, credit] of [
      ["-1", held?.id],
      ["-1", "-8"],
      ["-8", "-3"],
    ]) {
      await expect(
        database.query(
          "SELECT ledger_post('x', uuid_v7()::text, sha256('x'), NULL, ARRAY[$1::bigint], ARRAY[$2::bigint], ARRAY[1::bigint])",
          [debit, credit],
        ),
      ).rejects.toThrow(/ACCOUNT_RESERVED|HOUSE_LIMIT/);
    }
  });

  it("does not deadlock when transfers cross", async () => {
    const users = await Promise.all([1, 2, 3].map(() => createFundedUser(units(10))));
    const pairs = Array.from(
      { length: 60 },
      (_, i) => [users[i % 3]!, users[(i + 1 + (i % 2)) % 3]!] as const,
    );
    const done = await outcomes(
      pairs.map(([from, to]) =>
        postTransfers(prisma, post(available(from), available(to), units(1) / 4n)),
      ),
    );
    expect(done.filter((result) => result !== true && result !== "INSUFFICIENT_BALANCE")).toEqual(
      [],
    );
  });
});

describe("idempotency", () => {
  it("posts once when the same request comes 20 times at once", async () => {
    const [ann, bob] = [await createFundedUser(units(100)), await createFundedUser()];
    const event = post(available(ann), available(bob), units(1));
    const done = await Promise.all(Array.from({ length: 20 }, () => postTransfers(prisma, event)));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await availableOf(bob)).toBe(units(1));
  });

  it("refuses the key for another input", async () => {
    const [ann, bob] = [await createFundedUser(units(100)), await createFundedUser()];
    const key = randomUUID();
    await postTransfers(prisma, post(available(ann), available(bob), 5n, key));
    await expect(
      postTransfers(prisma, post(available(ann), available(bob), 6n, key)),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
  });

  it("frees the key when the first try failed", async () => {
    const [ann, bob] = [await createFundedUser(), await createFundedUser(5n)];
    const event = post(available(ann), available(bob), 5n);
    await expect(postTransfers(prisma, event)).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
    });
    await postTransfers(prisma, post(available(bob), available(ann), 5n));
    expect(await postTransfers(prisma, event)).toBe(true);
  });

  it("opens a user's accounts once", async () => {
    const ann = await createFundedUser(7n);
    await Promise.all([1, 2, 3].map(() => openUserAccounts(prisma, ann)));
    expect(await availableOf(ann)).toBe(7n);
  });
});
