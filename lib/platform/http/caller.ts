import { env } from "@/lib/platform/env";
import { AppError, toAppError } from "@/lib/platform/errors";
import { consume, type RateLimit } from "@/lib/platform/ratelimit";
import { limitedAddress } from "@/lib/platform/security/address";
import { secretsEqual } from "@/lib/platform/security/hash";
import type { RouteDeclaration } from "./declaration";
import { isRead } from "./reading";
import { clientIp, refuseForeignForm } from "./request";

/** What the wrapper needs to know of a logged-in person. */
export type Caller = {
  userId: string;
  sessionId: string;
};

/** Decides who calls. Returns null for nobody. @throws AppError for a dead session */
export type Authenticate<C extends Caller> = (request: Request) => Promise<C | null>;

/** How the wrapper finds out who calls. */
export type CallerHooks<C extends Caller> = {
  authenticate: Authenticate<C>;
  /** Whether all that a caller may do is choose a password. */
  mustChangePassword: (caller: C) => boolean;
};

const DEFAULT_LIMITS: Record<"ip" | "writes" | "user" | "strangers", RateLimit> = {
  ip: { name: "ip", points: 600, seconds: 60 },
  // By itself, so that no open price page keeps others behind the same address from logging in.
  writes: { name: "writes", points: 600, seconds: 60 },
  user: { name: "user", points: 600, seconds: 60 },
  // By itself, so that nobody's dead session keeps others behind the same address from logging in.
  strangers: { name: "strangers", points: 600, seconds: 60 },
};

/** The limits of an address for endpoints that anyone may call: reads and all else apart. @throws AppError RATE_LIMITED */
export function limitAddress(request: Request): Promise<void> {
  const limit = isRead(request.method) ? DEFAULT_LIMITS.ip : DEFAULT_LIMITS.writes;
  return consume(limit, limitedAddress(clientIp(request.headers)));
}

/** The limit of somebody who is logged in, over all routes. @throws AppError RATE_LIMITED */
export const limitUser = ({ userId }: Caller): Promise<void> =>
  consume(DEFAULT_LIMITS.user, userId);

/**
 * Whose session it is. Only those who have none are counted by address: many good ones may share it.
 * @throws AppError SESSION_EXPIRED, RATE_LIMITED after too many of those
 */
export async function requireCaller<C extends Caller>(
  authenticate: Authenticate<C>,
  request: Request,
  ip: string,
): Promise<C> {
  try {
    const user = await authenticate(request);
    if (user) return user;
    throw new AppError("SESSION_EXPIRED");
  } catch (error) {
    if (toAppError(error).status === 401) {
      await consume(DEFAULT_LIMITS.strangers, limitedAddress(ip));
    }
    throw error;
  }
}

/**
 * Who calls what needs no session: a machine by its secret, or anyone, who may say who they are; who has to choose a
 * password first is nobody. Only those who have no live session are counted by address.
 * @throws AppError UNAUTHORIZED, FORBIDDEN, RATE_LIMITED
 */
export async function authorize<C extends Caller>(
  declaration: RouteDeclaration,
  { authenticate, mustChangePassword }: CallerHooks<C>,
  request: Request,
): Promise<C | null> {
  const bearer = request.headers.get("authorization")?.replace(/^Bearer\s+/i, "") ?? "";
  const isForMachines = declaration.auth === "cron" || declaration.auth === "metrics";
  const user = bearer && !isForMachines ? await authenticate(request).catch(nobody) : null;
  if (!user && !declaration.isUncounted) await limitAddress(request);
  if (isForMachines) {
    const secret = declaration.auth === "cron" ? env.CRON_SECRET : env.METRICS_TOKEN;
    if (!secret || !secretsEqual(bearer, secret)) throw new AppError("UNAUTHORIZED");
    return null;
  }
  refuseForeignForm(request);
  return user && mustChangePassword(user) ? null : user;
}

/** A dead session is nobody's. Of one that could not be looked up that is not known: the error stays. */
function nobody(error: unknown): null {
  if (toAppError(error).status === 401) return null;
  throw error;
}
