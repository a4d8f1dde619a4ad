import type { Chat } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { queueMail } from "@/lib/platform/mail";
import { text } from "@/lib/platform/text";
import { getSettings } from "@/lib/settings/data";

/**
 * Mails an answer of support to a visitor, in the caller's transaction. Nothing in it is theirs: whoever wrote may have
 * given the address of somebody else.
 */
export async function mailAnswer(
  tx: Tx,
  { visitorEmail, visitorReference }: Pick<Chat, "visitorEmail" | "visitorReference">,
  answer: string,
): Promise<void> {
  if (visitorEmail === null || visitorReference === null) return;
  const { siteName } = await getSettings(tx);
  const reference = visitorReference;
  await queueMail(tx, {
    to: visitorEmail,
    subject: text("mails.supportAnswer.subject", { siteName, reference }),
    text: text("mails.supportAnswer.body", {
      answer,
      reference,
      link: `${siteOrigin()}/support?reference=${reference}`,
    }),
  });
}
