import { fillOrders } from "@/lib/ledger/fills/fills";
import { listHouseAccounts } from "@/lib/ledger/house";
import { evenOutPools, maintainLedger } from "@/lib/ledger/mutations";
import { enterDue, settleDue } from "@/lib/ledger/options";
import { formatReport, verifyLedger } from "@/lib/ledger/verify";
import { prisma, sql } from "@/lib/platform/db";
import { wrongHistories } from "@/tests/support/ledger/wealth-sums";
import { IS_LONG } from "@/tests/support/size";
import { storeSettings } from "@/tests/support/stored-settings";
import { type Day, tradeAllDay } from "@/tests/support/year/actions";
import { REFERRAL_PPM } from "@/tests/support/year/books";
import { rememberHeads, wrongAfterDay } from "@/tests/support/year/checks";
import { YearMarket } from "@/tests/support/year/market";
import { Random } from "@/tests/support/year/random";
import { foundTown, type Town } from "@/tests/support/year/town";

// One run of a year: 1,000 people save, store, trade, invite and withdraw for 365 days. The house's
// books are kept by hand beside the ledger, and each evening both must agree to the last unit. Where
// there is no time for a year, two months of it.
jest.setTimeout(600_000);

const USERS = 1_000;
const DAYS = IS_LONG ? 365 : 61;
const ORDERS_A_DAY = 40;
const LANES = 4;
const SEED = 20_280_229;
const DAY_MS = 86_400_000;
/** With a leap day and the turn of a year in it, in the two months too. */
const FIRST_DAY = IS_LONG ? Date.UTC(2027, 6, 1) : Date.UTC(2027, 11, 31);
const TEN_O_CLOCK_MS = 10 * 3_600_000;

let market: YearMarket;
let town: Town;
const random = new Random(SEED);
const counts = { done: 0, refused: 0 };

beforeAll(async () => {
  market = await YearMarket.open(new Date(FIRST_DAY - DAY_MS));
  await maintainLedger(prisma);
  town = await foundTown(market, USERS);
  await storeSettings({ manualSpread: "0.0005", manualMax: "1000000", withdrawalFee: "0.5" });
  await rememberHeads(market);
});
afterAll(() => market.close());

/** The daily work, by two workers at once; it sometimes does not run for days. */
async function runSavings(day: number): Promise<void> {
  const worker = async () => {
    for (let count = 1; count > 0; ) {
      const [row] = await sql<{ count: number }[]>`SELECT run_savings_day(200) AS count`;
      count = row?.count ?? 0;
    }
  };
  await Promise.all([worker(), worker()]);
  town.books.runSavings(day);
}

/** Entry a second after the orders; the exit price is the last tick before the minute is over. */
async function settleOptions(day: Day, cents: number, atMs: number): Promise<void> {
  const entry = await market.tick(atMs + 1_000, cents);
  await market.moveTo(atMs + 1_500);
  await fillOrders();
  while ((await enterDue()).length > 0);
  // Every now and then the market is silent, and the day's options are void.
  const isSilent = day.day % 37 === 36;
  const exit = isSilent
    ? null
    : await market.tick(atMs + 59_000, cents + random.pick([-300, -1, 0, 1, 250]));
  await market.moveTo(atMs + 120_000);
  while ((await settleDue()).length > 0);
  for (const option of day.options) town.books.option(option, entry, exit);
}

async function payReferrals(): Promise<void> {
  for (let paid = 1; paid > 0; ) {
    const rows =
      await sql`SELECT o_referrer_id FROM pay_referrals(${Number(REFERRAL_PPM)}, ARRAY[]::text[])`;
    paid = rows.length;
  }
}

async function expectBooksAgree(): Promise<void> {
  const balances = await listHouseAccounts(prisma);
  const found = balances.map(
    ({ kind, currency, balanceMicro }) => `${kind} ${currency} ${balanceMicro}`,
  );
  const expected = balances.map(
    ({ kind, currency }) => `${kind} ${currency} ${town.books.of(kind, currency)}`,
  );
  expect(found).toEqual(expected);
}

it("agrees with books kept by hand, every evening of a year", async () => {
  let cents = 400_000;
  for (let day = 0; day < DAYS; day++) {
    const midnight = FIRST_DAY + day * DAY_MS;
    await market.moveTo(midnight);
    const date = new Date(midnight);
    if (date.getUTCDate() === 1) await maintainLedger(prisma);
    // Nothing runs on some days; the next one makes up for it.
    if (random.whole(10) > 0 || day === DAYS - 1) await runSavings(day);

    cents += random.whole(4_001) - 2_000;
    const atMs = midnight + TEN_O_CLOCK_MS;
    const quote = await market.tick(atMs, cents);
    const today: Day = { day, quote, options: [], count: counts };
    await tradeAllDay(town, random, today, ORDERS_A_DAY, LANES);
    await settleOptions(today, cents, atMs);
    await payReferrals();
    await evenOutPools(prisma);

    await expectBooksAgree();
    expect(await wrongAfterDay(market, date, new Date(midnight + DAY_MS))).toEqual([]);
    if (new Date(midnight + DAY_MS).getUTCDate() === 1) await expectWholeLedger();
  }
  await expectWholeLedger();
  // Something did happen, of every kind, and not everything was refused.
  const { fees, lostStakes, wins, interest, commissions } = town.books.totals;
  for (const total of [fees, lostStakes, wins, interest.USDT, interest.XAUT, commissions]) {
    expect(total).toBeGreaterThan(0n);
  }
  expect(counts.done).toBeGreaterThan((DAYS * ORDERS_A_DAY) / 2);
  expect(counts.refused).toBeGreaterThan(0);
  await expectPaidInterest();
  expect(await wrongHistories((query) => market.query(query))).toEqual([]);
});

async function expectWholeLedger(): Promise<void> {
  const report = await verifyLedger();
  expect(report.ok ? "verifies" : formatReport(report)).toBe("verifies");
}

/** What the ledger paid as interest is the closed form's sum. */
async function expectPaidInterest(): Promise<void> {
  const rows = await market.query<{ currency: "USDT" | "XAUT"; paid: string }>(`
    SELECT t.currency, sum(t.amount_micro) AS paid FROM ledger_transfer t JOIN ledger_journal j ON j.id = t.journal_id
    WHERE j.kind = 'saving_interest' GROUP BY t.currency`);
  const paid = Object.fromEntries(rows.map(({ currency, paid }) => [currency, BigInt(paid)]));
  expect(paid).toEqual(town.books.totals.interest);
}
