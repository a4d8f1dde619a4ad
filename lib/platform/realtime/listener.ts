import { setTimeout as delay } from "node:timers/promises";
import { withPatience } from "@/lib/platform/db/patience";
import { openSession, type Session } from "@/lib/platform/db/session";
import { log } from "@/lib/platform/log";
import { type Carrier, startCarrier } from "./carrier";

const BACKOFF_MIN_MS = 100;
const BACKOFF_MAX_MS = 5_000;

type Options = {
  /** What to do with each channel's payloads. */
  channels: Record<string, (payload: string) => void>;
  /** Those of them that an instance may hear from another one, through Redis. */
  carried?: readonly string[];
  /** The connection was lost: nothing is heard until onResume. */
  onLost?: () => void;
  /** The connection was lost and is back: whatever was said in between is gone. */
  onResume: () => void;
};

export interface Listener {
  stop(): Promise<void>;
}

async function subscribe({ channels, carried = [] }: Options, carrier: Carrier): Promise<Session> {
  const session = await openSession("realtime");
  session.client.on("notification", ({ channel, payload = "" }) => {
    if (carried.includes(channel)) carrier.said(channel, payload);
    else channels[channel]?.(payload);
  });
  try {
    for (const channel of Object.keys(channels)) {
      await session.client.query(`LISTEN ${session.client.escapeIdentifier(channel)}`);
    }
    carrier.opened(session);
  } catch (error) {
    await session.close();
    throw error;
  }
  return session;
}

/**
 * Listens on the database's channels with one connection, and gets a new one when it is lost,
 * waiting a little longer after each failure (0.1 to 5 s, jittered).
 * @throws the driver's error when the first connection can't be had for a minute
 */
export async function startListener(options: Options): Promise<Listener> {
  const stopping = new AbortController();
  const carrier = startCarrier({
    channels: options.carried ?? [],
    hear: (channel, payload) => options.channels[channel]?.(payload),
    onGap: options.onResume,
  });
  const connect = () => subscribe(options, carrier);
  let session = await withPatience("events", connect);

  const keepConnected = async () => {
    let attempt = 0;
    while (!stopping.signal.aborted) {
      await session.lost;
      carrier.lost();
      options.onLost?.();
      if (stopping.signal.aborted) return;
      const waitMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** attempt);
      await delay(waitMs * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal });
      try {
        session = await connect();
        // What stop() closed was the session before.
        if (stopping.signal.aborted) return await session.close();
        attempt = 0;
        options.onResume();
        log.info({ event: "realtime.listening" });
      } catch (error) {
        attempt += 1;
        log.warn({ event: "realtime.connection_lost", reason: String(error), attempt });
      }
    }
  };
  const loop = keepConnected().catch(() => undefined);

  return {
    async stop() {
      stopping.abort();
      await carrier.stop();
      await session.close();
      await loop;
    },
  };
}
