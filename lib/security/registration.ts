import { randomInt } from "node:crypto";
import { countries, findCountry } from "@/lib/accounts/countries";
import type { RegisterInput } from "@/lib/accounts/schema";
import type { User } from "@/lib/generated/prisma/client";
import { sendNotification } from "@/lib/notifications/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, errorText, invalidField, violatedUnique } from "@/lib/platform/errors";
import { refuseCommonPassword } from "@/lib/platform/security/common-passwords";
import { hashPassword } from "@/lib/platform/security/passwords";
import { text } from "@/lib/platform/text";
import { chosenHere } from "@/lib/platform/text/reader";
import { now } from "@/lib/platform/time";
import { openSession } from "@/lib/sessions/mutations";
import { encodeSessionToken } from "@/lib/sessions/token";
import { type Device, recordSignIn } from "./devices";
import { mailVerification } from "./email";

/** No look-alikes (0/O, 1/I/L): people read these codes to each other. */
const CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;

function newReferralCode(): string {
  return Array.from(
    { length: CODE_LENGTH },
    () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
  ).join("");
}

/** The user whom a referral code belongs to, active ones only. */
export async function findReferrer(code: string): Promise<User | null> {
  return prisma.user.findFirst({
    where: { referralCode: code.trim().toUpperCase(), isActive: true, erasedAt: null },
  });
}

/**
 * Opens an account and signs it in.
 * @throws AppError VALIDATION (unknown referral code), USERNAME_TAKEN, EMAIL_TAKEN
 */
export async function register(
  input: RegisterInput,
  device: Device,
): Promise<{ user: User; token: string }> {
  const chosen = { ...input, language: chosenHere() };
  const { user, sessionId } = await openAccount(chosen, async (tx, opened) => {
    // The device of the registration is known from now on.
    await recordSignIn(tx, opened.id, "success", device);
    const user = await tx.user.update({
      where: { id: opened.id },
      data: { lastSignInAt: now() },
    });
    return { user, sessionId: await openSession(tx, { userId: opened.id, ...device }) };
  });
  return { user, token: await encodeSessionToken(user.id, sessionId) };
}

/**
 * Opens an account, welcomes its owner and asks them to confirm their address.
 * @param finish what else belongs to the same transaction
 * @throws AppError VALIDATION (unknown referral code), USERNAME_TAKEN, EMAIL_TAKEN
 */
export async function openAccount<T>(
  input: RegisterInput & { language?: string | null },
  finish: (tx: Tx, user: User) => Promise<T>,
): Promise<T> {
  const referrer = input.referralCode ? await findReferrer(input.referralCode) : null;
  if (input.referralCode && !referrer) {
    throw invalidField("referralCode", text("errors.accounts.thisReferralCodeDoesNotExist"));
  }
  await refuseTaken(input);
  refuseCommonPassword("password", input.password);
  const passwordHash = await hashPassword(input.password, "stranger");
  const create = async (tx: Tx) => {
    const user = await createUser(tx, {
      ...input,
      passwordHash,
      referredById: referrer?.id ?? null,
    });
    await sendNotification(tx, {
      userId: user.id,
      type: "welcome",
      title: text("notices.accounts.welcome"),
      message: text("notices.accounts.yourAccountReadyMakeYourFirst"),
    });
    await mailVerification(tx, user);
    return finish(tx, user);
  };
  return transaction(create).catch(rethrowTaken);
}

async function refuseTaken(input: { username: string; email: string }): Promise<void> {
  const taken = await prisma.user.findFirst({
    where: {
      OR: [{ usernameKey: input.username.toLowerCase() }, { email: input.email.toLowerCase() }],
    },
    select: { usernameKey: true },
  });
  if (!taken) return;
  throw takenError(taken.usernameKey === input.username.toLowerCase() ? "username" : "email");
}

function takenError(field: "username" | "email"): AppError {
  const code = field === "username" ? "USERNAME_TAKEN" : "EMAIL_TAKEN";
  return new AppError(code, { errors: { [field]: [errorText(code)] } });
}

/** Two registrations at once pass the check above; the unique index stops the second. */
function rethrowTaken(error: unknown): never {
  const index = violatedUnique(error);
  if (index?.includes("username")) throw takenError("username");
  if (index?.includes("email")) throw takenError("email");
  throw error;
}

export type NewUser = {
  username: string;
  email: string;
  passwordHash: string;
  country: string;
  countryCode: string;
  phoneNumber: string;
  gender: string;
  referredById?: string | null;
  isAdmin?: boolean;
  permissions?: string[];
  language?: string | null;
};

/** Inserts a user row with its derived columns. The input is validated already. */
export function createUser(tx: Tx, input: NewUser): Promise<User> {
  const country =
    findCountry(input.country, input.countryCode) ??
    countries.find(({ name }) => name === input.country);
  return tx.user.create({
    data: {
      username: input.username,
      usernameKey: input.username.toLowerCase(),
      email: input.email.toLowerCase(),
      passwordHash: input.passwordHash,
      country: input.country,
      countryIso: country?.code ?? "",
      countryCode: country?.phoneCode ?? input.countryCode,
      phoneNumber: input.phoneNumber.replace(/[\s().-]/g, ""),
      gender: input.gender,
      referralCode: newReferralCode(),
      referredById: input.referredById ?? null,
      isAdmin: input.isAdmin ?? false,
      permissions: input.permissions ?? [],
      language: input.language ?? null,
    },
  });
}
