import { randomBytes } from "node:crypto";
import type { User } from "@/lib/generated/prisma/client";
import { prisma, transaction } from "@/lib/platform/db";
import { hashPassword } from "@/lib/platform/security/passwords";
import { createUser, type NewUser } from "@/lib/security/registration";
import { openSession } from "@/lib/sessions/mutations";
import { encodeSessionToken } from "@/lib/sessions/token";
import { asOwner } from "@/tests/support/owner";

/** The login password of every user made here. */
export const TEST_PASSWORD = "correct horse";

type Overrides = Partial<Omit<NewUser, "passwordHash">> & {
  password?: string;
  withdrawPassword?: string;
  isActive?: boolean;
};

let hash: Promise<string> | undefined;

/** Adds a person with an account. Names are unique; everything can be said otherwise. */
export async function createTestUser(overrides: Overrides = {}): Promise<User> {
  const { password, withdrawPassword, isActive = true, isAdmin, permissions, ...rest } = overrides;
  const name = `user_${randomBytes(6).toString("hex")}`;
  hash ??= hashPassword(TEST_PASSWORD);
  const passwordHash = password === undefined ? await hash : await hashPassword(password);
  const user = await transaction((tx) =>
    createUser(tx, {
      username: name,
      email: `${name}@example.com`,
      country: "Argentina",
      countryCode: "+54",
      phoneNumber: "1155550000",
      gender: "Female",
      ...rest,
      passwordHash,
    }),
  );
  if (isActive && withdrawPassword === undefined && !isAdmin && !permissions) return user;
  return asOwner().user.update({
    where: { id: user.id },
    data: {
      isActive,
      isAdmin,
      permissions,
      withdrawPasswordHash: withdrawPassword ? await hashPassword(withdrawPassword) : null,
    },
  });
}

/** Adds many accounts without money, whose usernames begin with `name`. */
export async function createCrowd(name: string, count: number): Promise<void> {
  await asOwner().user.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      username: `${name}_${n}`,
      usernameKey: `${name}_${n}`.toLowerCase(),
      email: `${name}_${n}@example.com`.toLowerCase(),
      passwordHash: "none",
      country: "Argentina",
      countryIso: "AR",
      countryCode: "+54",
      phoneNumber: "1",
      gender: "Female",
      referralCode: `${name}${n}`,
    })),
  });
}

/** Adds a member of staff; full rights unless `permissions` says which areas. */
export function createTestAdmin(overrides: Overrides = {}): Promise<User> {
  return createTestUser({ isAdmin: true, permissions: ["*"], ...overrides });
}

/** Opens a session for a user, as logging in does, and returns its token. */
export async function signInAs(user: Pick<User, "id">): Promise<string> {
  const device = { ip: "192.0.2.1", userAgent: "test" };
  return encodeSessionToken(user.id, await openSession(prisma, { userId: user.id, ...device }));
}

/** Lets a user have logged in some minutes earlier than they did. */
export async function signInEarlier(user: Pick<User, "id">, minutes: number): Promise<void> {
  const createdAt = new Date(Date.now() - minutes * 60_000);
  await asOwner().session.updateMany({ where: { userId: user.id }, data: { createdAt } });
}

/** A new user who is logged in. */
export async function signedInUser(
  overrides: Overrides = {},
): Promise<{ user: User; token: string }> {
  const user = await createTestUser(overrides);
  return { user, token: await signInAs(user) };
}

/** A new member of staff who is logged in. */
export async function signedInAdmin(
  overrides: Overrides = {},
): Promise<{ user: User; token: string }> {
  const user = await createTestAdmin(overrides);
  return { user, token: await signInAs(user) };
}
