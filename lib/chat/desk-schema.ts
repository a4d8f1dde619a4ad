import { z } from "zod";
import { idSchema } from "@/lib/platform/http/lists";

const memberSchema = z.object({ id: z.string(), username: z.string() });

/** GET /api/chat/admin/members */
export const membersResponse = z.object({
  members: z.array(memberSchema).meta({ description: "Staff who answer in the chat, by name" }),
});
export type Members = z.output<typeof membersResponse>;

/** PUT /api/chat/admin/assign/{id} */
export const assignSchema = z.strictObject({
  staffId: idSchema.nullable().meta({ description: "Who takes care of it; null for nobody" }),
});
