import type { User } from "@/lib/generated/prisma/client";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { consume, ensureNotLimited, forgive, type RateLimit } from "@/lib/platform/ratelimit";
import { limitedAddress } from "@/lib/platform/security/address";
import { passwordMatches } from "@/lib/platform/security/passwords";
import { now } from "@/lib/platform/time";
import { deviceName, isKnownDevice } from "./device-rules";
import type { LoginInput } from "./schema";
import { warnUser } from "./security-notice";
import type { signInOutcomes } from "./security-schema";
import { openSession } from "./sessions";
import { checkTotp } from "./two-factor";

/** Wrong passwords and codes for one account from one address, and from anywhere. */
const FAILURES_PER_ADDRESS: RateLimit = {
  name: "login-address",
  points: 10,
  seconds: 900,
  shared: true,
};
const FAILURES_PER_ACCOUNT: RateLimit = {
  name: "login-account",
  points: 100,
  seconds: 3600,
  shared: true,
};

/** How far back a device is remembered. */
const SIGN_INS_COMPARED = 500;

export type Device = { ip: string; userAgent: string };

/**
 * Signs a person in with username or e-mail. Takes the same time whether or not the account exists.
 * @throws AppError INVALID_CREDENTIALS, ACCOUNT_INACTIVE, TOTP_REQUIRED, RATE_LIMITED
 */
export async function signIn(
  input: LoginInput,
  device: Device,
): Promise<{ user: User; token: string }> {
  const name = input.usernameOrEmail.toLowerCase();
  const user = await prisma.user.findFirst({
    where: { OR: [{ usernameKey: name }, { email: name }], erasedAt: null },
  });
  // One count for both of an account's names.
  const accountKey = user?.usernameKey ?? name;
  const addressKey = `${accountKey}:${limitedAddress(device.ip)}`;
  const refuseTooMany = async () => {
    await ensureNotLimited(FAILURES_PER_ADDRESS, addressKey);
    await ensureNotLimited(FAILURES_PER_ACCOUNT, accountKey);
  };
  const countFailure = async () => {
    await consume(FAILURES_PER_ADDRESS, addressKey);
    await consume(FAILURES_PER_ACCOUNT, accountKey);
  };
  await refuseTooMany();

  const matches = await passwordMatches(input.password, user?.passwordHash ?? null);
  if (!user || !matches) {
    await countFailure();
    if (user) await recordSignIn(prisma, user.id, "wrong-password", device);
    throw new AppError("INVALID_CREDENTIALS");
  }
  // Guesses that are sent at once all begin before any has failed: what is right may come too late.
  await refuseTooMany();
  if (!user.isActive) {
    await recordSignIn(prisma, user.id, "inactive", device);
    throw new AppError("ACCOUNT_INACTIVE");
  }
  if (user.twoFactorEnabledAt) {
    if (!input.totp) throw new AppError("TOTP_REQUIRED");
    if (!(await checkTotp(user, input.totp))) {
      await countFailure();
      await recordSignIn(prisma, user.id, "wrong-totp", device);
      throw new AppError("INVALID_CREDENTIALS", { message: "Invalid code" });
    }
    await refuseTooMany();
  }
  await forgive(FAILURES_PER_ADDRESS, addressKey);
  const token = await transaction(async (tx) => {
    // A password that was replaced, or an account that was switched off, while this one was compared:
    // the session would outlive those that ended with it.
    const { count } = await tx.user.updateMany({
      where: { id: user.id, passwordHash: user.passwordHash, isActive: true },
      data: { lastSignInAt: now() },
    });
    if (count === 0) throw new AppError("INVALID_CREDENTIALS");
    await warnOfNewDevice(tx, user.id, device);
    await recordSignIn(tx, user.id, "success", device);
    return openSession(tx, { userId: user.id, ...device });
  });
  return { user, token };
}

/** Keeps a sign-in or an attempt in the user's history. */
export async function recordSignIn(
  db: Db,
  userId: string,
  outcome: (typeof signInOutcomes)[number],
  device: Device,
): Promise<void> {
  await db.signIn.create({ data: { userId, outcome, ip: device.ip, userAgent: device.userAgent } });
}

/** Tells the owner of a sign-in from a device that none of the earlier sign-ins came from. */
async function warnOfNewDevice(tx: Tx, userId: string, device: Device): Promise<void> {
  const seen = await tx.signIn.findMany({
    where: { userId, outcome: "success" },
    orderBy: { id: "desc" },
    take: SIGN_INS_COMPARED,
    select: { ip: true, userAgent: true },
  });
  if (isKnownDevice(device, seen)) return;
  await warnUser(tx, userId, {
    title: "Sign-in from a new device",
    message: `Your account was signed in to with ${deviceName(device.userAgent)} from the address ${device.ip}.`,
  });
}
