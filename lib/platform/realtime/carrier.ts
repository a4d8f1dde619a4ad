import { lockKey, type Session } from "@/lib/platform/db/session";
import { log } from "@/lib/platform/log";
import { type Bus, joinBus } from "./bus";

const STEP_MS = 250;
/** Somebody tells. */
const FRESH_MS = 1_000;
/** Nobody tells any more. */
const SILENT_MS = 2_500;
/** After a loss the database is listened to for so long at least, and up to as long again: not all come back at once. */
const STAY_MS = 2_000;
const LEADER = "realtime:teller";

type Options = {
  /** Of the database, which the bus may carry. */
  channels: readonly string[];
  hear: (channel: string, payload: string) => void;
  /** Something may have been missed. */
  onGap: () => void;
};

/** Decides whether this instance hears the carried channels from the database or from an instance that does. */
export interface Carrier {
  /** A new connection, which listens to all channels. */
  opened(session: Session): void;
  lost(): void;
  /** What the database said on a carried channel. */
  said(channel: string, payload: string): void;
  stop(): Promise<void>;
}

/**
 * Where the site has Redis, one instance, elected by a lock of its session, tells the others what the database says on
 * the carried channels, and they stop listening to them: the database then says it once and not to each. The truth
 * stays in the database: whoever hears nobody tell, or has missed something, listens again and takes it for a gap.
 */
export function startCarrier({ channels, hear, onGap }: Options): Carrier {
  let session: Session | null = null;
  let isFollowing = false;
  let isLeading = false;
  let gapsSeen = 0;
  let stayUntil = 0;
  let step: Promise<void> = Promise.resolve();
  const bus: Bus | null = joinBus(channels, (channel, payload) => {
    if (isFollowing) hear(channel, payload);
  });
  const each = async (command: "LISTEN" | "UNLISTEN", { client }: Session) => {
    for (const channel of channels) {
      await client.query(`${command} ${client.escapeIdentifier(channel)}`);
    }
  };
  const lead = async ({ client }: Session) => {
    const { rows } = await client.query<{ leads: boolean }>(
      "SELECT pg_try_advisory_lock($1) AS leads",
      [lockKey(LEADER)],
    );
    isLeading = rows[0]?.leads === true;
    if (isLeading) log.info({ event: "realtime.telling" });
  };
  const follow = async (from: Session, { gaps }: Bus) => {
    gapsSeen = gaps();
    isFollowing = true;
    await each("UNLISTEN", from);
    log.info({ event: "realtime.following" });
    onGap();
  };
  const listenAgain = async (to: Session) => {
    stayUntil = performance.now() + STAY_MS * (1 + Math.random());
    await each("LISTEN", to);
    isFollowing = false;
    log.warn({ event: "realtime.listening_again" });
    onGap();
  };
  const decide = async (on: Session, from: Bus) => {
    if (isLeading) return from.beat();
    const isHeard = from.isReady() && from.silentMs() < SILENT_MS;
    if (isFollowing) {
      if (!isHeard || from.gaps() !== gapsSeen) await listenAgain(on);
      return;
    }
    if (!from.isReady() || performance.now() < stayUntil) return;
    if (from.silentMs() < FRESH_MS) await follow(on, from);
    else if (!isHeard) await lead(on);
  };
  let steppedAt = performance.now();
  const next = (from: Bus) => {
    const on = session;
    const lateMs = performance.now() - steppedAt;
    steppedAt += lateMs;
    // Whoever paused has heard nobody, whatever they told: it is read before the next step.
    if (!on || lateMs > FRESH_MS) return;
    // A connection that is lost meanwhile fails what it is asked, and is replaced.
    step = step.then(() => (on === session ? decide(on, from).catch(() => undefined) : undefined));
  };
  const timer = bus ? setInterval(next, STEP_MS, bus).unref() : undefined;
  return {
    opened(opened) {
      session = opened;
    },
    lost() {
      if (isLeading) bus?.bye();
      session = null;
      isLeading = false;
      isFollowing = false;
    },
    said(channel, payload) {
      if (isLeading) bus?.tell(channel, payload);
      if (!isFollowing) hear(channel, payload);
    },
    async stop() {
      clearInterval(timer);
      session = null;
      await step;
      if (isLeading) bus?.bye();
      bus?.close();
    },
  };
}
