import { RateLimiterPostgres, RateLimiterRedis } from "rate-limiter-flexible";
import { pool, prisma } from "@/lib/platform/db";
import { redis, sitePrefix } from "@/lib/platform/redis";

const redisPrefix = (name: string) => `${sitePrefix()}:limit:${name}`;
const FOUND_AT_ONCE = 1_000;

export type SharedLimiter = RateLimiterPostgres | RateLimiterRedis;

/** Counts over all instances: in Redis where the site has one, and in Postgres while it is away. */
export function sharedLimiter(name: string, points: number, seconds: number): SharedLimiter {
  const inDatabase = new RateLimiterPostgres({
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limit",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  const storeClient = redis();
  if (!storeClient) return inDatabase;
  return new RateLimiterRedis({
    storeClient,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inDatabase,
    keyPrefix: redisPrefix(name),
    points,
    duration: seconds,
  });
}

/** Forgets in Postgres what a key has used, alone and together with anything after a colon. */
async function forgetInDatabase(name: string, key: string): Promise<void> {
  const stored = `${name}:${key}`;
  await prisma.$executeRaw`
    DELETE FROM rate_limit WHERE key = ${stored} OR starts_with(key, ${`${stored}:`})`;
}

/** The same in Redis. While it is away it stays, and ends by itself. */
async function forgetInRedis(name: string, key: string): Promise<void> {
  const client = redis();
  if (!client?.isReady) return;
  const stored = `${redisPrefix(name)}:${key}`;
  const pattern = `${stored.replace(/[*?[\]^\\]/g, "\\$&")}:*`;
  const found = [stored];
  for await (const keys of client.scanIterator({ MATCH: pattern, COUNT: FOUND_AT_ONCE })) {
    found.push(...keys);
  }
  await client.unlink(found);
}

/** Forgets what a key of a shared limit has used, wherever it was counted, alone and together with anything after a colon. */
export async function forgetShared(name: string, key: string): Promise<void> {
  await Promise.all([forgetInDatabase(name, key), forgetInRedis(name, key)]);
}
