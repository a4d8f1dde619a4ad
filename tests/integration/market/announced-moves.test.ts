import { defaultSettings } from "@/lib/settings/schema";
import { fund } from "@/tests/factories/funds";
import { setEntryDelay } from "@/tests/support/entry-delay";
import { AnnouncedMarket, type Attack } from "@/tests/support/exchange/announced-market";
import { brokenChecks, fundOptionPool, units } from "@/tests/support/ledger/ledger-model-fixture";
import { IS_LONG } from "@/tests/support/size";
import { YearMarket } from "@/tests/support/year/market";

// Five hundred moves take a minute where many tests share the processor.
jest.setTimeout(300_000);

/** How many moves are met, of those that are met at full size. */
const rounds = (full: number) => (IS_LONG ? full : Math.ceil(full / 3));

/** 1 / (1 + payout): who wins more often than this gains on average. */
const BREAK_EVEN = 1 / (1 + Number(defaultSettings.optionDurations[0]!.payoutRate));
/** One-sided 99%. */
const Z = 2.326;

const START_MS = Date.UTC(2033, 0, 1);
const DAY_MS = 86_400_000;
let market: YearMarket;
let days = 0;

beforeAll(async () => {
  market = await YearMarket.open(new Date(START_MS));
  await fundOptionPool(units(1000));
  await fund({ house: "inventory", currency: "USDT" }, units(100_000));
  await fund({ house: "inventory", currency: "XAUT" }, units(100));
});

afterAll(async () => {
  expect(await brokenChecks()).toEqual([]);
  await market.close();
});

type Rules = { entryDelayMs: number; contests: boolean };
const RULES: Rules = { entryDelayMs: defaultSettings.optionEntryDelayMs, contests: true };
const NO_RULES: Rules = { entryDelayMs: 0, contests: false };

/** Lets an attacker meet so many moves of the leader, under these rules. */
async function attack(
  rounds: number,
  { entryDelayMs, contests }: Rules,
  { followers = 1, leadsMs = [300, 3_000] as [number, number] } = {},
): Promise<Attack[]> {
  await setEntryDelay(entryDelayMs);
  const startMs = START_MS + days++ * DAY_MS;
  await market.moveTo(startMs);
  const options = { seed: days, followers, contests, leadsMs };
  return new AnnouncedMarket(market, startMs, options).play(rounds);
}

/** How many of those that were decided were won, and the least that a chance to win is with 99%, by Wilson's interval. */
function record(attacks: Attack[]) {
  const decided = attacks.filter(({ outcome }) => outcome === "won" || outcome === "lost");
  const n = decided.length;
  const share = decided.filter(({ outcome }) => outcome === "won").length / n;
  const middle = share + Z ** 2 / (2 * n);
  const half = Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { decided: n, share, atLeast: (middle - half) / (1 + Z ** 2 / n) };
}

/** Buys, sells, stores and retrieves at so many moves: what each gained on average, before the fee. */
async function deal(rounds: number, leadsMs: [number, number]) {
  const startMs = START_MS + days++ * DAY_MS;
  await market.moveTo(startMs);
  const options = { seed: days, followers: 1, contests: true, leadsMs };
  const deals = await new AnnouncedMarket(market, startMs, options).playDeals(rounds);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const filled = deals.flatMap((one) => one.filled ?? []);
  return {
    count: filled.length,
    filled: mean(filled),
    known: mean(deals.map(({ known }) => known)),
  };
}

describe("who buys and sells XAUT a millisecond after the first exchange has moved", () => {
  // What bid and ask are apart is lost on average, so nothing is left of any fee. At the newest tick they would have gained.
  it.each([
    ["leads by 0.3 to 3 s", [300, 3_000]],
    ["moves with the other", [0, 0]],
  ] as [string, [number, number]][])("gains nothing where it %s", async (_, leadsMs) => {
    const { count, filled, known } = await deal(rounds(120), leadsMs);
    expect(count).toBeGreaterThan(rounds(100));
    expect(filled).toBeLessThan(0);
    expect(known).toBeGreaterThan(0.0005);
  });
});

const beyond2s = (attacks: Attack[]) => attacks.filter(({ leadMs }) => leadMs > 2_000);
const small = (attacks: Attack[]) => attacks.filter(({ move }) => move < 0.0005);

describe("who watches the exchange that moves first", () => {
  it("wins no more often than break-even, whatever the lead and the move", async () => {
    const attacks = await attack(rounds(500), RULES);
    expect(record(attacks).decided).toBeGreaterThan(rounds(450));
    for (const part of [attacks, beyond2s(attacks), small(attacks)]) {
      expect(record(part).share).toBeLessThan(BREAK_EVEN);
      expect(record(part).atLeast).toBeLessThan(0.5);
    }
  });

  it("gains nothing either where several follow one after the other", async () => {
    const attacks = await attack(rounds(100), RULES, { followers: 2, leadsMs: [2_000, 3_000] });
    expect(record(attacks).decided).toBeGreaterThan(rounds(90));
    expect(record(attacks).atLeast).toBeLessThan(0.5);
  });

  it("won nearly always before there was a delay and a contested price", async () => {
    expect(record(await attack(rounds(100), NO_RULES)).atLeast).toBeGreaterThan(0.7);
  });

  it("would still win with a delay alone, where the lead is longer", async () => {
    const rules = { ...RULES, contests: false };
    const attacks = await attack(100, rules, { leadsMs: [2_500, 3_000] });
    expect(record(attacks).atLeast).toBeGreaterThan(0.7);
  });
});
