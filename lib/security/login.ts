import type { LoginInput } from "@/lib/accounts/schema";
import type { Prisma, User } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { passwordMatches } from "@/lib/platform/security/passwords";
import { text } from "@/lib/platform/text";
import { chosenHere } from "@/lib/platform/text/reader";
import { now } from "@/lib/platform/time";
import { openSession } from "@/lib/sessions/mutations";
import { encodeSessionToken } from "@/lib/sessions/token";
import { type Device, placeOf, recordSignIn, requireApproval, wasSignedInFrom } from "./devices";
import { isCodeWarningDue, SignInLimits } from "./login-limits";
import { warnUser } from "./notices";
import { checkTotp, limitCodes } from "./two-factor";

/** The id of no user. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Signs a person in with username or email. Takes the same time whether or not the account exists. A password that
 * support set does so once.
 * @throws AppError INVALID_CREDENTIALS, ACCOUNT_INACTIVE, ACCOUNT_FROZEN, TOTP_REQUIRED, DEVICE_NOT_APPROVED, RATE_LIMITED
 */
export async function signIn(
  input: LoginInput,
  device: Device,
): Promise<{ user: User; token: string }> {
  const name = input.usernameOrEmail.toLowerCase();
  const user = await prisma.user.findFirst({
    where: { OR: [{ usernameKey: name }, { email: name }], erasedAt: null },
  });
  const isKnown = await wasSignedInFrom(user?.id ?? NOBODY, device);
  const limits = new SignInLimits(name, user?.id ?? null, device.ip, isKnown);

  const hash = (await limits.isLocked()) ? null : (user?.passwordHash ?? null);
  const matches = await passwordMatches(input.password, hash, "stranger");
  if (!user || !matches) {
    const recorded = user && recordSignIn(prisma, user.id, "wrong-password", device);
    // Beside the counting, and not after it: that there is an account must not show in the time.
    await Promise.all([limits.countFailure(), recorded]);
    throw new AppError("INVALID_CREDENTIALS");
  }
  // Guesses that are sent at once all begin before any has failed: what is right may come too late.
  if (await limits.isLocked()) throw new AppError("INVALID_CREDENTIALS");
  await refuseClosed(user, device);
  if (isSpent(user)) throw spentPassword();
  if (user.twoFactorEnabledAt) await requireSignInCode(user, input.totp, device, limits);
  await limits.forgive();
  if (!isKnown) await requireApproval(user, device);
  const token = await enter(user, device, isKnown, {
    where: {
      passwordHash: user.passwordHash,
      // Of two who use a one-time password at once, one is let in.
      oneTimePasswordUntil: user.oneTimePasswordUntil,
    },
    data: { oneTimePasswordUntil: null },
  });
  return { user, token };
}

/** What must still be so, what changes with it, and what else the login does. */
type Entry = {
  where?: Pick<Prisma.UserWhereInput, "passwordHash" | "oneTimePasswordUntil">;
  data?: { oneTimePasswordUntil: null };
  passkeyId?: string;
  first?: (tx: Tx) => Promise<void>;
};

/**
 * Opens a session for somebody who has proved who they are, and tells them of a device that is new.
 * @returns its token
 * @throws AppError INVALID_CREDENTIALS where that no longer counts
 */
export async function enter(
  user: User,
  device: Device,
  isKnown: boolean,
  { where, data, passkeyId, first }: Entry,
): Promise<string> {
  const sessionId = await transaction(async (tx) => {
    // A password that was replaced, or an account that was switched off or frozen, while this one was compared:
    // the session would outlive those that ended with it.
    const updated = await tx.user.updateMany({
      where: { id: user.id, isActive: true, frozenAt: null, ...where },
      data: { lastSignInAt: now(), language: user.language ?? chosenHere(), ...data },
    });
    if (updated.count === 0) throw new AppError("INVALID_CREDENTIALS");
    await first?.(tx);
    if (!isKnown) {
      await warnUser(tx, user.id, {
        title: text("notices.accounts.signInFromNewDevice"),
        message: text("notices.accounts.yourAccountWasSignedInWith", { device: placeOf(device) }),
      });
    }
    await recordSignIn(tx, user.id, "success", device);
    return openSession(tx, { userId: user.id, passkeyId, ...device });
  });
  return encodeSessionToken(user.id, sessionId);
}

/** Refuses an account that is switched off or frozen. @throws AppError ACCOUNT_INACTIVE, ACCOUNT_FROZEN */
export async function refuseClosed(user: User, device: Device): Promise<void> {
  if (!user.isActive) {
    await recordSignIn(prisma, user.id, "inactive", device);
    throw new AppError("ACCOUNT_INACTIVE");
  }
  if (user.frozenAt) {
    await recordSignIn(prisma, user.id, "frozen", device);
    throw new AppError("ACCOUNT_FROZEN");
  }
}

/** Whether the account's password is one that support set and that lets nobody in any more. */
const isSpent = ({ mustChangePassword, oneTimePasswordUntil }: User) =>
  mustChangePassword && (oneTimePasswordUntil === null || oneTimePasswordUntil <= now());

const spentPassword = () =>
  new AppError("INVALID_CREDENTIALS", { message: text("errors.accounts.oneTimePasswordOver") });

/**
 * Asks for the code of an account that has two-factor on. Whoever comes this far has the password, so a wrong
 * code is told to the owner.
 * @throws AppError TOTP_REQUIRED, INVALID_CREDENTIALS, RATE_LIMITED
 */
async function requireSignInCode(
  user: User,
  code: LoginInput["totp"],
  device: Device,
  limits: SignInLimits,
): Promise<void> {
  if (!code) throw new AppError("TOTP_REQUIRED");
  await limits.ensureCodes();
  if (await limitCodes(user, () => checkTotp(user, code))) return;
  await limits.countCode();
  await recordSignIn(prisma, user.id, "wrong-totp", device);
  if (await isCodeWarningDue(user.id)) {
    await transaction((tx) =>
      warnUser(tx, user.id, {
        title: text("notices.accounts.wrongCodeAtSignIn"),
        message: text("notices.accounts.wrongCode", { device: placeOf(device) }),
      }),
    );
  }
  throw new AppError("INVALID_CREDENTIALS", { message: text("errors.accounts.invalidCode") });
}
