import { z } from "zod";
import { reasonSchema } from "@/lib/platform/reason-schema";

/** POST /api/admin/market/resume */
export const resumeInputSchema = z.strictObject({ reason: reasonSchema });
