import { parseArgs } from "node:util";
import { sessionUrl } from "@/lib/platform/db/pooled";
import { env } from "@/lib/platform/env";
import { LoadRefused, seedLoad } from "./lib/seed-load";

// `npm run seed:load -- --users=10000 --trades=10000 --entries=100000 --seed=7`: fills a site that nobody uses yet with
// users, trades and a ledger, to see how it does with many. `npm run ledger:verify` holds afterwards.

const DEFAULTS = { users: 1_000_000, trades: 1_000_000, entries: 10_000_000, seed: 1 };

function numberOf(name: keyof typeof DEFAULTS, text: string | undefined): number {
  if (text === undefined) return DEFAULTS[name];
  if (!/^\d{1,9}$/.test(text)) throw new LoadRefused(`--${name} takes a whole number.`);
  return Number(text);
}

async function main(): Promise<void> {
  if (env.REAL_MONEY) throw new LoadRefused("A site with real money takes no made-up users.");
  const option = { type: "string" } as const;
  const { values } = parseArgs({
    options: { users: option, trades: option, entries: option, seed: option },
  });
  const size = {
    users: numberOf("users", values.users),
    trades: numberOf("trades", values.trades),
    entries: numberOf("entries", values.entries),
    seed: numberOf("seed", values.seed),
  };
  const startedAt = performance.now();
  const url = process.env.MIGRATION_DATABASE_URL || sessionUrl;
  await seedLoad(url, size, (line) => console.log(line));
  console.log(
    `${size.users} users, ${size.trades} trades, ${size.entries} ledger entries in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
