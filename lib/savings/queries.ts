import { z } from "zod";
import { formatQuery, idSchema, listQuery, uuidCursor } from "@/lib/platform/http/lists";
import { savingStatuses, savingTypes } from "./rules";

const pages = { ...listQuery, cursor: uuidCursor };

const filters = {
  ...pages,
  status: z.enum(savingStatuses).optional(),
  type: z.enum(savingTypes).optional(),
};

/** GET /api/savings/user/my-savings */
export const mySavingsQuerySchema = z.object(filters);
export type MySavingsQuery = z.output<typeof mySavingsQuerySchema>;

/** GET /api/admin/savings */
export const adminPlansQuerySchema = z.object(pages);
export type AdminPlansQuery = z.output<typeof adminPlansQuerySchema>;

/** GET /api/admin/savings/records */
export const adminRecordsQuerySchema = z.object({
  ...filters,
  savingId: idSchema.optional(),
  userId: idSchema.optional(),
  /** A user's id, username or email address. */
  user: z.string().trim().max(254).optional(),
  ...formatQuery,
});
export type AdminRecordsQuery = z.output<typeof adminRecordsQuerySchema>;
