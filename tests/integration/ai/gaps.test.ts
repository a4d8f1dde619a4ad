import { runStrategiesOnce } from "@/lib/ai/runner";
import { testDatabase } from "@/tests/support/database";
import { aiTrader, aroundRuns, closeHour, detail, startedRun, tick, wait } from "./support";

aroundRuns();

/** The newest decision of a run after one more pass, as its status and why; null while there is none. */
async function decision(owner: Awaited<ReturnType<typeof aiTrader>>, id: string) {
  await runStrategiesOnce();
  const [signal] = (await detail(owner, id)).body.signals;
  return signal ? `${signal.status}: ${signal.note ?? signal.reason}` : null;
}

const PENDING = "pending: Purchase 1 of 10 after the close at 4,000.00";
const LATE = "lapsed: The candle was seen too late";

describe("a candle", () => {
  it.each([
    ["is traded on until 5 minutes after its close", 299, PENDING],
    ["is not traded on later, though no newer one has closed", 301, LATE],
  ])("%s", async (_, seconds, expected) => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    // closeHour() ends a second after the close.
    await wait(seconds - 1);
    expect(await decision(owner, id)).toBe(expected);
  });

  it("waits for a tick after its end: without one, ticks may have stopped before it", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await testDatabase().query("UPDATE market_head SET at = at - interval '2 seconds'");
    expect(await decision(owner, id)).toBeNull();
    await tick("4000");
    expect(await decision(owner, id)).toBe(PENDING);
  });

  it("that ticks were missing from is decided on as it is once they are filled in", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await tick("3000");
    // No tick for most of the hour; this one closes the candle.
    const [row] = await testDatabase().query<{ seconds: number }>(
      "SELECT (3600 - extract(epoch FROM app_now())::bigint % 3600)::int AS seconds",
    );
    await tick("4000", { after: (row?.seconds ?? 0) + 1 });
    const [closed] = await testDatabase().query(
      `SELECT close_e8 FROM market_candle WHERE "interval" = '1h' AND closed ORDER BY open_time DESC LIMIT 1`,
    );
    expect(closed).toEqual({ close_e8: "300000000000" });
    await tick("4000");
    expect(await decision(owner, id)).toBeNull();

    await testDatabase().query(
      `UPDATE market_candle SET close_e8 = 400000000000, high_e8 = greatest(high_e8, 400000000000)
       WHERE "interval" = '1h' AND closed`,
    );
    await testDatabase().query("SELECT market_gap_filled(app_now())");
    expect(await decision(owner, id)).toBe(PENDING);
  });

  it("is not waited for longer than it may be traded on", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await testDatabase().query("UPDATE market_head SET gap_at = app_now()");
    await wait(250);
    expect(await decision(owner, id)).toBeNull();
    await wait(50);
    expect(await decision(owner, id)).toBe(LATE);
  });
});

it("a pause that ended after the filling began stays noted, and simulated prices note none", async () => {
  const gapAt = async () => {
    const [row] = await testDatabase().query<{ gap: string | null }>(
      "SELECT to_char(app_now() - gap_at, 'SS') AS gap FROM market_head",
    );
    return row?.gap;
  };
  await testDatabase().query("SELECT market_gap_filled(app_now())");
  await tick("4000", { after: 9.9 });
  expect(await gapAt()).toBeNull();
  await tick("4000", { after: 10 });
  await tick("4000", { after: 3 });
  await testDatabase().query("SELECT market_gap_filled(app_now() - interval '4 seconds')");
  expect(await gapAt()).toBe("03");
  await tick("4000", { simulated: true });
  expect(await gapAt()).toBeNull();
  await tick("4000");
  expect(await gapAt()).toBe("00");
  await testDatabase().query("SELECT market_gap_filled(app_now())");
  expect(await gapAt()).toBeNull();
});
