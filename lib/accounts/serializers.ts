import type { User } from "@/lib/generated/prisma/client";
import type { UserDto } from "./schema";

/** What of a user row is shown. */
export type ShownUser = Pick<
  User,
  (keyof UserDto & keyof User) | "emailVerifiedAt" | "twoFactorEnabledAt" | "withdrawPasswordHash"
>;

/** A user row as its owner and staff see it. */
export function serializeUser(user: ShownUser): UserDto {
  return {
    id: user.id,
    number: user.number.toString(),
    username: user.username,
    email: user.email,
    country: user.country,
    countryCode: user.countryCode,
    phoneNumber: user.phoneNumber,
    gender: user.gender,
    isAdmin: user.isAdmin,
    isActive: user.isActive,
    emailVerified: user.emailVerifiedAt !== null,
    twoFactorEnabled: user.twoFactorEnabledAt !== null,
    hasWithdrawPassword: user.withdrawPasswordHash !== null,
    referralCode: user.referralCode,
    createdAt: user.createdAt.toISOString(),
  };
}

/** "maria.k" becomes "ma•••": enough to recognise a friend, too little to find a stranger. */
export function maskUsername(username: string): string {
  return `${username.slice(0, 2)}•••`;
}
