/** Inputs and answers of the choice to let new devices in by mail only. docs/decisions/security/account-protection.md */

import { z } from "zod";
import { callerProof, verifyEmailSchema } from "./schema";

/** PUT /api/user/device-approval */
export const deviceApprovalSchema = z.strictObject({
  enabled: z.boolean(),
  password: callerProof.password.optional().meta({ description: "Needed to turn it off" }),
  totp: callerProof.totp,
});
export type DeviceApprovalInput = z.output<typeof deviceApprovalSchema>;
export const deviceApprovalResponse = z.object({ enabled: z.boolean() });

/** POST /api/auth/approve-device */
export const approveDeviceSchema = verifyEmailSchema;
export const approvedDeviceSchema = z.object({
  device: z.string().meta({ description: "The browser and system that may log in now" }),
});
