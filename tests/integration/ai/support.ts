import { GET as runDetail } from "@/app/api/trades/ai/runs/[id]/route";
import { POST as stopTrade } from "@/app/api/trades/ai/runs/[id]/stop/route";
import { POST as openTrade } from "@/app/api/trades/route";
import { runStrategiesOnce } from "@/lib/ai/runner";
import type { RunDetail, RunResponse, StartRunResponse } from "@/lib/ai/schema";
import { balancesOf } from "@/lib/ledger/data";
import { evenOutPools } from "@/lib/ledger/mutations";
import { verifyLedger } from "@/lib/ledger/verify";
import { intervalMs } from "@/lib/market/candle-rules";
import { prisma } from "@/lib/platform/db";
import { formatMicro, MICRO, parseMicro } from "@/lib/platform/money";
import { acceptRisk } from "@/lib/security/credentials";
import { forgetSettings } from "@/lib/settings/data";
import type { StrategyInterval } from "@/lib/trading/strategies/strategy";
import { fund } from "@/tests/factories/funds";
import { type ApiResponse, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { answered, repeatTick } from "@/tests/support/fills";
import { asOwner } from "@/tests/support/owner";
import { newKey, type TestTrader, tick, trader } from "../trading/support";

export { newKey, type TestTrader, tick, wait } from "../trading/support";

const START = new Date("2031-03-01T10:00:00Z");
const HOUR_MS = 3_600_000;

/** Freezes the clock, fills the house's inventory and records a first price. */
export async function openMarket(): Promise<void> {
  await testDatabase().setClock(START);
  await fund({ house: "inventory", currency: "USDT" }, 16_000_000n * MICRO);
  await fund({ house: "inventory", currency: "XAUT" }, 4_000n * MICRO);
  await evenOutPools(prisma);
  await tick("4000");
}

/** A logged-in user with 1000 USDT who has accepted the risks of strategies. */
export async function aiTrader(
  overrides: Parameters<typeof trader>[0] & { aiRisk?: boolean } = {},
): Promise<TestTrader> {
  const { aiRisk = true, ...rest } = overrides;
  const made = await trader({ risk: false, ...rest });
  if (aiRisk) await acceptRisk(made.user.id, "ai");
  return made;
}

/** Removes every candle, and stores closed ones with these closes, the last of them ending now. */
export async function storeCandles(
  closes: number[],
  interval: StrategyInterval = "1h",
): Promise<void> {
  await testDatabase().query("DELETE FROM market_candle");
  const [row] = await testDatabase().query<{ now: Date }>("SELECT app_now() AS now");
  const width = intervalMs(interval);
  const endMs = Math.floor((row?.now.getTime() ?? 0) / width) * width;
  await addCandles(
    closes.map((close, index) => ({
      openTime: new Date(endMs - (closes.length - index) * width),
      open: closes[index - 1] ?? close,
      close,
    })),
    interval,
  );
}

type NewCandle = { openTime: Date; open: number; close: number };

async function addCandles(candles: NewCandle[], interval: StrategyInterval): Promise<void> {
  const e8 = (price: number) => Math.round(price * 1e8);
  await testDatabase().query(
    `INSERT INTO market_candle ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated, closed)
     SELECT $1, t, o, greatest(o, c), least(o, c), c, 'test', false, true
     FROM unnest($2::timestamptz[], $3::bigint[], $4::bigint[]) AS x (t, o, c)
     ON CONFLICT ("interval", open_time) DO UPDATE SET closed = true,
       open_e8 = excluded.open_e8, high_e8 = excluded.high_e8, low_e8 = excluded.low_e8, close_e8 = excluded.close_e8`,
    [
      interval,
      candles.map(({ openTime }) => openTime),
      candles.map(({ open }) => e8(open)),
      candles.map(({ close }) => e8(close)),
    ],
  );
}

/** Lets the time pass to a second after the next full hour and closes its candle; the tick that does so is the newest. */
export async function closeHour(close: number): Promise<void> {
  const [row] = await testDatabase().query<{ now: Date }>("SELECT app_now() AS now");
  const end = (Math.floor((row?.now.getTime() ?? 0) / HOUR_MS) + 1) * HOUR_MS;
  await testDatabase().setClock(new Date(end + 1_000));
  await addCandles([{ openTime: new Date(end - HOUR_MS), open: close, close }], "1h");
  await testDatabase().query("UPDATE market_head SET at = app_now(), gap_at = NULL");
}

/** One pass of the job, a price, and another pass: what was decided is filled. */
export async function decideAndFill(price: string): Promise<void> {
  await runStrategiesOnce();
  await tick(price);
  await runStrategiesOnce();
}

/** POST /api/trades for a run of 100 USDT that buys at every hour in ten parts, unless said otherwise. */
export function start(
  { token }: TestTrader,
  changes: Record<string, unknown> = {},
  idempotencyKey = newKey(),
): Promise<ApiResponse<StartRunResponse>> {
  return callRoute<StartRunResponse>(openTrade, {
    token,
    idempotencyKey,
    path: "/api/trades",
    body: {
      type: "ai",
      strategy: "dca",
      amount: "100",
      params: { interval: "1h", purchases: 10, every: 1 },
      ...changes,
    },
  });
}

/** Starts a run and returns its id. */
export async function startedRun(
  owner: TestTrader,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await start(owner, changes);
  if (status !== 201) throw new Error(`not started: ${body.code} ${body.message}`);
  return body.run.id;
}

/** POST /api/trades/ai/runs/{id}/stop. The next price is the newest one again, unless said otherwise. */
export const stop = (
  { token }: TestTrader,
  id: string,
  nextTick: () => Promise<unknown> = repeatTick,
): Promise<ApiResponse<RunResponse>> =>
  answered(
    callRoute<RunResponse>(stopTrade, { token, method: "POST", params: { id } }),
    async () => {
      await nextTick();
      await runStrategiesOnce();
    },
  );

/** GET /api/trades/ai/runs/{id} */
export const detail = ({ token }: TestTrader, id: string): Promise<ApiResponse<RunDetail>> =>
  callRoute<RunDetail>(runDetail, { token, params: { id } });

/** A user's balances as `available USDT, ai USDT, ai XAUT`. */
export async function money({ user }: TestTrader): Promise<string> {
  const { USDT, XAUT } = await balancesOf(user.id);
  return [USDT.available, USDT.ai, XAUT.ai].map(formatMicro).join(" ");
}

/** Sets a site setting until `resetSettings`. */
export async function setSetting(key: string, value: string | boolean | number): Promise<void> {
  await asOwner().setting.upsert({ where: { key }, create: { key, value }, update: { value } });
  forgetSettings();
}

export async function resetSettings(): Promise<void> {
  await asOwner().setting.deleteMany();
  forgetSettings();
}

/** Ends every run, so that the next test's jobs find only its own. */
export async function endAllRuns(): Promise<void> {
  const rows = await prisma.strategyRun.findMany({ where: { status: { not: "stopped" } } });
  const stopAll = () =>
    testDatabase().query(
      "SELECT stop_strategy_run(id, NULL, 'test') FROM unnest($1::uuid[]) AS id",
      [rows.map(({ id }) => id)],
    );
  await stopAll();
  await repeatTick();
  await stopAll();
}

export const micro = (text: string): bigint => parseMicro(text) ?? 0n;

/** An open market around each test, and a ledger that verifies at the end. */
export function aroundRuns(): void {
  beforeAll(openMarket);
  beforeEach(async () => {
    await tick("4000");
    await storeCandles([4000]);
  });
  afterEach(async () => {
    await tick("4000");
    await endAllRuns();
    await resetSettings();
  });
  afterAll(async () => {
    const { checks } = await verifyLedger();
    expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
  });
}
