/** Links that stop a kind of mail without logging in (RFC 8058). docs/decisions/screens/mails.md */
import { sql } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { seal, unseal } from "@/lib/platform/security/cipher";
import { isUuid } from "@/lib/platform/uuid";
import { type StoppableMail, stoppableMails } from "./unsubscribe-schema";

const PURPOSE = "unsubscribe";

/** What the headers of a mail name: a program posts there, and whoever opens it comes to a page. */
export const unsubscribeLink = (userId: string, mails: StoppableMail): string =>
  `${siteOrigin()}/api/unsubscribe?token=${seal(PURPOSE, `${mails} ${userId}`)}`;

/** Reads a link's token, which is good for as long as the site's key is; null for what the site has not made. */
export function readUnsubscribe(token: string): { mails: StoppableMail; userId: string } | null {
  try {
    const [named, userId = ""] = unseal(PURPOSE, token).split(" ");
    const mails = stoppableMails.find((each) => each === named);
    return mails && isUuid(userId) ? { mails, userId } : null;
  } catch {
    return null;
  }
}

/**
 * Stops the mails that a link is of, also those that wait. Again it changes nothing.
 * @returns which mails come no more
 * @throws AppError TOKEN_INVALID
 */
export async function unsubscribe(token: string): Promise<StoppableMail> {
  const read = readUnsubscribe(token);
  if (read === null) throw new AppError("TOKEN_INVALID");
  const { mails, userId } = read;
  await (mails === "weekly"
    ? sql`UPDATE notification_setting SET weekly_zone = NULL, weekly_amounts = false, weekly_next_at = NULL
        WHERE user_id = ${userId} AND weekly_zone IS NOT NULL`
    : sql`UPDATE notification_setting SET mail = array_remove(mail, ${mails})
        WHERE user_id = ${userId} AND ${mails} = ANY (mail)`);
  return mails;
}
