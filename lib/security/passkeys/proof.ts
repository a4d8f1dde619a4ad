/** Who somebody is, proved by a passkey: for a change of their passkeys, and for a withdrawal. */

import { getUser } from "@/lib/accounts/data";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { stillPassword } from "../credentials";
import { checkProof } from "../two-factor";
import type { Assertion } from "./assertion-schema";
import { checkAssertion, countUse, refusedPasskey } from "./assertions";
import type { ChallengeOwner } from "./challenges";
import { confirmsWithdrawalsFrom } from "./data";
import type { OwnerProof } from "./schema";

/** Somebody in a session of theirs. */
export type PasskeyOwner = NonNullable<ChallengeOwner>;

/**
 * Asks for a password, with the code where two-factor is on, or for a passkey instead of both. Staff who have a passkey
 * and no two-factor can't do with the password: whoever has found it out could add a passkey and act as staff.
 * @returns what to call in the transaction of the change: it locks the user's row and sees that the proof still counts
 * @throws AppError VALIDATION of `password`, `totp` or `passkey`, TOTP_REQUIRED, PASSKEY_REQUIRED, RATE_LIMITED
 */
export async function proveByPasskeyOrPassword(
  owner: PasskeyOwner,
  { password, totp, passkey }: OwnerProof,
): Promise<(tx: Tx) => Promise<void>> {
  if (passkey) {
    const used = await checkAssertion(passkey, "change", owner);
    if (!used) throw refusedPasskey();
    return async (tx) => {
      await stillIn(tx, owner);
      if (!(await countUse(tx, used))) throw refusedPasskey();
    };
  }
  if (!password) throw invalidField("password", text("errors.registration.enterPassword"));
  const { isAdmin, twoFactorEnabledAt } = await getUser(owner.userId);
  if (isAdmin && !twoFactorEnabledAt && (await hasPasskeys(owner.userId))) {
    throw new AppError("PASSKEY_REQUIRED");
  }
  const checkedHash = await checkProof(owner.userId, { password, totp });
  return async (tx) => {
    await stillIn(tx, owner);
    await stillPassword(tx, owner.userId, checkedHash);
  };
}

const hasPasskeys = async (userId: string) =>
  (await prisma.passkey.count({ where: { userId } })) > 0;

/** Locks the user's row and sees that the session still counts. @throws AppError UNAUTHORIZED */
export async function stillIn(tx: Tx, { userId, sessionId }: PasskeyOwner): Promise<void> {
  await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  const isOpen = { isActive: true, frozenAt: null, erasedAt: null };
  const where = { id: sessionId, userId, revokedAt: null, user: isOpen };
  if ((await tx.session.count({ where })) === 0) throw new AppError("UNAUTHORIZED");
}

/**
 * Takes a passkey instead of the code of a withdrawal. One that was added within the hours of a hold does not count yet:
 * a code that somebody was tricked out of once must not become a key that lasts.
 * @throws AppError VALIDATION of `passkey`
 */
export async function requirePasskey(owner: PasskeyOwner, assertion: Assertion): Promise<void> {
  const used = await checkAssertion(assertion, "withdrawal", owner);
  if (!used) throw refusedPasskey();
  const from = await confirmsWithdrawalsFrom(used.passkey.createdAt);
  if (from > now()) {
    throw invalidField(
      "passkey",
      text("errors.accounts.passkeyTooNew", { at: formatUtc(from.toISOString()) }),
    );
  }
  if (!(await transaction((tx) => countUse(tx, used)))) throw refusedPasskey();
}
