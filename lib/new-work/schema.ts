import { z } from "zod";
import { text } from "@/lib/platform/text";
import { isTimeZone } from "@/lib/platform/ui/date-time";
import { LAST_HOUR, NEW_WORK_MODES, workKinds } from "./rules";

const members = {
  mode: z.enum(NEW_WORK_MODES).meta({
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
export const newWorkSchema = z.object(members);
export type NewWorkDto = z.output<typeof newWorkSchema>;

/** GET, PUT /api/admin/new-work */
export const newWorkResponse = z.object({ newWork: newWorkSchema });

/** PUT /api/admin/new-work */
export const changeNewWorkSchema = z
  .strictObject(members)
  .refine(({ mode, kinds }) => mode === "off" || kinds.length > 0, {
    path: ["kinds"],
    message: text("errors.common.chooseWorkKind"),
  });
