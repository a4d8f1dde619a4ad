import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { type HouseTransferInput, listHouseAccounts, transferInHouse } from "@/lib/ledger/house";
import { ledgerCurrencies } from "@/lib/ledger/schema";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { fund } from "@/tests/factories/funds";
import { fundInterest } from "@/tests/factories/savings";
import { createTestAdmin } from "@/tests/factories/users";
import { testDatabase } from "@/tests/support/database";
import {
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";
import { sizedRuns } from "@/tests/support/size";

let actor: string;
beforeAll(async () => {
  actor = (await createTestAdmin()).id;
});
const PURSES = ["external", "option_pool", "inventory", "fees", "interest", "referral"] as const;
const EVERY_KIND = [...PURSES, "treasury"] as const;

type Draft = Pick<HouseTransferInput, "from" | "to" | "currency" | "amountMicro">;

const transfer = (draft: Draft, key: string = randomUUID()) =>
  transferInHouse(prisma, {
    ...draft,
    key,
    actor: { id: actor },
    reason: "A test",
    reference: null,
  });

/** Balances by "kind currency". */
async function balances(): Promise<Map<string, bigint>> {
  const rows = await listHouseAccounts(prisma);
  return new Map(rows.map((row) => [`${row.kind} ${row.currency}`, row.balanceMicro]));
}

async function expectSound(): Promise<void> {
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
}

let user: string;

beforeAll(async () => {
  user = await createFundedUser(units(1_000));
  await fundOptionPool(units(100));
  for (const currency of ledgerCurrencies) {
    await fund({ house: "treasury", currency }, units(1_000));
    await fund({ house: "inventory", currency }, units(777));
    await fund({ house: "fees", currency }, 1_000_003n);
    await fundInterest(units(50), currency);
  }
  await fund({ house: "referral", currency: "USDT" }, units(20));
});
afterEach(expectSound);

const draft = fc.record({
  from: fc.constantFrom(...EVERY_KIND),
  to: fc.constantFrom(...EVERY_KIND),
  currency: fc.constantFrom(...ledgerCurrencies),
  amountMicro: fc.oneof(fc.bigInt(1n, 40n), fc.bigInt(1n, units(1_200))),
});
const SURE: Draft = { from: "treasury", to: "inventory", currency: "USDT", amountMicro: 1n };
const step = fc.record({ draft, repeat: fc.boolean(), stake: fc.bigInt(units(1), units(3)) });

function isAllowed({ from, to, currency }: Draft): boolean {
  if ((from === "treasury") === (to === "treasury") || to === "fees") return false;
  const purse = from === "treasury" ? to : from;
  return currency === "USDT" || (purse !== "option_pool" && purse !== "referral");
}

describe("transfers between house accounts", () => {
  it("keep every sum whatever is tried at once, and no account falls below zero", async () => {
    await recordTick(4000);
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
        const before = await balances();
        const made: Draft[] = [];
        const stakes: bigint[] = [];
        await Promise.all(
          steps.map(async ({ draft: one, repeat, stake }) => {
            const key = randomUUID();
            const calls = [transfer(one, key), ...(repeat ? [transfer(one, key)] : [])];
            const trade = openOption(optionOrder(user, { amountMicro: stake })).then(
              ({ collateralMicro }) => void stakes.push(collateralMicro),
              () => undefined,
            );
            const results = await Promise.allSettled(calls);
            await trade;
            const answers = results.flatMap((result) =>
              result.status === "fulfilled" ? [result.value] : [],
            );
            if (answers.length > 0) {
              // One of two may be refused: a refusal leaves the key free, and money may come in between.
              expect(answers.map(({ replayed }) => replayed).sort()).toEqual(
                [false, true].slice(0, answers.length),
              );
              expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
              expect(isAllowed(one)).toBe(true);
              made.push(one);
              done += 1;
            }
            for (const result of results) {
              if (result.status === "fulfilled") continue;
              expect(result.reason).toMatchObject({
                code: isAllowed(one) ? "HOUSE_INSUFFICIENT" : "HOUSE_TRANSFER_INVALID",
              });
            }
          }),
        );
        const expected = new Map(before);
        const add = (key: string, change: bigint) =>
          expected.set(key, (expected.get(key) ?? 0n) + change);
        for (const { from, to, currency, amountMicro } of made) {
          add(`${from} ${currency}`, -amountMicro);
          add(`${to} ${currency}`, amountMicro);
        }
        const after = await balances();
        for (const collateral of stakes) add("option_pool USDT", -collateral);
        expected.set("escrow USDT", after.get("escrow USDT") ?? 0n);
        expect(after).toEqual(expected);
        for (const [key, value] of after) {
          if (!key.startsWith("external")) expect(value).toBeGreaterThanOrEqual(0n);
        }
      }),
      // With one that nothing can stand in the way of: else all of them might be refused.
      { numRuns: sizedRuns(25), examples: [[[{ draft: SURE, repeat: true, stake: units(1) }]]] },
    );
    expect(done).toBeGreaterThan(0);
  });

  it("empty a pool of uneven shards to the last unit, and fill it evenly", async () => {
    const before = (await balances()).get("inventory XAUT") ?? 0n;
    const out = { from: "inventory", to: "treasury", currency: "XAUT" } as const;
    await transfer({ ...out, amountMicro: before - 1n });
    await transfer({ ...out, amountMicro: 1n });
    expect((await balances()).get("inventory XAUT")).toBe(0n);
    await expect(transfer({ ...out, amountMicro: 1n })).rejects.toMatchObject({
      code: "HOUSE_INSUFFICIENT",
    });
    await transfer({ ...out, from: "treasury", to: "inventory", amountMicro: 35n });
    const shards = await testDatabase().query<{ balance: string }>(
      "SELECT balance_micro AS balance FROM ledger_account WHERE kind = 'inventory' AND currency = 'XAUT' AND owner_id IS NULL",
    );
    expect(shards.map(({ balance }) => Number(balance)).sort()).toEqual([
      ...Array(13).fill(2),
      ...Array(3).fill(3),
    ]);
  });

  it("remember what was found and left", async () => {
    const before = await balances();
    const { id } = await transfer({
      from: "external",
      to: "treasury",
      currency: "XAUT",
      amountMicro: 5n,
    });
    const treasury = before.get("treasury XAUT") ?? 0n;
    const external = before.get("external XAUT") ?? 0n;
    expect(await prisma.houseTransfer.findUnique({ where: { id } })).toMatchObject({
      fromBeforeMicro: external,
      fromAfterMicro: external - 5n,
      toBeforeMicro: treasury,
      toAfterMicro: treasury + 5n,
      actorId: actor,
      reason: "A test",
    });
  });

  it("refuse another input for a key", async () => {
    const key = randomUUID();
    const one = { from: "external", to: "treasury", currency: "USDT" } as const;
    await transfer({ ...one, amountMicro: 5n }, key);
    await expect(transfer({ ...one, amountMicro: 6n }, key)).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
    });
  });

  it.each([
    ["escrow", "treasury"],
    ["interest_reserve", "treasury"],
    ["treasury", "interest_reserve"],
    ["available", "treasury"],
    ["treasury", "nothing"],
  ])("never touch %s to %s", async (from, to) => {
    const one = { from, to, currency: "USDT", amountMicro: 1n } as Draft;
    await expect(transfer(one)).rejects.toMatchObject({ code: "HOUSE_TRANSFER_INVALID" });
  });

  it("leave what commissions and savings wait for", async () => {
    await testDatabase().query(
      `INSERT INTO referral_due (source_type, source_id, referrer_id, referred_id, fee_micro, rate_ppm)
       VALUES ('trade', uuid_v7(), uuid_v7(), uuid_v7(), 25000000, 100000), ('trade', uuid_v7(), uuid_v7(), uuid_v7(), 500000, NULL)`,
    );
    const accounts = await listHouseAccounts(prisma);
    const referral = accounts.find(({ kind }) => kind === "referral");
    expect(referral?.requiredMicro).toBe(3_000_000n);
    const held = referral?.balanceMicro ?? 0n;
    const out = { from: "referral", to: "treasury", currency: "USDT" } as const;
    if (held < 3_000_000n)
      await transfer({ ...out, from: "treasury", to: "referral", amountMicro: units(3) });
    const free = ((await balances()).get("referral USDT") ?? 0n) - 3_000_000n;
    await expect(transfer({ ...out, amountMicro: free + 1n })).rejects.toMatchObject({
      code: "HOUSE_BELOW_OBLIGATIONS",
    });
    if (free > 0n) await transfer({ ...out, amountMicro: free });
    expect((await balances()).get("referral USDT")).toBe(3_000_000n);
    await testDatabase().query("DELETE FROM referral_due");
  });
});
