import type { MarketEvent } from "@/lib/market/alerts";
import type { MarketConfig, MarketTimings } from "./config";
import type { Session } from "./leader";
import type { NewTick } from "./store";

export type FeedKind = "live" | "simulated" | "replay";

/** What the leader hands to the feed that it runs. */
export type FeedContext = {
  /** The session that holds the lock. */
  client: Session;
  config: MarketConfig;
  timings: MarketTimings;
  /** The largest part of a price between its bid and ask, in parts per million. */
  maxSpreadPpm: () => number;
  /** The largest move within a minute of a price that one exchange shows alone, in parts per million. */
  maxMovePpm: () => number;
  /** Another instance, or this one, has led before: there may be something to go on with. */
  continues: boolean;
  /** Appends a tick. Null: the database clock did not move on, or the database refused; try the next one. */
  record: (tick: NewTick) => Promise<bigint | null>;
  emit: (event: MarketEvent) => void;
  setFeed: (kind: FeedKind) => void;
  setSources: (sources: SourceStatus[]) => void;
};

export type SourceStatus = {
  source: string;
  state: "connecting" | "live" | "waiting" | "gone";
  /** Age of its newest quote; null before the first. */
  quoteAgeMs: number | null;
  failures: number;
  lastError: string | null;
};
