/** Query strings of the lists of runs and proposals. */
import { z } from "zod";
import { listQuery } from "@/lib/platform/http";
import { runStatuses, setupStatuses } from "./schema";

const cursor = z.uuid("This cursor is not valid").optional();

/** GET /api/trades/ai/runs */
export const runsQuerySchema = z.object({
  ...listQuery,
  cursor,
  status: z.enum(runStatuses).optional(),
});

/** GET /api/trades/setups and GET /api/admin/users/{id}/trade-setups */
export const setupsQuerySchema = z.object({
  ...listQuery,
  cursor,
  status: z.enum(setupStatuses).optional(),
});
