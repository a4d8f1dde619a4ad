/** Query strings of the lists of runs and proposals. */
import { z } from "zod";
import { listQuery, uuidCursor } from "@/lib/platform/http/lists";
import { runStatuses, setupStatuses } from "./schema";

/** GET /api/trades/ai/runs */
export const runsQuerySchema = z.object({
  ...listQuery,
  cursor: uuidCursor,
  status: z.enum(runStatuses).optional(),
});

/** GET /api/trades/setups and GET /api/admin/users/{id}/trade-setups */
export const setupsQuerySchema = z.object({
  ...listQuery,
  cursor: uuidCursor,
  status: z.enum(setupStatuses).optional(),
});
