import fc from "fast-check";
import { GET as oneMonth } from "@/app/api/user/statements/[month]/route";
import { maintainLedger } from "@/lib/ledger/mutations";
import { prisma } from "@/lib/platform/db";
import { MICRO } from "@/lib/platform/money";
import { fund } from "@/tests/factories/funds";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { signedInUser } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { wrongHouse } from "@/tests/support/ledger/house-sums";
import { acceptOptionRisks } from "@/tests/support/ledger/ledger-model-fixture";
import { wrongHistories } from "@/tests/support/ledger/wealth-sums";
import { wordsOf } from "@/tests/support/pdf";
import { sizedRuns } from "@/tests/support/size";
import { storeSettings } from "@/tests/support/stored-settings";
import { openMarket, tick } from "../trading/support";
import { everyLine, expectAddsUp, expectMonthsChain, inUnits, sumOf } from "./adding-up";
import { admit, openOffice } from "./business";
import { attemptStep, type Scene, type Step, step, wealthOf } from "./support";

jest.setTimeout(240_000);

let scene: Scene;

beforeAll(async () => {
  await openMarket();
  await fundInterest(10_000n * MICRO);
  const terms = { dailyRatePpb: 1_000_000n, minAmountMicro: MICRO };
  const fixed = await createPlanRow({ ...terms, durationDays: 7 });
  const flexible = await createPlanRow({ ...terms, type: "flexible" });
  await fund({ house: "referral", currency: "USDT" }, 1_000n * MICRO);
  await storeSettings({ withdrawalFee: "1" });
  const office = await openOffice();
  scene = { plans: { fixed: fixed.id, flexible: flexible.id }, office, price: 4_000 };
  await tick("4000");
});

async function newcomer() {
  const { user, token } = await signedInUser();
  await acceptOptionRisks(user.id);
  await admit(user.id);
  await fund({ user: user.id, kind: "available", currency: "USDT" }, 500n * MICRO);
  return { id: user.id, token };
}

/** The same with gold to pay with. */
async function goldOwner() {
  const person = await newcomer();
  await fund({ user: person.id, kind: "available", currency: "XAUT" }, MICRO / 10n);
  return person;
}

const nowOf = async () => {
  const [row] = await testDatabase().query<{ now: Date }>("SELECT app_now() AS now");
  return row!.now;
};
it("adds up for every history: lines of wealth, lines of accounts, pages, files and months", async () => {
  const history = fc.array(step, { minLength: 15, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(history, async (steps: Step[]) => {
      const person = await goldOwner();
      const snapshots = new Map<string, { USDT: string; XAUT: string }>();
      for (const one of steps) {
        const before = await nowOf();
        if (one.do === "days") {
          const after = new Date(before.getTime() + one.days * 86_400_000);
          const month = after.toISOString().slice(0, 7);
          if (month !== before.toISOString().slice(0, 7)) {
            await maintainLedger(prisma);
            snapshots.set(month, inUnits(await wealthOf(person.id)));
          }
        }
        await attemptStep(person.id, one, scene);
      }
      await expectAddsUp(person);
      await expectMonthsChain(person, snapshots);
    }),
    { numRuns: sizedRuns(12), endOnFailure: true },
  );
  expect(await wrongHistories((query) => testDatabase().query(query))).toEqual([]);
});

/** What gives somebody more than a standing price does, or may. */
const GIVES = ["deposit", "credit", "invite", "option", "days"];

it("gives nobody anything at a standing price", async () => {
  const cycle = fc.array(
    step.filter((one) => !GIVES.includes(one.do) && !(one.do === "withdraw" && one.ofGold)),
    { minLength: 10, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(cycle, async (steps) => {
      const person = await newcomer();
      const worth = async () => {
        const { USDT, XAUT } = await wealthOf(person.id);
        return USDT + XAUT * BigInt(scene.price);
      };
      const paidOut = async () => {
        const lines = await everyLine(person.token);
        return sumOf(
          lines.filter(({ type }) => type === "withdrawal"),
          "USDT",
        );
      };
      const start = await worth();
      for (const one of steps) await attemptStep(person.id, one, scene);
      expect((await worth()) - (await paidOut()) <= start).toBe(true);
    }),
    { numRuns: sizedRuns(6), endOnFailure: true },
  );
});

it("is explained to the unit for 50 people and the house after an hour of trading", async () => {
  const people = await Promise.all(Array.from({ length: 50 }, goldOwner));
  const totals = () =>
    testDatabase().query<{ currency: string; total: string }>(
      `SELECT currency, sum(micro)::text AS total FROM (
         SELECT currency, balance_micro AS micro FROM ledger_account WHERE kind <> 'escrow'
         UNION ALL
         SELECT currency, CASE WHEN credit_account_id = -8 THEN amount_micro ELSE -amount_micro END
         FROM ledger_transfer WHERE -8 IN (credit_account_id, debit_account_id)
       ) AS every GROUP BY currency ORDER BY currency`,
    );
  const house = () => wrongHouse((query) => testDatabase().query(query));
  expect(await house()).toEqual([]);
  const hour = fc.sample(
    fc.record({
      who: fc.nat(49),
      one: step.filter(({ do: what }) => what !== "days"),
      price: fc.integer({ min: 3_900, max: 4_100 }),
    }),
    { numRuns: 150, seed: 20_261_127 },
  );
  for (const { who, one, price } of hour) {
    await attemptStep(people[who]!.id, one, { ...scene, price });
  }
  await tick("4000");
  // What the outside world gave is minus what it is owed: all accounts together are nothing.
  expect(await totals()).toEqual([
    { currency: "USDT", total: "0" },
    { currency: "XAUT", total: "0" },
  ]);
  // The house gained by outcomes, exchanges, fees and interest, and by nothing that no record explains.
  expect(await house()).toEqual([]);
  // Each kind of step happened.
  const [happened] = await testDatabase().query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM trade WHERE type = 'ai') AS ai, (SELECT count(*)::int FROM referral_earning) AS commissions,
       (SELECT count(*)::int FROM withdrawal WHERE currency = 'XAUT' AND status = 'completed') AS gold_sent,
       (SELECT count(*)::int FROM deposit WHERE currency = 'XAUT' AND status <> 'pending') AS gold_credited,
       (SELECT count(*)::int FROM deposit_reversal) AS reversals`,
  );
  expect(Object.values(happened ?? {}).filter((count) => count === 0)).toEqual([]);
  for (const person of people.slice(0, 10)) await expectAddsUp(person);
  expect(await wrongHistories((query) => testDatabase().query(query))).toEqual([]);
});

describe("a statement", () => {
  it("is a page, a file of rows and a PDF of the same figures", async () => {
    const { token } = await newcomer();
    const month = (await nowOf()).toISOString().slice(0, 7);
    const get = (format: string) =>
      callRaw(oneMonth, { token, path: `/?format=${format}`, params: { month } });
    const html = await (await get("html")).text();
    expect(html).toContain("<dd>500.000000 USDT, 0.000000 XAUT</dd>");
    const pdf = await get("pdf");
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    const words = wordsOf(Buffer.from(await pdf.arrayBuffer()));
    expect(words).toContain("500.000000 USDT, 0.000000 XAUT");
    expect(words.filter((word) => word === "Change (USDT)")).toHaveLength(1);
    expect((await get("csv")).headers.get("content-disposition")).toContain(`statement-${month}`);
  });

  it("of a year is the same in each form, and lists its months", async () => {
    const { token } = await newcomer();
    const year = (await nowOf()).toISOString().slice(0, 4);
    const get = (format: string) =>
      callRaw(oneMonth, { token, path: `/?format=${format}`, params: { month: year } });
    const html = await (await get("html")).text();
    expect(html).toContain(`${year} so far (UTC)</h1>`);
    expect(html).toContain("<dd>500.000000 USDT, 0.000000 XAUT</dd>");
    const words = wordsOf(Buffer.from(await (await get("pdf")).arrayBuffer()));
    expect(words.filter((word) => word === year)).toHaveLength(2);
    expect((await get("csv")).headers.get("content-disposition")).toContain(`statement-${year}`);
  });

  it.each(["2019-01", "2999-01", "2026-13", "x", "2019", "2999", "20"])(
    "of %s is none",
    async (month) => {
      const { token } = await newcomer();
      expect((await callRoute(oneMonth, { token, params: { month } })).status).toBe(404);
    },
  );
});
