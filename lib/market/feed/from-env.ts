import { access, constants } from "node:fs/promises";
import { sessionUrl } from "@/lib/platform/db/pooled";
import { DEFAULT_EXCHANGES, env, exchangeUrlOverrides } from "@/lib/platform/env";
import { assertMarketConfig, type MarketConfig, parseExchangeList } from "./config";
import { loadExchanges } from "./exchange";

/** Who records prices. Nobody else has the right to. */
const FEED_ROLE = "feed_runtime";

/**
 * The feed's settings out of the environment, but for the rates, which are in the database.
 * @throws Error of one clear line for a setting that can't be used
 */
export function marketSettingsFromEnv(): MarketConfig {
  const exchanges = parseExchangeList(env.MARKET_EXCHANGES);
  const file = env.MARKET_REPLAY_FILE;
  const config: MarketConfig = {
    mode: env.MARKET_SOURCE,
    databaseUrl: env.FEED_DATABASE_URL ?? sessionUrl,
    databaseOptions: `-c role=${FEED_ROLE}`,
    exchanges,
    exchangeUrls: Object.fromEntries(
      exchanges.map(({ exchange }) => {
        const { restUrl, wsUrl } = exchangeUrlOverrides(exchange);
        return [exchange, { rest: restUrl, ws: wsUrl }];
      }),
    ),
    replay:
      file === undefined
        ? null
        : { file, speed: env.MARKET_REPLAY_SPEED, loop: env.MARKET_REPLAY_LOOP },
    tickMs: env.MARKET_TICK_MS,
    realMoney: env.REAL_MONEY,
  };
  assertMarketConfig(config);
  return config;
}

/**
 * What can be known of the feed's settings before anything is started: also that the exchanges exist
 * and that the file to replay can be read.
 * @returns a warning, of one line, about exchanges that the feed has to do without; else null
 * @throws Error of one clear line, also where none of the exchanges exists
 */
export async function checkMarketEnv(): Promise<string | null> {
  const { mode, exchanges, replay } = marketSettingsFromEnv();
  if (mode === "replay" && replay !== null) {
    await access(replay.file, constants.R_OK).catch(({ code }: NodeJS.ErrnoException) => {
      throw new Error(`MARKET_REPLAY_FILE: ${replay.file} can't be read (${code})`);
    });
  }
  if (mode !== "live" && mode !== "auto") return null;
  // The library takes half a second to load, so it is asked about unusual names only.
  const usual = new Set(parseExchangeList(DEFAULT_EXCHANGES).map(({ exchange }) => exchange));
  const named = [...new Set(exchanges.map(({ exchange }) => exchange))];
  const asked = named.filter((exchange) => !usual.has(exchange));
  if (asked.length === 0) return null;
  const classes = await loadExchanges();
  const unknown = asked.filter((exchange) => !Object.hasOwn(classes, exchange));
  if (unknown.length === 0) return null;
  const line = `MARKET_EXCHANGES: there is no exchange ${unknown.join(", ")}`;
  if (unknown.length === named.length) throw new Error(line);
  // An update of the library may drop one: no reason for a site to stay down while others give a price.
  return `${line}; the index is made without it`;
}
