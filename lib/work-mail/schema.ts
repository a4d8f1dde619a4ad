import { z } from "zod";
import { text } from "@/lib/platform/text";
import { isTimeZone } from "@/lib/platform/ui/date-time";
import { LAST_HOUR, WORK_MAIL_MODES, workKinds } from "./rules";

const members = {
  mode: z.enum(WORK_MAIL_MODES).meta({
    description: "Not at all, within about a minute, at each full hour, or once a day",
  }),
  kinds: z
    .array(z.enum(workKinds))
    .max(workKinds.length)
    .meta({ description: "What to be mailed about, as far as one's rights show it" }),
  hour: z.int().min(0).max(LAST_HOUR).meta({ description: "Of the daily mail, in `zone`" }),
  zone: z
    .string()
    .max(64)
    .refine(isTimeZone, text("errors.common.enterTimeZone"))
    .meta({ description: "A time zone by its IANA name", examples: ["Europe/Berlin"] }),
};

/** How one is mailed about new work. */
export const workMailSchema = z.object(members);
export type WorkMailDto = z.output<typeof workMailSchema>;

/** GET, PUT /api/admin/work-mail */
export const workMailResponse = z.object({ workMail: workMailSchema });

/** PUT /api/admin/work-mail */
export const changeWorkMailSchema = z
  .strictObject(members)
  .refine(({ mode, kinds }) => mode === "off" || kinds.length > 0, {
    path: ["kinds"],
    message: text("errors.common.chooseWorkKind"),
  });
