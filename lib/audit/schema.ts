/** The audit log as staff see it: inputs and answers. */
import { z } from "zod";
import {
  cursorOfForm,
  formatQuery,
  listQuery,
  nextCursorSchema,
  periodQuery,
} from "@/lib/platform/http/lists";

/** GET /api/admin/audit */
export const auditQuery = z.object({
  ...listQuery,
  cursor: cursorOfForm(/^\d{1,18}$/),
  actor: z
    .string()
    .trim()
    .max(254)
    .optional()
    .meta({ description: 'Who did it: id, username or email address, or "system"' }),
  action: z.string().trim().max(100).optional(),
  user: z
    .string()
    .trim()
    .max(254)
    .optional()
    .meta({ description: "Whom it touched: id, username or email address" }),
  ...periodQuery,
  ...formatQuery,
});
export type AuditQuery = z.output<typeof auditQuery>;

export const auditEntrySchema = z.object({
  id: z.string().meta({ description: "The entry's number in the chain" }),
  at: z.iso.datetime(),
  actor: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: "Null for the system itself" }),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string().nullable(),
  user: z
    .object({ id: z.string(), username: z.string() })
    .nullable()
    .meta({ description: "Whom it touched; they see the entry too" }),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  ip: z.string().nullable(),
  hash: z.string(),
});
export type AuditEntryDto = z.output<typeof auditEntrySchema>;
export const auditResponse = z.object({
  entries: z.array(auditEntrySchema),
  nextCursor: nextCursorSchema,
});
export type AuditList = z.output<typeof auditResponse>;

/** GET /api/admin/audit/actions */
export const auditActionsResponse = z.object({ actions: z.array(z.string()) });
