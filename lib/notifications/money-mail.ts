import type { Tx } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { queueMail } from "@/lib/platform/mail";
import { type Text, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { getSettings } from "@/lib/settings/data";
import { type NotificationInput, sendNotification } from "./mutations";

/**
 * Tells a user that their money came, went or was changed: in the app and by mail, in the transaction
 * that moves it, so once.
 * @param way of money that left: what its owner can do where it was not they
 */
export async function tellOfMoney(tx: Tx, input: NotificationInput, way?: Text): Promise<void> {
  await sendNotification(tx, input);
  const { title, message } = input;
  const { username, email } = await tx.user.findUniqueOrThrow({ where: { id: input.userId } });
  const { siteName } = await getSettings(tx);
  const values = {
    username,
    message,
    at: formatUtc(now().toISOString(), { zone: true }),
    link: `${siteOrigin()}/transaction-history`,
  };
  await queueMail(tx, {
    to: email,
    subject: text(way ? "mails.moneyOut.subject" : "mails.money.subject", { siteName, title }),
    text: way ? text("mails.moneyOut.body", { ...values, way }) : text("mails.money.body", values),
  });
}
