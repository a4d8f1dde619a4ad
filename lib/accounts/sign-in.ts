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

/** Wrong passwords and codes for one key from one address, and from anywhere. */
const failures = (counted: string): [RateLimit, RateLimit] => [
  { name: `login-${counted}-address`, points: 10, seconds: 900, shared: true },
  { name: `login-${counted}`, points: 100, seconds: 3600, shared: true },
];
// Only a typed name is refused with 429, known or not: that the account behind it is locked because
// of its other name would tell which names belong together. Its guesses just never are right.
const NAME_FAILURES = failures("name");
const ACCOUNT_FAILURES = failures("account");

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
  const ip = limitedAddress(device.ip);
  const ensureNameOpen = () => ensureOpen(NAME_FAILURES, name, ip);
  // One count for both of an account's names.
  const isLocked = async () =>
    user !== null && (await isRefused(() => ensureOpen(ACCOUNT_FAILURES, user.id, ip)));
  const countFailure = async () => {
    await count(NAME_FAILURES, name, ip);
    if (user) await isRefused(() => count(ACCOUNT_FAILURES, user.id, ip));
  };
  await ensureNameOpen();

  const hash = user && !(await isLocked()) ? user.passwordHash : null;
  const matches = await passwordMatches(input.password, hash);
  if (!user || !matches) {
    await countFailure();
    if (user) await recordSignIn(prisma, user.id, "wrong-password", device);
    throw new AppError("INVALID_CREDENTIALS");
  }
  // Guesses that are sent at once all begin before any has failed: what is right may come too late.
  await ensureNameOpen();
  if (await isLocked()) throw new AppError("INVALID_CREDENTIALS");
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
    await ensureNameOpen();
    if (await isLocked()) throw new AppError("INVALID_CREDENTIALS");
  }
  await forgive(NAME_FAILURES[0], `${name}:${ip}`);
  await forgive(ACCOUNT_FAILURES[0], `${user.id}:${ip}`);
  const token = await transaction(async (tx) => {
    // A password that was replaced, or an account that was switched off, while this one was compared:
    // the session would outlive those that ended with it.
    const updated = await tx.user.updateMany({
      where: { id: user.id, passwordHash: user.passwordHash, isActive: true },
      data: { lastSignInAt: now() },
    });
    if (updated.count === 0) throw new AppError("INVALID_CREDENTIALS");
    await warnOfNewDevice(tx, user.id, device);
    await recordSignIn(tx, user.id, "success", device);
    return openSession(tx, { userId: user.id, ...device });
  });
  return { user, token };
}

async function ensureOpen(limits: [RateLimit, RateLimit], key: string, ip: string): Promise<void> {
  await ensureNotLimited(limits[0], `${key}:${ip}`);
  await ensureNotLimited(limits[1], key);
}

async function count(limits: [RateLimit, RateLimit], key: string, ip: string): Promise<void> {
  await consume(limits[0], `${key}:${ip}`);
  await consume(limits[1], key);
}

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
