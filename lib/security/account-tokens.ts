import type { AccountToken } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { randomToken, sha256 } from "@/lib/platform/security/hash";
import { now } from "@/lib/platform/time";

/** What a mailed link does. */
export type TokenPurpose =
  | "password-reset"
  | "email-verification"
  | "email-change"
  | "freeze"
  | "unfreeze"
  | "device";

/** What is kept of the secret of a mailed link. */
export const tokenHash = (token: string) => sha256(token).toString("hex");

/** Makes the secret of a mailed link. Only its hash is kept. */
export async function issueToken(
  tx: Tx,
  input: {
    userId: string;
    purpose: TokenPurpose;
    email: string;
    validMinutes: number;
    signInId?: string;
  },
): Promise<string> {
  const { validMinutes, ...fields } = input;
  const token = randomToken();
  const expiresAt = new Date(now().getTime() + validMinutes * 60_000);
  await tx.accountToken.create({ data: { ...fields, tokenHash: tokenHash(token), expiresAt } });
  return token;
}

/**
 * Uses up the secret of a mailed link and locks its user's row; of two that try at once, one succeeds.
 * @throws AppError TOKEN_INVALID for one that is unknown, used, too old or for something else
 */
export async function redeemToken(
  tx: Tx,
  token: string,
  purposes: TokenPurpose[],
): Promise<AccountToken> {
  const found = await tx.accountToken.findUnique({ where: { tokenHash: tokenHash(token) } });
  if (!found || !(purposes as string[]).includes(found.purpose)) {
    throw new AppError("TOKEN_INVALID");
  }
  // The user's row first, as everybody does who makes links worthless.
  await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${found.userId}::uuid FOR NO KEY UPDATE`;
  const { count } = await tx.accountToken.updateMany({
    where: { id: found.id, usedAt: null, expiresAt: { gt: now() } },
    data: { usedAt: now() },
  });
  if (count === 0) throw new AppError("TOKEN_INVALID");
  return found;
}

/** Makes the links of a user that are still around worthless. */
export async function cancelTokens(
  tx: Tx,
  userId: string,
  purposes: TokenPurpose[],
): Promise<void> {
  await tx.accountToken.updateMany({
    where: { userId, purpose: { in: purposes }, usedAt: null },
    data: { usedAt: now() },
  });
}
