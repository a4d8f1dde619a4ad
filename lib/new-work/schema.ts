import { z } from "zod";
import { text } from "@/lib/platform/text";
import { isTimeZone } from "@/lib/platform/ui/date-time";
import { LAST_HOUR, NEW_WORK_CHANNELS, NEW_WORK_MODES, workKinds } from "./rules";

const members = {
  mode: z.enum(NEW_WORK_MODES).meta({
    description: "Not at all, within about a minute, at each full hour, or once a day",
  }),
  kinds: z
    .array(z.enum(workKinds))
    .max(workKinds.length)
    .meta({ description: "What to be told of, as far as one's rights show it" }),
  channels: z.array(z.enum(NEW_WORK_CHANNELS)).max(NEW_WORK_CHANNELS.length).meta({
    description: "By mail, by push to the devices that take messages for staff, or both",
  }),
  hour: z.int().min(0).max(LAST_HOUR).meta({ description: "Of once a day, in `zone`" }),
  zone: z
    .string()
    .max(64)
    .refine(isTimeZone, text("errors.common.enterTimeZone"))
    .meta({ description: "A time zone by its IANA name", examples: ["Europe/Berlin"] }),
};

/** How one is told of new work. */
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
  })
  .refine(({ mode, channels }) => mode === "off" || channels.length > 0, {
    path: ["channels"],
    message: text("errors.common.chooseWorkChannel"),
  });
