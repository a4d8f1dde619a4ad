import type { Actor } from "@/lib/audit/mutations";
import type { User } from "@/lib/generated/prisma/client";
import { sendNotification } from "@/lib/notifications/mutations";
import type { Tx } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { queueMail } from "@/lib/platform/mail";
import { publishEvent } from "@/lib/platform/outbox";
import { sentences, type Text, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { getSettings } from "@/lib/settings/data";
import { issueToken } from "./account-tokens";

/** What follows a change that an intruder could have made; the mail is for owners locked out. */
export const NOT_YOU = text("notices.accounts.notYou");
const NOT_EXPECTED = text("notices.accounts.notExpected");

/** What a security notice says: the head and what happened. */
export type Notice = { title: Text; message: Text };

/** That support did something, and what it gave as the reason. */
export type BySupport = { reason?: string };

/** What happened and why, where support said why. */
export const withReason = (message: Text, reason: string | undefined): Text =>
  reason ? text("notices.accounts.reason", { message, reason }) : message;

/**
 * How long the link of a security mail freezes the account: long enough for who reads mails after a holiday. A withdrawal
 * that a thief asks for waits for staff; what is gone by then, a freeze does not bring back.
 */
const FREEZE_DAYS = 14;

/** What lets the reader of a mail freeze the account, by a link that counts for the address it goes to. */
export async function freezeWay(tx: Tx, userId: string, email: string): Promise<Text> {
  const validMinutes = FREEZE_DAYS * 24 * 60;
  const token = await issueToken(tx, { userId, purpose: "freeze", email, validMinutes });
  return text("mails.security.freeze", {
    days: FREEZE_DAYS,
    link: `${siteOrigin()}/freeze?token=${token}`,
  });
}

/** The same for the address that the account has now. */
export async function freezeWayOf(tx: Tx, userId: string): Promise<Text> {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  return freezeWay(tx, userId, email);
}

type Warned = Pick<User, "id" | "username" | "email">;

/**
 * Mails a user that something about the security of their account happened, in the caller's transaction, with the link
 * that freezes the account.
 * @param way what else the reader can do, instead of that link
 */
export async function mailWarning(
  tx: Tx,
  { id, username, email }: Warned,
  { title, message }: Notice,
  whatNow: Text,
  way?: Text,
): Promise<void> {
  const { siteName } = await getSettings(tx);
  await queueMail(tx, {
    to: email,
    userId: id,
    subject: text("mails.security.subject", { siteName, title }),
    text: text("mails.security.body", {
      username,
      message,
      at: formatUtc(now().toISOString(), { zone: true }),
      whatNow,
      link: siteOrigin(),
      way: way ?? (await freezeWay(tx, id, email)),
    }),
  });
}

/**
 * Tells a user that something about the security of their account happened: in the app, on open
 * screens, and by mail, in the caller's transaction.
 * @param mailTo where the mail goes when the user's own address is not the right one
 * @param by the user's session that did it, where no dialog opens over the result
 * @param support set where support did it: its reason is told
 * @param way what the mail lets its reader do, instead of freezing the account
 */
export async function warnUser(
  tx: Tx,
  userId: string,
  notice: Notice,
  {
    mailTo,
    by,
    support,
    way,
  }: { mailTo?: string; by?: string; support?: BySupport; way?: Text } = {},
): Promise<void> {
  const { title } = notice;
  const message = withReason(notice.message, support?.reason);
  const whatNow = support ? NOT_EXPECTED : NOT_YOU;
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const told = sentences(message, whatNow);
  await sendNotification(tx, { userId, type: "security", title, message: told }, by);
  await publishEvent(tx, { t: "account", u: userId });
  const reader = { ...user, email: mailTo ?? user.email };
  await mailWarning(tx, reader, { title, message }, whatNow, way);
}

/**
 * Tells the active staff that hold one of `permissions` of a change, in the app and by mail, in the
 * caller's transaction. Whoever made it is told too: it may not have been them. No dialog opens over
 * the result in the session that made it.
 */
export async function warnStaff(
  tx: Tx,
  { sessionId }: Actor,
  permissions: string[],
  { title, message }: Notice,
): Promise<void> {
  const staff = await tx.user.findMany({
    where: { isAdmin: true, isActive: true, permissions: { hasSome: permissions } },
    select: { id: true, username: true, email: true },
  });
  const { siteName } = await getSettings(tx);
  const at = formatUtc(now().toISOString(), { zone: true });
  for (const { id, username, email } of staff) {
    await sendNotification(tx, { userId: id, type: "security", title, message }, sessionId);
    await queueMail(tx, {
      to: email,
      subject: text("mails.security.subject", { siteName, title }),
      text: text("mails.security.staffBody", {
        ...{ username, message, at },
        way: await freezeWay(tx, id, email),
      }),
    });
  }
}
