/** How many wrong passwords and codes logging in takes. docs/decisions/security/account-protection.md */

import { networkOf } from "@/lib/accounts/device-rules";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import {
  consume,
  ensureNotLimited,
  forgive,
  forgiveAll,
  type RateLimit,
} from "@/lib/platform/ratelimit";
import { limitedAddress } from "@/lib/platform/security/address";

/** Wrong passwords for one key: from one address, from one network that the owner uses, from all others together. */
const limitsOf = (counted: string): Record<"address" | "network" | "elsewhere", RateLimit> => ({
  address: { name: `login-${counted}-address`, points: 10, seconds: 900, shared: true },
  network: { name: `login-${counted}-network`, points: 300, seconds: 3600, shared: true },
  elsewhere: { name: `login-${counted}`, points: 100, seconds: 3600, shared: true },
});
// Only a typed name is refused with 429, known or not: that the account behind it is locked because
// of its other name would tell which names belong together. Its guesses just never are right.
const NAME = limitsOf("name");
const ACCOUNT = limitsOf("account");
/** Wrong codes after the right password, beside the limit that they share with codes in a session. */
const CODES_A_DAY: RateLimit = { name: "login-code", points: 20, seconds: 86_400, shared: true };
const CODE_WARNING: RateLimit = { name: "code-warning", points: 1, seconds: 3600, shared: true };

type Counter = [limit: RateLimit, key: string];

/** Whether `work` ends at a limit. */
async function isRefused(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "RATE_LIMITED") return true;
    throw error;
  }
}

async function ensureOpen(counters: Counter[]): Promise<void> {
  for (const [limit, key] of counters) await ensureNotLimited(limit, key);
}

async function count(counters: Counter[]): Promise<void> {
  for (const [limit, key] of counters) await consume(limit, key);
}

/** The limits of one attempt to log in: those of the typed name, and of the account behind it. */
export class SignInLimits {
  private readonly name: Counter[];
  private readonly account: Counter[];
  private readonly codes: Counter[];

  /**
   * @param name what was typed, in lower case
   * @param userId the account behind it, if there is one
   * @param isKnown the account was logged in to from this device before: whoever guesses elsewhere does not
   *   lock it out
   */
  constructor(name: string, userId: string | null, ip: string, isKnown: boolean) {
    const network = networkOf(ip);
    const counters = (limits: typeof NAME, key: string): Counter[] => [
      [limits.address, `${key}:${limitedAddress(ip)}`],
      isKnown ? [limits.network, `${key}:${network}`] : [limits.elsewhere, key],
    ];
    this.name = counters(NAME, name);
    // A name without an account costs the same steps, and so the same time.
    this.account = counters(ACCOUNT, userId ?? `nobody:${name}`);
    this.codes = userId === null ? [] : [[CODES_A_DAY, isKnown ? `${userId}:${network}` : userId]];
  }

  /** Whether nothing is right for the account now, which nobody is told. @throws AppError RATE_LIMITED for the name */
  async isLocked(): Promise<boolean> {
    await ensureOpen(this.name);
    return isRefused(() => ensureOpen(this.account));
  }

  /** Counts a wrong password. @throws AppError RATE_LIMITED for one too many of the name */
  async countFailure(): Promise<void> {
    await count(this.name);
    await isRefused(() => count(this.account));
  }

  /** Forgets what was mistyped at this address. */
  async forgive(): Promise<void> {
    for (const [limit, key] of [...this.name, ...this.account]) {
      if (limit === NAME.address || limit === ACCOUNT.address) await forgive(limit, key);
    }
  }

  /** @throws AppError RATE_LIMITED when the day has had its wrong codes */
  ensureCodes(): Promise<void> {
    return ensureOpen(this.codes);
  }

  /** Counts a wrong code. */
  async countCode(): Promise<void> {
    await isRefused(() => count(this.codes));
  }
}

/** Whether an owner is to be told of a wrong code: once an hour. */
export async function isCodeWarningDue(userId: string): Promise<boolean> {
  return !(await isRefused(() => consume(CODE_WARNING, userId)));
}

/**
 * Lets an account be logged in to again after its password was replaced, wherever the old one was guessed at. The
 * password is replaced already: what fails here is logged, and the limits end by themselves.
 */
export async function forgiveSignIns(userId: string): Promise<void> {
  try {
    const { usernameKey, email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    for (const limit of Object.values(NAME)) {
      for (const key of [usernameKey, email]) await forgiveAll(limit, key);
    }
    for (const limit of Object.values(ACCOUNT)) await forgiveAll(limit, userId);
  } catch (error) {
    log.warn({ event: "login.limits_not_cleared", err: error, userId });
  }
}
