import { z } from "zod";
import { idSchema } from "@/lib/platform/http/lists";
import { text } from "@/lib/platform/text";
import { MAX_LABEL_LENGTH, MAX_LABELS } from "./rules";

/** What staff tell conversations apart by. */
export const labelSchema = z.object({ id: z.string(), name: z.string() });
export type LabelDto = z.output<typeof labelSchema>;

/** GET /api/chat/admin/labels */
export const labelsResponse = z.object({
  labels: z.array(labelSchema).meta({ description: "By name" }),
});
export const labelResponse = z.object({ label: labelSchema });

/** POST /api/chat/admin/labels */
export const createLabelSchema = z.strictObject({
  name: z
    .string(text("errors.chat.enterLabelName"))
    .trim()
    .min(1, text("errors.chat.enterLabelName"))
    .max(MAX_LABEL_LENGTH, text("errors.chat.labelNameTooLong", { max: MAX_LABEL_LENGTH })),
});

/** PUT /api/chat/admin/label/{id} */
export const setLabelsSchema = z.strictObject({
  labelIds: z.array(idSchema).max(MAX_LABELS).meta({ description: "All that it has from now on" }),
});
