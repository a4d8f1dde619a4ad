import { populate, startApp } from "../support/app";
import { startHelper } from "../support/children";
import type { Load, LoadResult } from "../support/generator";
import { compared, median, type PartResult } from "../support/measure";

export type HttpOptions = { users: number; rounds: number; seconds: number; inFlight: number };

const TRADE = JSON.stringify({ type: "option", direction: "up", amount: "10", duration: 300 });

/**
 * POST /api/trades with the whole wrapper, one instance, beside a trivial route of the same server;
 * then both at half of what they reached.
 */
export async function benchHttp(options: HttpOptions): Promise<PartResult> {
  const { users: count, rounds, seconds, inFlight } = options;
  const app = await startApp();
  const generator = startHelper("support/generator.ts");
  try {
    const tokens = (await populate(app, count)).map((user) => user.token);
    const trivial = { url: app.url, method: "GET", path: "/api/realtime", tokens: [] } as const;
    const trade = { ...trivial, method: "POST", path: "/api/trades", tokens, body: TRADE } as const;
    const measure = async (load: Omit<Load, "seconds">, duration = seconds) => {
      const result = await generator.ask<LoadResult>({ ...load, seconds: duration });
      if (Object.keys(result.failed).length > 0) {
        throw new Error(`${load.path} answered ${JSON.stringify(result.failed)}`);
      }
      return result;
    };
    // Code is compiled, connections are opened and plans are made before anything counts.
    await measure({ ...trivial, inFlight }, seconds / 2);
    await measure({ ...trade, inFlight }, seconds);

    const trivials: LoadResult[] = [];
    const trades: LoadResult[] = [];
    for (let round = 0; round < rounds; round++) {
      trivials.push(await measure({ ...trivial, inFlight }));
      trades.push(await measure({ ...trade, inFlight }));
    }
    const speed = (results: LoadResult[]) => median(results.map((result) => result.perSecond));
    const ratio = median(trades.map((own, i) => own.perSecond / (trivials[i]?.perSecond ?? 0)));
    const halfTrivial = await measure({ ...trivial, rate: speed(trivials) / 2 }, seconds * 2);
    const half = await measure({ ...trade, rate: speed(trades) / 2 }, seconds * 2);
    return {
      measures: [
        compared(`POST /api/trades, ${inFlight} in flight`, speed(trades), "/s", {
          ceiling: speed(trivials),
          of: "trivial route",
          atLeast: 0.6,
          ratio,
        }),
        compared("POST /api/trades at half load, p99", half.p99Ms, "ms", {
          ceiling: half.medianMs,
          of: "median",
          atMost: 5,
        }),
        compared("trivial route at half load, p99", halfTrivial.p99Ms, "ms", {
          ceiling: halfTrivial.medianMs,
          of: "median",
          atMost: 5,
        }),
      ],
      details: { trivials, trades, halfTrivial, half },
    };
  } finally {
    await generator.stop();
    await app.close();
  }
}
