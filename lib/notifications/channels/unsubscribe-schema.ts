/** What a link in a mail stops without logging in: mails that somebody has chosen, and none of what protects an account. */
import { z } from "zod";
import { ALWAYS_MAILED, notificationKinds } from "./rules";

export const stoppableMails = [
  "weekly",
  ...notificationKinds.filter((kind) => !ALWAYS_MAILED.includes(kind)),
] as const;
export type StoppableMail = (typeof stoppableMails)[number];

/** GET, POST /api/unsubscribe */
export const unsubscribeQuery = z.object({
  token: z.string().max(300).meta({ description: "Of the link that the mail had" }),
});

/** What POST /api/unsubscribe answers. */
export const unsubscribedSchema = z.object({
  mails: z.enum(stoppableMails).meta({ description: "Which mails come no more" }),
});
export type Unsubscribed = z.output<typeof unsubscribedSchema>;
