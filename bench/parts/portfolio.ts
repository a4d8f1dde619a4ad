import { portfolioPeriods } from "@/lib/statements/portfolio-schema";
import { populate, runSql, startApp } from "../support/app";
import { limited, type Measure, median, type PartResult } from "../support/measure";

export type PortfolioOptions = { entries: number; options: number; requests: number };

const MOST_MS = 300;
const PATHS = [
  ...portfolioPeriods.map((period) => `/api/user/portfolio?period=${period}`),
  "/api/user/transactions/totals",
  "/api/user/transactions?limit=20",
  "/api/trades/own-record",
  "/api/user/statements",
];

/**
 * What a person with ten years of entries waits for: the portfolio of each period, and the totals of the history. Time
 * over HTTP, and how much processor the application and its database took for it.
 */
export async function benchPortfolio({
  entries,
  options,
  requests,
}: PortfolioOptions): Promise<PartResult> {
  const app = await startApp();
  try {
    const [user] = await populate(app, 1);
    if (!user) throw new Error("There is no customer");
    await runSql(app.owner, "past-months.sql", { months: 121 });
    await runSql(app.owner, "portfolio.sql", { entries, options });
    const headers = { authorization: `Bearer ${user.token}` };
    const ask = async (path: string) => {
      const startedAt = performance.now();
      const answer = await fetch(app.url + path, { headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${text}`);
      return performance.now() - startedAt;
    };
    const measures: Measure[] = [];
    const details: Record<string, { first: number; times: number[]; cpuMs: number }> = {};
    for (const path of PATHS) {
      const first = await ask(path);
      const before = app.cpuMs();
      const times: number[] = [];
      for (let round = 0; round < requests; round += 1) times.push(await ask(path));
      const cpuMs = (app.cpuMs() - before) / requests;
      details[path] = { first, times, cpuMs };
      measures.push(limited(path, median(times), "ms", MOST_MS));
      measures.push({ name: `${path}, processor`, value: cpuMs, unit: "ms" });
    }
    return { measures, details };
  } finally {
    await app.close();
  }
}
