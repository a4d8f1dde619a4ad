import { randomInt } from "node:crypto";
import fc from "fast-check";
import { acceptConversion } from "@/lib/ledger/vault";
import { averageCost, costOf, valuePosition } from "@/lib/market/position-rules";
import { formatMicro, formatPriceE8, MICRO, parseMicro } from "@/lib/platform/money";
import { convert as convertAt, type VaultDirection } from "@/lib/vault/rules";
import type { ConversionDto } from "@/lib/vault/schema";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { fillNext } from "@/tests/support/fills";
import { unpost } from "@/tests/support/ledger/ledger-model-fixture";
import { postTransfers } from "@/tests/support/ledger/posting";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import {
  convert,
  differences,
  held,
  newKey,
  quote,
  type Saver,
  saver,
  stockHouse,
  storageOf,
} from "./support";

const START = 10_000n * MICRO;
type Currency = "USDT" | "XAUT";

beforeAll(stockHouse);
afterAll(async () => expect(await differences()).toEqual([]));

const e8 = (cents: number) => BigInt(cents) * 1_000_000n;

/** What a user's vault must have come to, as plain arithmetic. */
class Model {
  usdtMicro = START;
  /** Available: all of it came out of storage, with its cost. */
  xaut = { quantityMicro: 0n, costMicro: 0n };
  quantityMicro = 0n;
  costMicro = 0n;
  realisedMicro = 0n;

  expected(direction: VaultDirection, currency: Currency, amountMicro: bigint): string {
    if (direction === "store" && currency === "XAUT") {
      return amountMicro > this.xaut.quantityMicro ? "INSUFFICIENT_XAUT_BALANCE" : "done";
    }
    if (direction === "store") {
      if (amountMicro <= 10n * MICRO) return "BELOW_MINIMUM_STORAGE";
      return amountMicro > this.usdtMicro ? "INSUFFICIENT_USDT_BALANCE" : "done";
    }
    return amountMicro > this.quantityMicro ? "INSUFFICIENT_XAUT_BALANCE" : "done";
  }

  apply(direction: VaultDirection, amountMicro: bigint, priceE8: bigint): void {
    const result = convertAt(direction, amountMicro, priceE8, 1_000n).receivedMicro;
    if (direction === "store") {
      this.usdtMicro -= amountMicro;
      this.quantityMicro += result;
      this.costMicro += amountMicro;
      return;
    }
    const cost = costOf(this, amountMicro);
    this.usdtMicro += result;
    this.quantityMicro -= amountMicro;
    this.costMicro -= cost;
    this.realisedMicro += result - cost;
  }

  move(direction: VaultDirection, amountMicro: bigint): void {
    const [from, to] = direction === "store" ? [this.xaut, this] : [this, this.xaut];
    const cost = costOf(from, amountMicro);
    from.quantityMicro -= amountMicro;
    from.costMicro -= cost;
    to.quantityMicro += amountMicro;
    to.costMicro += cost;
  }

  has(direction: VaultDirection, currency: Currency): bigint {
    if (direction === "retrieve") return this.quantityMicro;
    return currency === "USDT" ? this.usdtMicro : this.xaut.quantityMicro;
  }
}

const step = fc.record({
  direction: fc.constantFrom<VaultDirection>("store", "store", "retrieve"),
  currency: fc.constantFrom<Currency>("USDT", "USDT", "XAUT"),
  /** Parts per thousand of what there is; over 1000 is too much, 1000 is all of it. */
  share: fc.oneof(fc.integer({ min: 1, max: 1_010 }), fc.constant(1_000)),
  bidCents: fc.integer({ min: 300_000, max: 500_000 }),
  spreadCents: fc.integer({ min: 0, max: 500 }),
});

it("follows plain arithmetic through any history, to the unit", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const ann = await saver(START);
      const model = new Model();
      let bidE8 = 0n;
      for (const { direction, currency, share, bidCents, spreadCents } of steps) {
        bidE8 = e8(bidCents);
        const askE8 = e8(bidCents + spreadCents);
        await quote(formatPriceE8(bidE8), formatPriceE8(askE8));
        const amountMicro = (model.has(direction, currency) * BigInt(share)) / 1000n || 1n;
        const side = direction === "store" ? "from" : "to";
        const { body } = await convert(ann, direction, formatMicro(amountMicro), {
          [side]: currency,
        });
        const expected = model.expected(direction, currency, amountMicro);
        expect(body.code ?? "done").toBe(expected);
        if (expected === "done" && currency === "XAUT") model.move(direction, amountMicro);
        else if (expected === "done") {
          model.apply(direction, amountMicro, direction === "store" ? askE8 : bidE8);
        }
      }
      const average = averageCost(model);
      const { valueMicro, pnlMicro } = valuePosition(model, bidE8);
      expect(await storageOf(ann)).toMatchObject({
        stored: formatMicro(model.quantityMicro),
        cost: formatMicro(model.costMicro),
        averageCost: average === null ? null : formatPriceE8(average),
        price: formatPriceE8(bidE8),
        value: formatMicro(valueMicro),
        pnl: formatMicro(pnlMicro),
        realisedPnl: formatMicro(model.realisedMicro),
      });
      expect(await held(ann)).toEqual({
        usdt: formatMicro(model.usdtMicro),
        xaut: formatMicro(model.quantityMicro),
      });
    }),
    { numRuns: 5 },
  );
});

it("holds together when several people convert at once", async () => {
  await quote("4000.1", "4000.3");
  const people = await Promise.all([saver(START), saver(START), saver(START)]);
  const act = (who: Saver) =>
    randomInt(2) === 0
      ? convert(who, "store", `${11 + randomInt(3000)}.${randomInt(1_000_000)}`)
      : convert(who, "retrieve", `0.${String(1 + randomInt(400_000)).padStart(6, "0")}`);
  const acts = people.flatMap((who) => Array.from({ length: 10 }, () => who));
  const answers = await Promise.all(acts.map(act));
  expect(answers.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
  expect(answers.filter(({ status }) => status === 201)).not.toEqual([]);
  for (const who of people) {
    const { stored, history } = await storageOf(who);
    expect((await held(who)).xaut).toBe(stored);
    expect(history[0]?.storedAfter ?? "0.000000").toBe(stored);
  }
  expect(await differences()).toEqual([]);
});

it("fills one person's conversions of the same moment in the order of their numbers", async () => {
  await quote("4000");
  const ann = await saver();
  const accept = () =>
    acceptConversion({
      userId: ann.user.id,
      key: newKey(),
      direction: "store",
      currency: "USDT",
      amountMicro: 100n * MICRO,
      limitPriceE8: null,
      reviewedFeePpm: null,
    });
  const { id: first } = await accept();
  const { id: second } = await accept();
  // Ids are made before the wait for the person's accounts, so they may come the other way round.
  for (const [id, seq] of [
    [first, 3],
    [second, 1],
    [first, 2],
  ] as const) {
    await asOwner().vaultConversion.update({ where: { id }, data: { seq } });
  }
  await fillNext();
  const { stored, history } = await storageOf(ann);
  expect(history.map(({ id }) => id)).toEqual([first, second]);
  expect(history[0]?.storedAfter).toBe(stored);
});

it("leaves what another worker's earlier one of the same person must come before", async () => {
  await quote("4000");
  const [ann, bob] = [await saver(), await saver()];
  const accept = async ({ user }: Saver) =>
    (
      await acceptConversion({
        userId: user.id,
        key: newKey(),
        direction: "store",
        currency: "USDT",
        amountMicro: 100n * MICRO,
        limitPriceE8: null,
        reviewedFeePpm: null,
      })
    ).id;
  const first = await accept(ann);
  const [later, other] = [await accept(ann), await accept(bob)];
  const statusOf = async (id: string) =>
    (await asOwner().vaultConversion.findUniqueOrThrow({ where: { id } })).status;
  await asOwner().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM vault_conversion WHERE id = ${first}::uuid FOR NO KEY UPDATE`;
    await fillNext();
    expect(await statusOf(later)).toBe("pending");
    expect(await statusOf(other)).toBe("filled");
  });
  await fillNext();
  const { stored, history } = await storageOf(ann);
  expect(history.map(({ id }) => id)).toEqual([later, first]);
  expect(history[0]?.storedAfter).toBe(stored);
});

it("pages through one's own conversions, newest first", async () => {
  await quote("4000");
  const [ann, bob] = [await saver(), await saver()];
  for (const amount of ["11", "12", "13", "14", "15"]) await convert(ann, "store", amount);
  await convert(bob, "store", "99");
  const seen: ConversionDto[] = [];
  let query = "?limit=2";
  for (;;) {
    const page = await storageOf(ann, query);
    // The summary is of all of them, on every page.
    expect(page.cost).toBe("65.000000");
    seen.push(...page.history);
    if (page.nextCursor === null) break;
    query = `?limit=2&cursor=${page.nextCursor}`;
  }
  expect(seen.map(({ usdt }) => parseMicro(usdt ?? "")! / MICRO)).toEqual([
    15n,
    14n,
    13n,
    12n,
    11n,
  ]);
  expect((await storageOf(bob)).history).toHaveLength(1);
});

it("says nothing of an average while nothing is stored", async () => {
  await quote("4000");
  expect(await storageOf(await saver(0n))).toMatchObject({
    stored: "0.000000",
    cost: "0.000000",
    averageCost: null,
    value: "0.000000",
    pnl: "0.000000",
    realisedPnl: "0.000000",
    history: [],
    nextCursor: null,
  });
});

it("marks what was converted at a simulated price, also where the user is told", async () => {
  const ann = await saver();
  await quote("4000", "4000", true);
  expect((await convert(ann, "store", "20")).body.conversion.simulated).toBe(true);
  await deliverAll();
  const [note] = await toldToUsers.findMany({ where: { userId: ann.user.id } });
  expect(note?.message).toMatch(/ at a simulated 4,000\.00\. Fee/);
  expect((await storageOf(ann)).simulated).toBe(true);
  await quote("4000");
  expect(await storageOf(ann)).toMatchObject({ simulated: false, history: [{ simulated: true }] });
});

describe("the verify command", () => {
  const corrupt = (statement: string) =>
    testDatabase().query(`SET session_replication_role = replica; ${statement}`);

  it.each([
    ["a balance", "stored_after_micro", ["stored", "conversions"]],
    ["a cost", "cost_after_micro", ["stored", "conversions"]],
    ["a price", "price_e8", ["conversions"]],
    ["an amount", "usdt_micro", ["conversions", "conversion money"]],
  ])("notices %s that was changed", async (_, column, names) => {
    // Of people whose XAUT only went between USDT and storage.
    const where = "user_id NOT IN (SELECT user_id FROM vault_conversion WHERE currency = 'XAUT')";
    await corrupt(`UPDATE vault_conversion SET ${column} = ${column} + 1 WHERE ${where}`);
    expect((await differences()).map(({ name }) => name).sort()).toEqual(names.sort());
    await corrupt(`UPDATE vault_conversion SET ${column} = ${column} - 1 WHERE ${where}`);
    expect(await differences()).toEqual([]);
  });

  it("notices USDT that was paid once more under a conversion's name", async () => {
    const ann = await saver();
    await quote("4000");
    await convert(ann, "store", "50");
    const { body } = await convert(ann, "retrieve", "0.01");
    await postTransfers({
      kind: "vault_retrieve",
      key: "again",
      actorId: null,
      transfers: [
        {
          from: { house: "inventory", currency: "USDT" },
          to: { user: ann.user.id, kind: "available", currency: "USDT" },
          amountMicro: 1n,
        },
      ],
      reference: { type: "vault_conversion", id: body.conversion.id },
    });
    expect((await differences()).map(({ name }) => name)).toEqual(["conversion money"]);
    await unpost("again");
  });
});
