import { type BenchApp, populate, startApp } from "../support/app";
import { type Helper, startHelper } from "../support/children";
import type { Load, LoadResult } from "../support/generator";
import { compared, type Measure, median, type PartResult } from "../support/measure";

export type HttpOptions = { users: number; rounds: number; seconds: number; inFlight: number[] };

type Request = Pick<Load, "method" | "path" | "tokens" | "body">;

export const TRADE = JSON.stringify({
  type: "option",
  direction: "up",
  amount: "10",
  duration: 300,
});
const TRIVIAL: Request = { method: "GET", path: "/api/realtime", tokens: [] };

const requestsOf = (tokens: string[]): Request[] => [
  TRIVIAL,
  { method: "GET", path: "/api/xaut/price", tokens: [] },
  { method: "GET", path: "/api/auth/balance", tokens },
  { method: "GET", path: "/api/trades/user", tokens },
  { method: "POST", path: "/api/trades", tokens, body: TRADE },
];

const nameOf = ({ method, path }: Request) => `${method} ${path}`;

/** Sends load, and fails where anything but a success comes back. */
export function measurer(generator: Helper) {
  return async (load: Load): Promise<LoadResult> => {
    const result = await generator.ask<LoadResult>(load);
    if (Object.keys(result.failed).length > 0) {
      throw new Error(`${load.path} answered ${JSON.stringify(result.failed)}`);
    }
    return result;
  };
}

type Round = { bare: LoadResult; next: LoadResult; own: Record<string, LoadResult> };

const ratioOf = (rounds: Round[], name: string, to: "bare" | "next") =>
  median(rounds.map(({ own, ...others }) => (own[name]?.perSecond ?? 0) / others[to].perSecond));

const speedOf = (results: LoadResult[]) => median(results.map(({ perSecond }) => perSecond));

/** What each request reached, beside Next's trivial route and a bare server in the same round. */
function compare(rounds: Round[], requests: Request[], inFlight: number): Measure[] {
  const next = speedOf(rounds.map((round) => round.next));
  const bare = speedOf(rounds.map((round) => round.bare));
  return requests.flatMap((request) => {
    const name = nameOf(request);
    const speed = speedOf(rounds.flatMap(({ own }) => own[name] ?? []));
    const title = `${name}, ${inFlight} in flight`;
    const isTrade = request.method === "POST";
    const besideNext = compared(title, speed, "/s", {
      ceiling: next,
      of: "trivial by Next",
      atLeast: isTrade ? 1.5 : 2,
      ratio: ratioOf(rounds, name, "next"),
    });
    if (!isTrade) return [besideNext];
    const ratio = ratioOf(rounds, name, "bare");
    const of = "bare node:http";
    return [besideNext, compared(title, speed, "/s", { ceiling: bare, of, atLeast: 0.25, ratio })];
  });
}

async function benchAt(
  inFlight: number,
  { rounds: count, seconds }: HttpOptions,
  { direct, next, bareUrl, requests }: Sites,
  measure: (load: Load) => Promise<LoadResult>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round++) {
    const own: Record<string, LoadResult> = {};
    const bare = await measure({ ...TRIVIAL, url: bareUrl, seconds, inFlight });
    const trivial = await measure({ ...TRIVIAL, url: next.url, seconds, inFlight });
    for (const request of requests) {
      own[nameOf(request)] = await measure({ ...request, url: direct.url, seconds, inFlight });
    }
    rounds.push({ bare, next: trivial, own });
  }
  return rounds;
}

type Sites = { direct: BenchApp; next: BenchApp; bareUrl: string; requests: Request[] };

/**
 * Requests of the API with the whole wrapper, one instance that answers them itself, beside a trivial route of one
 * where Next does and beside a bare server; then trades and the trivial route at half of what they reached.
 */
export async function benchHttp(options: HttpOptions): Promise<PartResult> {
  const direct = await startApp();
  const next = await startApp({ API_PATH: "next" });
  const [generator, bare] = ["generator", "bare-http"].map((name) =>
    startHelper(`support/${name}.ts`),
  ) as [Helper, Helper];
  try {
    const requests = requestsOf((await populate(direct, options.users)).map(({ token }) => token));
    const { port } = await bare.ask<{ port: number }>({});
    const sites = { direct, next, bareUrl: `http://127.0.0.1:${port}`, requests };
    const measure = measurer(generator);
    const { seconds } = options;
    // Code is compiled, connections are opened and plans are made before anything counts.
    await measure({ ...TRIVIAL, url: next.url, seconds: seconds / 2 });
    for (const request of requests) await measure({ ...request, url: direct.url, seconds });

    const measures: Measure[] = [];
    const details: Record<string, unknown> = {};
    for (const inFlight of options.inFlight) {
      const rounds = await benchAt(inFlight, options, sites, measure);
      measures.push(...compare(rounds, requests, inFlight));
      details[inFlight] = rounds;
      if (inFlight !== options.inFlight[0]) continue;
      for (const request of [TRIVIAL, ...requests.slice(-1)]) {
        const rate = speedOf(rounds.flatMap(({ own }) => own[nameOf(request)] ?? [])) / 2;
        const half = await measure({ ...request, url: direct.url, rate, seconds: seconds * 2 });
        measures.push(
          compared(`${nameOf(request)} at half load, p99`, half.p99Ms, "ms", {
            ceiling: half.medianMs,
            of: "median",
            atMost: 5,
          }),
        );
      }
    }
    return { measures, details };
  } finally {
    await Promise.all([generator.stop(), bare.stop()]);
    await Promise.all([direct.close(), next.close()]);
  }
}
