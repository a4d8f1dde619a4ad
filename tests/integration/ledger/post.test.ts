import { randomUUID } from "node:crypto";
import type { AccountRef } from "@/lib/ledger/schema";
import { testDatabase } from "@/tests/support/database";
import {
  available,
  brokenChecks,
  createFundedUser,
  outcomes,
  post,
  units,
  usdtOf,
} from "@/tests/support/ledger/ledger-model-fixture";
import { openUserAccounts, postTransfers } from "@/tests/support/ledger/posting";
import { asOwner } from "@/tests/support/owner";

const treasury: AccountRef = { house: "treasury", currency: "USDT" };
const availableOf = async (user: string) => (await usdtOf(user)).available;

afterEach(async () => {
  // Money between users is no product's.
  expect(await brokenChecks("purposes")).toEqual([]);
});

describe("posting", () => {
  it("moves the exact amount and nothing else", async () => {
    const [ann, bob] = [await createFundedUser(units(100)), await createFundedUser()];
    expect(await postTransfers(post(available(ann), available(bob), 33_333_333n))).toBe(true);
    expect(await availableOf(ann)).toBe(66_666_667n);
    expect(await availableOf(bob)).toBe(33_333_333n);
  });

  it("goes down to zero and not below", async () => {
    const [ann, bob] = [await createFundedUser(10n), await createFundedUser()];
    await expect(postTransfers(post(available(ann), available(bob), 11n))).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
    });
    await postTransfers(post(available(ann), available(bob), 10n));
    expect(await availableOf(ann)).toBe(0n);
  });

  it("lets only the outside world go negative", async () => {
    const ann = await createFundedUser();
    await expect(postTransfers(post(treasury, available(ann), 1n))).rejects.toMatchObject({
      code: "HOUSE_LIMIT",
    });
  });

  it("posts all transfers of an event or none", async () => {
    const [ann, bob] = [await createFundedUser(10n), await createFundedUser()];
    const key = randomUUID();
    const event = post(available(ann), available(bob), 10n, key);
    const tooMuch = { from: available(ann), to: available(bob), amountMicro: 1n };
    await expect(
      postTransfers({ ...event, transfers: [...event.transfers, tooMuch] }),
    ).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    expect(await availableOf(ann)).toBe(10n);
    expect(await postTransfers(event)).toBe(true);
  });

  it("rolls back with the transaction around it", async () => {
    const [ann, bob] = [await createFundedUser(10n), await createFundedUser()];
    const failing = asOwner().$transaction(async (tx) => {
      await postTransfers(post(available(ann), available(bob), 10n), tx);
      throw new Error("after the transfer");
    });
    await expect(failing).rejects.toThrow("after the transfer");
    expect(await availableOf(ann)).toBe(10n);
  });

  it.each([0n, -5n])("refuses the amount %s", async (amount) => {
    const ann = await createFundedUser(10n);
    await expect(postTransfers(post(available(ann), treasury, amount))).rejects.toThrow();
    expect(await availableOf(ann)).toBe(10n);
  });

  it("refuses to turn one currency into another", async () => {
    const ann = await createFundedUser(10n);
    const gold: AccountRef = { user: ann, kind: "available", currency: "XAUT" };
    await expect(postTransfers(post(available(ann), gold, 1n))).rejects.toThrow();
  });

  it("refuses to move escrow or held money by a plain transfer", async () => {
    const database = testDatabase();
    const ann = await createFundedUser(10n);
    const [held] = await database.query<{ id: string }>(
      "SELECT id FROM ledger_account WHERE owner_id = $1 AND kind = 'held' AND currency = 'USDT'",
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

  it("refuses the same of one transfer as of several", async () => {
    const database = testDatabase();
    const [ann, bob] = [await createFundedUser(10n), await createFundedUser()];
    const accounts = await database.query<{ id: string; kind: string; currency: string }>(
      "SELECT id, kind, currency FROM ledger_account WHERE owner_id = $1",
      [ann],
    );
    const idOf = (kind: string, currency: string) =>
      accounts.find((account) => account.kind === kind && account.currency === currency)?.id;
    const [usdt, gold] = [idOf("available", "USDT"), idOf("available", "XAUT")];
    const [held, savings] = [idOf("held", "USDT"), idOf("savings", "USDT")];
    const nobody = "999999999999";
    const most = "9223372036854775807";
    const taken = randomUUID();
    await postTransfers(post(available(ann), available(bob), 1n, taken));
    const key = () => randomUUID();
    const HASH = "sha256('x')";
    const cases: [refusal: string, ...(string | null | undefined)[]][] = [
      ["IDEMPOTENCY_KEY_INVALID", null, HASH, usdt, "-3", "1"],
      ["IDEMPOTENCY_KEY_INVALID", "", HASH, usdt, "-3", "1"],
      ["IDEMPOTENCY_KEY_INVALID", "k".repeat(201), HASH, usdt, "-3", "1"],
      ["IDEMPOTENCY_KEY_INVALID", key(), "NULL", usdt, "-3", "1"],
      ["IDEMPOTENCY_KEY_INVALID", key(), "'\\x00'", usdt, "-3", "0"],
      ["IDEMPOTENCY_CONFLICT", taken, HASH, usdt, "-3", "0"],
      ["AMOUNT_INVALID", key(), HASH, usdt, "-3", "0"],
      ["AMOUNT_INVALID", key(), HASH, nobody, "-3", "-1"],
      ["AMOUNT_INVALID", key(), HASH, usdt, "-1400", null],
      ["LEDGER_ACCOUNT_MISSING", key(), HASH, nobody, usdt, "1"],
      ["LEDGER_ACCOUNT_MISSING", key(), HASH, usdt, nobody, "1"],
      ["LEDGER_ACCOUNT_MISSING", key(), HASH, null, usdt, "1"],
      ["LEDGER_ACCOUNT_MISSING", key(), HASH, usdt, null, "1"],
      ["LEDGER_ACCOUNT_MISSING", key(), HASH, usdt, usdt, "1"],
      ["LEDGER_ACCOUNT_MISSING", key(), HASH, usdt, "-9999", "1"],
      ["INSUFFICIENT_BALANCE", key(), HASH, usdt, usdt, "10"],
      ["INSUFFICIENT_BALANCE", key(), HASH, usdt, nobody, "10"],
      ["INSUFFICIENT_BALANCE", key(), HASH, usdt, "-3", most],
      ["INSUFFICIENT_BALANCE", key(), HASH, gold, usdt, "1"],
      ["INSUFFICIENT_BALANCE", key(), HASH, held, "-8", "1"],
      ["HOUSE_LIMIT", key(), HASH, "-1200", usdt, "1"],
      ["HOUSE_LIMIT", key(), HASH, "-4", usdt, "1"],
      ["CURRENCY_MISMATCH", key(), HASH, usdt, gold, "1"],
      ["CURRENCY_MISMATCH", key(), HASH, usdt, "-1300", "1"],
      ["CURRENCY_MISMATCH", key(), HASH, "-2", held, "1"],
      ["ACCOUNT_RESERVED", key(), HASH, usdt, held, "1"],
      ["ACCOUNT_RESERVED", key(), HASH, usdt, "-9", "1"],
      ["ACCOUNT_RESERVED", key(), HASH, usdt, "-8", "1"],
      ["ACCOUNT_RESERVED", key(), HASH, "-8", savings, "1"],
    ];
    const call = async (text: string, values: unknown[]) =>
      database.query(text, values).then(
        () => "posted",
        (error: { code: string; message: string }) => [error.code, error.message],
      );
    for (const [refusal, ownKey, hash, debit, credit, amount] of cases) {
      const values = [ownKey, debit, credit, amount];
      const one = await call(
        `SELECT ledger_post_one('x', $1, ${hash}, NULL, $2::bigint, $3::bigint, $4::bigint)`,
        values,
      );
      const inList = await call(
        `SELECT ledger_post('x', $1, ${hash}, NULL, ARRAY[$2::bigint], ARRAY[$3::bigint], ARRAY[$4::bigint])`,
        values,
      );
      // What comes second in the event can make no difference: the first refusal is the answer.
      const several = await call(
        `SELECT ledger_post('x', $1, ${hash}, NULL, ARRAY[$2::bigint, -1], ARRAY[$3::bigint, -3], ARRAY[$4::bigint, 1])`,
        values,
      );
      expect([values, one]).toEqual([values, ["XA001", refusal]]);
      expect([inList, several]).toEqual([one, one]);
    }
    expect(await availableOf(ann)).toBe(9n);
  });

  it("does not deadlock when transfers cross", async () => {
    const users = await Promise.all([1, 2, 3].map(() => createFundedUser(units(10))));
    const pairs = Array.from(
      { length: 60 },
      (_, i) => [users[i % 3]!, users[(i + 1 + (i % 2)) % 3]!] as const,
    );
    const done = await outcomes(
      pairs.map(([from, to]) => postTransfers(post(available(from), available(to), units(1) / 4n))),
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
    const done = await Promise.all(Array.from({ length: 20 }, () => postTransfers(event)));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await availableOf(bob)).toBe(units(1));
  });

  it("refuses the key for another input", async () => {
    const [ann, bob] = [await createFundedUser(units(100)), await createFundedUser()];
    const key = randomUUID();
    await postTransfers(post(available(ann), available(bob), 5n, key));
    await expect(
      postTransfers(post(available(ann), available(bob), 6n, key)),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
  });

  it("frees the key when the first try failed", async () => {
    const [ann, bob] = [await createFundedUser(), await createFundedUser(5n)];
    const event = post(available(ann), available(bob), 5n);
    await expect(postTransfers(event)).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
    });
    await postTransfers(post(available(bob), available(ann), 5n));
    expect(await postTransfers(event)).toBe(true);
  });

  it("opens a user's accounts once", async () => {
    const ann = await createFundedUser(7n);
    await Promise.all([1, 2, 3].map(() => openUserAccounts(ann)));
    expect(await availableOf(ann)).toBe(7n);
  });
});
