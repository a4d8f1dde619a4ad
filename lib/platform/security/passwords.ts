import bcrypt from "bcrypt";
import { env } from "@/lib/platform/env";
import { isPasswordTooLong } from "./password-length";

/** In the form of a hash and at its cost, but of no password: it is there without being made. */
const DECOY = `$2b$${String(env.BCRYPT_COST).padStart(2, "0")}$${".".repeat(53)}`;

/** Hash of a password or withdrawal password. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, env.BCRYPT_COST);
}

/**
 * Compares in the same time whether or not there is a hash, so that accounts can't be probed. A password
 * that is longer than any can be never matches, in the same time as well.
 */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const matches = await bcrypt.compare(password, hash ?? DECOY);
  return hash !== null && !isPasswordTooLong(password) && matches;
}
