import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { forgetShared, type SharedLimiter, sharedLimiter } from "./shared";

/**
 * A limit of `points` a `seconds` window. `shared` counts over all instances, for guesses at secrets: in Redis, and in
 * Postgres while there is none; the others count per instance, which is enough against floods and free.
 */
export type RateLimit = { name: string; points: number; seconds: number; shared?: boolean };

type Limiter = RateLimiterMemory | SharedLimiter;
/** On globalThis, because the custom server, which answers the API, and the Next bundle load modules separately. */
const holder = globalThis as typeof globalThis & { __limiters?: Map<string, Limiter> };
holder.__limiters ??= new Map();
const limiters = holder.__limiters;

function limiterFor({ name, points, seconds, shared }: RateLimit): Limiter {
  const known = limiters.get(name);
  if (known) return known;
  const limiter = shared
    ? sharedLimiter(name, points, seconds)
    : new RateLimiterMemory({
        keyPrefix: name,
        points: points * env.RATE_LIMIT_FACTOR,
        duration: seconds,
      });
  limiters.set(name, limiter);
  return limiter;
}

/** Takes `cost` points of a key. @throws AppError RATE_LIMITED with the seconds to wait. */
export async function consume(limit: RateLimit, key: string, cost = 1): Promise<void> {
  try {
    await limiterFor(limit).consume(key, cost);
  } catch (error) {
    // The limiter may be of the other copy of this module, and its refusal with it.
    if (error instanceof Error) throw error;
    const { msBeforeNext } = error as RateLimiterRes;
    throw new AppError("RATE_LIMITED", {
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    });
  }
}

/**
 * Refuses when a key has no points left, without taking one.
 * @returns whether any are taken
 * @throws AppError RATE_LIMITED with the seconds to wait
 */
export async function ensureNotLimited(limit: RateLimit, key: string): Promise<boolean> {
  const state = await limiterFor(limit).get(key);
  if (state && state.consumedPoints >= limit.points) {
    throw new AppError("RATE_LIMITED", {
      retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
    });
  }
  return state !== null;
}

/** Forgets what a key has used, for example after a correct password. */
export async function forgive(limit: RateLimit, key: string): Promise<void> {
  await limiterFor(limit).delete(key);
}

/** Forgets what a key of a shared limit has used, alone and together with anything after a colon. */
export async function forgiveAll({ name }: RateLimit, key: string): Promise<void> {
  await forgetShared(name, key);
}

/**
 * Runs a check of a secret and counts its failures; a success forgets them. Guesses that are sent at
 * once all begin before any of them has failed, so what was right counts only while points are left.
 * @throws AppError RATE_LIMITED with the seconds to wait
 */
export async function limitFailures(
  limit: RateLimit,
  key: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  await ensureNotLimited(limit, key);
  const isRight = await check();
  if (isRight) {
    const hasFailed = await ensureNotLimited(limit, key);
    if (hasFailed) await forgive(limit, key);
  } else {
    await consume(limit, key);
  }
  return isRight;
}
