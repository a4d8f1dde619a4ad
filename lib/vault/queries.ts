import { z } from "zod";
import { listQuery } from "@/lib/platform/http/lists";

/** GET /api/storage. The cursor is the running number of the last conversion of the page. */
export const storageQuerySchema = z.object({
  ...listQuery,
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, "Not a cursor of this list")
    .optional(),
});
