import { type BenchUser, populate, runSql, startApp } from "../support/app";
import { compared, median, type PartResult } from "../support/measure";

export type HistoryOptions = { few: number; many: number; users: number; requests: number };

const PATHS = {
  transactions: "/api/user/transactions?limit=20",
  trades: "/api/trades/user?limit=20",
} as const;
type List = keyof typeof PATHS;
/** Milliseconds of a list's first page and of the one after it. */
type Pages = { first: number; next: number };
type Sizes = Record<List, Pages>;

async function timed(url: string, { token }: BenchUser) {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.json()) as Record<string, unknown>;
  const ms = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(`${url} answered ${JSON.stringify(body)}`);
  return { ms, body };
}

async function measureList(base: string, list: List, users: BenchUser[], requests: number) {
  const first: number[] = [];
  const next: number[] = [];
  for (let i = 0; i < requests; i++) {
    const user = users[(i * 7919) % users.length];
    if (!user) throw new Error("No users");
    const url = base + PATHS[list];
    const page = await timed(url, user);
    const rows = page.body[list];
    const cursor = page.body.nextCursor;
    if (!Array.isArray(rows) || rows.length === 0) throw new Error(`${list} is empty`);
    first.push(page.ms);
    if (typeof cursor !== "string") throw new Error(`${list} has one page only`);
    next.push((await timed(`${url}&cursor=${encodeURIComponent(cursor)}`, user)).ms);
  }
  return { first: median(first), next: median(next) };
}

/** The lists on a ledger of `entries` entries; each transfer is two, each trade stands for eight. */
async function measureAt(entries: number, { users: count, requests }: HistoryOptions) {
  const app = await startApp();
  try {
    const users = await populate(app, count);
    const transfers = Math.floor(entries / 2);
    const trades = Math.floor(entries / 8);
    const startedAt = performance.now();
    await runSql(app.owner, "past-months.sql", { months: 12 });
    await runSql(app.owner, "history.sql", { transfers, trades, users: count });
    const seedSeconds = (performance.now() - startedAt) / 1000;
    const sizes = {} as Sizes;
    for (const list of ["transactions", "trades"] as const) {
      await measureList(app.url, list, users, Math.ceil(requests / 5));
      sizes[list] = await measureList(app.url, list, users, requests);
    }
    return { entries, seedSeconds, ...sizes };
  } finally {
    await app.close();
  }
}

/** History pages of a large ledger against a small one, both over HTTP. */
export async function benchHistory(options: HistoryOptions): Promise<PartResult> {
  const small = await measureAt(options.few, options);
  const large = await measureAt(options.many, options);
  const against = (list: List, page: keyof Pages) =>
    compared(`${list}, ${page} page at ${options.many} entries`, large[list][page], "ms", {
      ceiling: small[list][page],
      of: `${options.few}`,
      atMost: 1.5,
    });
  return {
    measures: [
      against("transactions", "first"),
      against("transactions", "next"),
      against("trades", "first"),
      against("trades", "next"),
    ],
    details: { small, large },
  };
}
