import { z } from "zod";
import { cursorOfForm, listQuery, nextCursorSchema } from "@/lib/platform/http/lists";

/** GET /api/user/audit */
export const ownAuditQuery = z.object({
  ...listQuery,
  cursor: cursorOfForm(/^\d{1,18}$/),
});

/** What staff did with an account, as its owner sees it: the action, not the person behind it. */
export const ownAuditEntrySchema = z.object({
  id: z.string(),
  action: z.string().meta({ description: "For example user.deactivate or withdrawal.approve" }),
  by: z.enum(["support", "system", "owner"]),
  reason: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  createdAt: z.iso.datetime(),
});
export type OwnAuditEntry = z.output<typeof ownAuditEntrySchema>;

export const ownAuditListSchema = z.object({
  entries: z.array(ownAuditEntrySchema),
  nextCursor: nextCursorSchema,
});
export type OwnAuditList = z.output<typeof ownAuditListSchema>;
