import { z } from "zod";
import { listQuery } from "@/lib/platform/http/lists";

/** GET /api/user/referral-data */
export const referralQuerySchema = z.object({
  ...listQuery,
  cursor: z.uuid("Not a cursor of this list").optional(),
});
