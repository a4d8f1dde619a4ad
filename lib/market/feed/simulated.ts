import { candleIntervals } from "@/lib/market/candle-rules";
import { addVolume, hasCandles, mergeCandles } from "./candle-store";
import type { FeedContext } from "./context";
import { priceRandom } from "./random";
import {
  nextSimulatedPrice,
  SIMULATED_MEAN,
  simulatedPriceE8,
  simulateHistory,
} from "./simulated-path";
import { readClockMs, readHead, readTickMs } from "./store";
import { everyPeriod } from "./timing";

const HALF_SPREAD_E8 = 15_000_000n;
const VOLUME_EVERY_TICKS = 5;
const GAP_MS = 60_000;

/** Records simulated ticks until the signal aborts, after filling the charts. Everything is marked simulated. */
export async function runSimulated(context: FeedContext, signal: AbortSignal): Promise<void> {
  const { client, config } = context;
  const head = await readHead(client);
  const random = priceRandom(config.seed, head?.seq ?? 0n);
  let price = await fillHistory(context, head, random);
  context.setFeed("simulated");
  await everyPeriod(config.tickMs, signal, async (run) => {
    price = nextSimulatedPrice(price, config.tickMs, random);
    const priceE8 = simulatedPriceE8(price);
    const seq = await context.record({
      priceE8,
      bidE8: priceE8 - HALF_SPREAD_E8,
      askE8: priceE8 + HALF_SPREAD_E8,
      sources: [{ source: "simulated" }],
      simulated: true,
    });
    if (seq !== null && run % VOLUME_EVERY_TICKS === 0) {
      await addVolume(
        client,
        await readTickMs(client, seq),
        BigInt(Math.round(random() * 5_000_000)),
      );
    }
    return true;
  });
}

/** Full charts at the first start, the missing stretch after a stop. Returns the price to go on from. */
async function fillHistory(
  { client }: FeedContext,
  head: Awaited<ReturnType<typeof readHead>>,
  random: () => number,
): Promise<number> {
  const nowMs = await readClockMs(client);
  const continues = head?.sources[0]?.source === "simulated";
  const price = continues
    ? Number(head.priceE8) / 1e8
    : SIMULATED_MEAN * (1 + (random() - 0.5) / 50);
  const isFirst = !(await hasCandles(client));
  if (!isFirst && (!continues || head.ageMs < GAP_MS)) return price;
  const fromMs = isFirst ? null : nowMs - Math.round(head?.ageMs ?? 0);
  const history = simulateHistory(price, fromMs, nowMs, random);
  for (const interval of candleIntervals) {
    await mergeCandles(client, interval, history.candles.get(interval) ?? [], {
      source: "simulated",
      simulated: true,
      nowMs,
      gap: { fromMs: fromMs ?? 0, toMs: nowMs },
      addsVolume: true,
    });
  }
  return history.lastPrice;
}
