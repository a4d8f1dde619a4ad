import bcrypt from "bcrypt";
import { env } from "@/lib/platform/env";

let decoy: Promise<string> | undefined;

/** Hash of a password or withdrawal password. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, env.BCRYPT_COST);
}

/** Compares in the same time whether or not there is a hash, so that accounts can't be probed. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  decoy ??= bcrypt.hash("no account has this password", env.BCRYPT_COST);
  const matches = await bcrypt.compare(password, hash ?? (await decoy));
  return hash !== null && matches;
}
