import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { consume, ensureNotLimited, forgive, type RateLimit } from "@/lib/platform/ratelimit";
import { passwordMatches } from "@/lib/platform/security/passwords";
import { now } from "@/lib/platform/time";
import type { LoginInput } from "./schema";
import { openSession } from "./sessions";
import { checkTotp } from "./two-factor";

/** Wrong passwords for one account from one address, and from anywhere. */
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
  const addressKey = `${name}:${device.ip}`;
  await ensureNotLimited(FAILURES_PER_ADDRESS, addressKey);
  await ensureNotLimited(FAILURES_PER_ACCOUNT, name);

  const user = await prisma.user.findFirst({
    where: { OR: [{ usernameKey: name }, { email: name }], erasedAt: null },
  });
  const matches = await passwordMatches(input.password, user?.passwordHash ?? null);
  if (!user || !matches) {
    await consume(FAILURES_PER_ADDRESS, addressKey);
    await consume(FAILURES_PER_ACCOUNT, name);
    if (user) await recordSignIn(user.id, "wrong-password", device);
    throw new AppError("INVALID_CREDENTIALS");
  }
  if (!user.isActive) {
    await recordSignIn(user.id, "inactive", device);
    throw new AppError("ACCOUNT_INACTIVE");
  }
  if (user.twoFactorEnabledAt) {
    if (!input.totp) throw new AppError("TOTP_REQUIRED");
    if (!(await checkTotp(user, input.totp))) {
      await consume(FAILURES_PER_ADDRESS, addressKey);
      await recordSignIn(user.id, "wrong-totp", device);
      throw new AppError("INVALID_CREDENTIALS", { message: "Invalid code" });
    }
  }
  await forgive(FAILURES_PER_ADDRESS, addressKey);
  const token = await openSession(prisma, { userId: user.id, ...device });
  await recordSignIn(user.id, "success", device);
  await prisma.user.update({ where: { id: user.id }, data: { lastSignInAt: now() } });
  return { user, token };
}

async function recordSignIn(userId: string, outcome: string, device: Device): Promise<void> {
  await prisma.signIn.create({
    data: { userId, outcome, ip: device.ip, userAgent: device.userAgent },
  });
}
