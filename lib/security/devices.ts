/** Devices that an account lets in by mail only. docs/decisions/security/account-protection.md */

import { deviceName, isKnownDevice } from "@/lib/accounts/device-rules";
import type { User } from "@/lib/generated/prisma/client";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { AppError, invalidField } from "@/lib/platform/errors";
import { type Text, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { cancelTokens, issueToken, redeemToken } from "./account-tokens";
import { stillPassword } from "./credentials";
import type { DeviceApprovalInput } from "./device-schema";
import { freezeWay, warnUser } from "./notices";
import type { signInOutcomes } from "./schema";
import { checkProof } from "./two-factor";

export type Device = { ip: string; userAgent: string };

/** How far back a device is remembered. */
const SIGN_INS_COMPARED = 500;
/** How long a mailed link lets a device in, and how long the device may then take to log in. */
const LINK_MINUTES = 30;
/** Links that are good at once: whoever has the password can't fill the owner's mailbox. */
const MAX_LINKS = 5;

/** A device in words, with the address that it came from. */
export const placeOf = ({ ip, userAgent }: Device): Text =>
  text("notices.accounts.place", { device: deviceName(userAgent), ip });

/** Keeps a login or an attempt in the user's history. @returns its id */
export async function recordSignIn(
  db: Db,
  userId: string,
  outcome: (typeof signInOutcomes)[number],
  device: Device,
): Promise<string> {
  const { ip, userAgent } = device;
  return (await db.signIn.create({ data: { userId, outcome, ip, userAgent } })).id;
}

type Seen = Parameters<typeof isKnownDevice>[1];

/** Whether an earlier login of a user came from a device. */
export async function wasSignedInFrom(userId: string, device: Device): Promise<boolean> {
  // The outcome is no parameter: a plan for any outcome could not use the index of the successes.
  const seen = await prisma.$queryRaw<Seen>`
    SELECT ip, user_agent AS "userAgent" FROM sign_in
    WHERE user_id = ${userId}::uuid AND outcome = 'success' ORDER BY id DESC LIMIT ${SIGN_INS_COMPARED}`;
  return isKnownDevice(device, seen);
}

/** Whether the owner has just let a device in by a mailed link. */
async function isApproved(userId: string, device: Device): Promise<boolean> {
  const since = new Date(now().getTime() - LINK_MINUTES * 60_000);
  const seen = await prisma.$queryRaw<Seen>`
    SELECT ip, user_agent AS "userAgent" FROM sign_in
    WHERE user_id = ${userId}::uuid AND outcome = 'approved' AND created_at >= ${since}
    ORDER BY id DESC LIMIT ${MAX_LINKS}`;
  return isKnownDevice(device, seen);
}

/**
 * Refuses a login from a device that its account does not know, where its owner wants to let each in, and mails the link
 * that does. Whoever comes this far has the password and the code.
 * @throws AppError DEVICE_NOT_APPROVED
 */
export async function requireApproval(user: User, device: Device): Promise<void> {
  if (!user.deviceApproval || (await isApproved(user.id, device))) return;
  await transaction((tx) => mailApproval(tx, user.id, device));
  throw new AppError("DEVICE_NOT_APPROVED");
}

async function mailApproval(tx: Tx, userId: string, device: Device): Promise<void> {
  // One after the other, so that logins at once don't all find room.
  await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  const signInId = await recordSignIn(tx, userId, "unapproved", device);
  const live = { userId, purpose: "device", usedAt: null, expiresAt: { gt: now() } };
  if ((await tx.accountToken.count({ where: live })) >= MAX_LINKS) return;
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const token = await issueToken(tx, {
    ...{ userId, email, signInId },
    ...{ purpose: "device", validMinutes: LINK_MINUTES },
  });
  const way = text("mails.security.approveDevice", {
    minutes: LINK_MINUTES,
    link: `${siteOrigin()}/approve-device?token=${token}`,
    freeze: await freezeWay(tx, userId, email),
  });
  const notice = {
    title: text("notices.devices.waits"),
    message: text("notices.devices.waitsMessage", { device: placeOf(device) }),
  };
  await warnUser(tx, userId, notice, { way });
}

/**
 * Lets the device of a refused login in, by its mailed link, which works once. It has half an hour to log in.
 * @returns what the device calls itself
 * @throws AppError TOKEN_INVALID
 */
export async function approveDevice(token: string): Promise<string> {
  return transaction(async (tx) => {
    const { userId, email, signInId } = await redeemToken(tx, token, ["device"]);
    const isTheirs = { id: userId, email, isActive: true, frozenAt: null, erasedAt: null };
    if (!signInId || (await tx.user.count({ where: isTheirs })) === 0) {
      throw new AppError("TOKEN_INVALID");
    }
    const { ip, userAgent } = await tx.signIn.findUniqueOrThrow({ where: { id: signInId } });
    await recordSignIn(tx, userId, "approved", { ip: ip ?? "", userAgent: userAgent ?? "" });
    return deviceName(userAgent);
  });
}

/**
 * Chooses whether a new device waits for its owner's approval by mail: on at once, off with the password (and the code).
 * @throws AppError VALIDATION, CONFLICT where the address is not confirmed, TOTP_REQUIRED, RATE_LIMITED
 */
export async function setDeviceApproval(
  userId: string,
  { enabled, password, totp }: DeviceApprovalInput,
  sessionId?: string,
): Promise<void> {
  if (!enabled && !password) {
    throw invalidField("password", text("errors.registration.enterPassword"));
  }
  const checkedHash = password ? await checkProof(userId, { password, totp }) : null;
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    if (checkedHash !== null) await stillPassword(tx, userId, checkedHash);
    const { emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    // Who gets no mail could never log in from anywhere else.
    if (enabled && emailVerifiedAt === null) {
      throw new AppError("CONFLICT", { message: text("errors.accounts.confirmEmailFirst") });
    }
    const { count } = await tx.user.updateMany({
      where: { id: userId, deviceApproval: !enabled },
      data: { deviceApproval: enabled },
    });
    if (count === 0) return;
    if (!enabled) await cancelTokens(tx, userId, ["device"]);
    const notice = {
      title: text("notices.devices.approval"),
      message: text(enabled ? "notices.devices.turnedOn" : "notices.devices.turnedOff"),
    };
    await warnUser(tx, userId, notice, { by: sessionId });
  });
}
