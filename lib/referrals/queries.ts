import { z } from "zod";
import { listQuery, uuidCursor } from "@/lib/platform/http/lists";

/** GET /api/user/referral-data */
export const referralQuerySchema = z.object({
  ...listQuery,
  cursor: uuidCursor,
});
