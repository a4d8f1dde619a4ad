import bcrypt from "bcrypt";
import { env } from "@/lib/platform/env";
import { type Rank, workQueue } from "@/lib/platform/work-queue";
import { isPasswordTooLong, normalPassword } from "./password-length";

/** In the form of a hash and at its cost, but of no password: it is there without being made. */
const DECOY = `$2b$${String(env.BCRYPT_COST).padStart(2, "0")}$${".".repeat(53)}`;

/**
 * Hashes take a quarter of a second of a processor each (at cost 12) and the threads that files, images and
 * tokens wait for. A flood is refused with 429 and not 503, since clients take that as nothing done. One of logins
 * keeps nobody who is logged in from a withdrawal.
 */
const inTurn = workQueue({ atOnce: 2, waiting: 200, waitMs: 10_000, retryAfterSeconds: 5 });

/** Hash of a password or withdrawal password. @throws AppError RATE_LIMITED when too many wait for one */
export function hashPassword(password: string, rank?: Rank): Promise<string> {
  return inTurn(() => bcrypt.hash(normalPassword(password), env.BCRYPT_COST), rank);
}

/** What may have been hashed of a password: its one form, and, before there was one, what was typed. */
const formsOf = (password: string) => [...new Set([normalPassword(password), password])];

/**
 * Compares in the same time whether or not there is a hash, so that accounts can't be probed. A password
 * that is longer than any can be never matches, in the same time as well.
 * @throws AppError RATE_LIMITED when too many wait for one, whether or not there is a hash
 */
export async function passwordMatches(
  password: string,
  hash: string | null,
  rank?: Rank,
): Promise<boolean> {
  const matches = await inTurn(async () => {
    let found = false;
    // All of them, whichever matches: the time must not tell.
    for (const form of formsOf(password)) {
      found = (await bcrypt.compare(form, hash ?? DECOY)) || found;
    }
    return found;
  }, rank);
  return hash !== null && !isPasswordTooLong(password) && matches;
}
