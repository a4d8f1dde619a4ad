import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { seldom } from "@/lib/platform/log/seldom";
import { sha256 } from "@/lib/platform/security/hash";

const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_MS = 250;
const PING_MS = 500;
/** A connection that answers no ping for so long carries nothing any more. */
const SILENCE_MS = 2_000;
const LOG_MS = 30_000;

/** Loaded only where there is a Redis: its commands are a twentieth of what a start takes, and most sites have none. */
const library = () => require("@redis/client") as typeof import("@redis/client");

function open(url: string) {
  const client = library().createClient({
    url,
    // What Redis is asked while it is away is done without it at once, and not later a second time.
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    maintNotifications: "disabled",
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: () => RECONNECT_MS,
    },
  });
  const report = seldom(LOG_MS);
  client.on("error", (error: unknown) =>
    report((unsaid) => log.warn({ event: "redis.away", reason: String(error), unsaid })),
  );
  // It goes on trying by itself.
  client.connect().catch(() => undefined);
  return client;
}

/** A connection to Redis, which comes back by itself and is not waited for while it is away. */
export type Redis = ReturnType<typeof open>;

/** On globalThis, because the custom server and the Next bundle load this module separately. */
const holder = globalThis as typeof globalThis & { __redis?: Redis };

/** The connection for commands; null where the site has no Redis. */
export function redis(): Redis | null {
  if (env.REDIS_URL === undefined) return null;
  holder.__redis ??= open(env.REDIS_URL);
  return holder.__redis;
}

/** One more connection, for what one can't be shared for; null where the site has no Redis. */
export const anotherRedis = (): Redis | null => (env.REDIS_URL ? open(env.REDIS_URL) : null);

/** What the names of this site begin with: others may use the same Redis. The same on each of its instances. */
export const sitePrefix = (): string =>
  `aurum:${sha256(`redis ${env.NEXTAUTH_SECRET}`).toString("hex").slice(0, 16)}`;

/** Ends the connection for commands. */
export function closeRedis(): void {
  holder.__redis?.destroy();
  holder.__redis = undefined;
}
