/** An account that its owner closes at once and opens again later. docs/decisions/security/freeze.md */

import type { Actor } from "@/lib/audit/mutations";
import type { User } from "@/lib/generated/prisma/client";
import { said } from "@/lib/ledger/payments";
import { Prisma, prisma, type Tx, transaction } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isApplied, markApplied } from "@/lib/platform/http/idempotency";
import { defineJob, enqueue } from "@/lib/platform/jobs";
import { queueMail } from "@/lib/platform/mail";
import { seal, unseal } from "@/lib/platform/security/cipher";
import { type Text, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { announceEnd, revokeSessions } from "@/lib/sessions/mutations";
import { getSettings } from "@/lib/settings/data";
import { cancelTokens, issueToken, redeemToken, tokenHash } from "./account-tokens";
import { holdWithdrawals, noticeOf } from "./credentials";
import type { Frozen, UnfreezeInput } from "./freeze-schema";
import { warnUser } from "./notices";
import { checkTotp, guardCode } from "./two-factor";

/** Where a request came from. */
type Origin = { requestId?: string; ip?: string };

/** Long enough to sleep over it; another link can be asked for at any time. */
const FIRST_LINK_HOURS = 7 * 24;
const LINK_HOURS = 1;
/** Links to a mailbox that are good at once: many senders together can't fill it. */
const MAX_LINKS = 5;

const LINK_PURPOSE = "unfreeze-link";

/**
 * Freezes the account that a mail was about, by its link, which works once. Sessions end, and links that were under way
 * die with them.
 * @throws AppError TOKEN_INVALID
 */
export function freezeByLink(token: string, origin: Origin): Promise<Frozen> {
  return transaction(async (tx) => {
    const { userId, email } = await redeemToken(tx, token, ["freeze"]);
    return freeze(tx, userId, email, origin);
  });
}

/** Freezes the account of somebody who is logged in. */
export function freezeOwn(userId: string, origin: Origin): Promise<Frozen> {
  return transaction(async (tx) => {
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    return freeze(tx, userId, email, origin);
  });
}

async function freeze(tx: Tx, userId: string, email: string, origin: Origin): Promise<Frozen> {
  const isNew = await said(
    tx,
    Prisma.sql`account_freeze(${userId}::uuid, ${email}, ${origin.requestId ?? null}, ${origin.ip ?? null})`,
  );
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await cancelTokens(tx, userId, ["password-reset", "email-change", "device"]);
  await revokeSessions(tx, userId, "frozen");
  await announceEnd(tx, userId);
  // Of an address that was changed, whoever changed it would get the way back.
  const wayBackMailed = user.frozenEmail === user.email;
  if (isNew) {
    const notice = {
      title: text("notices.freeze.frozen"),
      message: text("notices.freeze.frozenMessage"),
    };
    const way = wayBackMailed
      ? await unfreezeWay(tx, user, FIRST_LINK_HOURS)
      : text("mails.security.unfreezeBySupport");
    await warnUser(tx, userId, notice, { mailTo: email, way });
  }
  return { frozenAt: (user.frozenAt ?? now()).toISOString(), wayBackMailed };
}

async function unfreezeWay(tx: Tx, { id, email }: User, hours: number): Promise<Text> {
  const input = { userId: id, purpose: "unfreeze", email, validMinutes: hours * 60 } as const;
  const link = `${siteOrigin()}/unfreeze?token=${await issueToken(tx, input)}`;
  return text("mails.security.unfreeze", { link, hours, again: `${siteOrigin()}/unfreeze` });
}

/** Mails a link that opens an account again, once the request for it has its answer. */
export const unfreezeLinkJob = defineJob<{ sealedEmail: string }>({
  name: "unfreeze-link",
  handler: ({ sealedEmail }) => mailUnfreezeLink(unseal(LINK_PURPOSE, sealedEmail)),
  concurrency: 2,
  waitSeconds: 3600,
  keepSeconds: 60,
});

/** Takes a request for such a link; the answer and its time don't say whether there is a frozen account. */
export const requestUnfreezeLink = (email: string): Promise<void> =>
  enqueue(unfreezeLinkJob, { sealedEmail: seal(LINK_PURPOSE, email) });

async function mailUnfreezeLink(email: string): Promise<void> {
  const owner = { email: email.toLowerCase(), frozenAt: { not: null }, erasedAt: null };
  const { siteName } = await getSettings();
  await transaction(async (tx) => {
    // One after the other, so that requests at once don't all find room.
    await tx.$queryRaw`SELECT id FROM app_user WHERE email = ${owner.email} FOR NO KEY UPDATE`;
    const user = await tx.user.findFirst({ where: owner });
    if (!user || user.frozenEmail !== user.email) return;
    const live = { userId: user.id, purpose: "unfreeze", expiresAt: { gt: now() } };
    if ((await tx.accountToken.count({ where: live })) >= MAX_LINKS) return;
    await queueMail(tx, {
      to: user.email,
      subject: text("mails.unfreeze.subject", { siteName }),
      text: text("mails.unfreeze.body", {
        username: user.username,
        way: await unfreezeWay(tx, user, LINK_HOURS),
      }),
    });
  });
}

/**
 * Opens a frozen account again for its owner, by a mailed link and, with two-factor, a code.
 * @throws AppError TOKEN_INVALID, TOTP_REQUIRED, VALIDATION of `totp`, RATE_LIMITED
 */
export async function unfreezeByLink(
  { token, totp }: UnfreezeInput,
  origin: Origin,
): Promise<void> {
  const found = await prisma.accountToken.findFirst({
    where: {
      tokenHash: tokenHash(token),
      purpose: "unfreeze",
      usedAt: null,
      expiresAt: { gt: now() },
    },
    include: { user: true },
  });
  if (!found) throw new AppError("TOKEN_INVALID");
  const { user } = found;
  if (user.twoFactorEnabledAt) {
    if (!totp) throw new AppError("TOTP_REQUIRED");
    await guardCode(user, () => checkTotp(user, totp));
  }
  await transaction(async (tx) => {
    const { userId, email } = await redeemToken(tx, token, ["unfreeze"]);
    // A link to the address that asked for the freeze, and two-factor that is what it was when the code was asked for.
    const { twoFactorEnabledAt } = user;
    const same = { id: userId, email, frozenEmail: email, twoFactorEnabledAt };
    const isSame = (await tx.user.count({ where: same })) > 0;
    if (!isSame || !(await unfreeze(tx, userId, { id: null, name: "", ...origin }))) {
      throw new AppError("TOKEN_INVALID");
    }
    await warnUser(tx, userId, {
      title: text("notices.freeze.opened"),
      message: text("notices.freeze.openedMessage"),
    });
  });
}

/** @returns whether it was frozen @throws AppError FORBIDDEN, SECOND_PERSON_NEEDED */
async function unfreeze(tx: Tx, userId: string, actor: Actor, reason?: string): Promise<boolean> {
  const wasFrozen = await said(
    tx,
    Prisma.sql`account_unfreeze(${userId}::uuid, ${actor.id}::uuid, ${reason ?? null}, ${actor.requestId ?? null}, ${actor.ip ?? null})`,
  );
  // Mails from before the freeze are old news.
  if (wasFrozen) await cancelTokens(tx, userId, ["freeze", "unfreeze"]);
  return wasFrozen;
}

/**
 * Opens a frozen account again for a member of staff, which always takes two of them. Withdrawals are held: its owner
 * could not prove themselves as others do.
 * @param first records in the same transaction that a colleague approved it
 * @throws AppError NOT_FOUND, FORBIDDEN for oneself, CONFLICT where it is not frozen, SECOND_PERSON_NEEDED
 */
export async function unfreezeByStaff(
  actor: Actor & { id: string },
  userId: string,
  reason: string,
  first?: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (isApplied()) return;
  if ((await prisma.user.count({ where: { id: userId, erasedAt: null } })) === 0) {
    throw new AppError("NOT_FOUND");
  }
  await transaction(async (tx) => {
    await first?.(tx);
    if (!(await unfreeze(tx, userId, actor, reason))) {
      throw new AppError("CONFLICT", { message: text("errors.accounts.notFrozen") });
    }
    const isHeld = await holdWithdrawals(tx, userId);
    const message = noticeOf(text("notices.freeze.openedBySupport"), isHeld);
    const notice = { title: text("notices.freeze.opened"), message };
    await warnUser(tx, userId, notice, { support: { reason } });
    await markApplied(tx);
  });
}
