import type { Actor } from "@/lib/audit/mutations";
import { sendNotification } from "@/lib/notifications/mutations";
import type { Tx } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { queueMail } from "@/lib/platform/mail";
import { publishEvent } from "@/lib/platform/outbox";
import { sentences, type Text, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { getSettings } from "@/lib/settings/data";

/** What follows a change that an intruder could have made; the mail is for owners locked out. */
const NOT_YOU = text("notices.accounts.notYou");
const NOT_EXPECTED = text("notices.accounts.notExpected");

/** What a security notice says: the head and what happened. */
export type Notice = { title: Text; message: Text };

/** That support did something, and what it gave as the reason. */
export type BySupport = { reason?: string };

/** What happened and why, where support said why. */
export const withReason = (message: Text, reason: string | undefined): Text =>
  reason ? text("notices.accounts.reason", { message, reason }) : message;

/**
 * Tells a user that something about the security of their account happened: in the app, on open
 * screens, and by mail, in the caller's transaction.
 * @param mailTo where the mail goes when the user's own address is not the right one
 * @param by the user's session that did it, where no dialog opens over the result
 * @param support set where support did it: its reason is told
 */
export async function warnUser(
  tx: Tx,
  userId: string,
  notice: Notice,
  { mailTo, by, support }: { mailTo?: string; by?: string; support?: BySupport } = {},
): Promise<void> {
  const { title } = notice;
  const message = withReason(notice.message, support?.reason);
  const whatNow = support ? NOT_EXPECTED : NOT_YOU;
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const { siteName } = await getSettings(tx);
  const told = sentences(message, whatNow);
  await sendNotification(tx, { userId, type: "security", title, message: told }, by);
  await publishEvent(tx, { t: "account", u: userId });
  await queueMail(tx, {
    to: mailTo ?? user.email,
    subject: text("mails.security.subject", { siteName, title }),
    text: text("mails.security.body", {
      username: user.username,
      message,
      at: formatUtc(now().toISOString(), { zone: true }),
      whatNow,
      link: siteOrigin(),
    }),
  });
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
      text: text("mails.security.staffBody", { username, message, at }),
    });
  }
}
