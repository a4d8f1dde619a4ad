/** Staff rights: inputs and answers. */

import { z } from "zod";
import { listQuery, nextCursorSchema, uuidCursor } from "@/lib/platform/http/lists";
import { callerProof } from "@/lib/security/schema";
import { STAFF_PERMISSIONS } from "@/lib/sessions/permission-rules";

const permissions = z.array(z.enum(STAFF_PERMISSIONS)).max(STAFF_PERMISSIONS.length);

/** GET /api/admin/users/{id}/rights */
export const rightsResponse = z.object({
  rights: z.object({
    userId: z.string(),
    isStaff: z.boolean(),
    permissions: z
      .array(z.string())
      .meta({ description: '"*" for a full administrator, else areas; empty for customers' }),
  }),
});
export type RightsDto = z.output<typeof rightsResponse>["rights"];

/** PUT /api/admin/users/{id}/rights: the rights from now on; none makes a customer of them. */
export const changeRightsSchema = z.strictObject({
  permissions,
  /** What the caller saw: anything else in the meantime is a conflict. */
  current: permissions.optional(),
  ...callerProof,
});
export type ChangeRightsInput = z.output<typeof changeRightsSchema>;

/** GET /api/admin/staff */
export const staffQuery = z.object({ ...listQuery, cursor: uuidCursor });

export const staffMemberSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  permissions: z.array(z.string()),
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  lastSignInAt: z.iso.datetime().nullable(),
});
export type StaffMemberDto = z.output<typeof staffMemberSchema>;
export const staffMembersResponse = z.object({
  staff: z.array(staffMemberSchema),
  nextCursor: nextCursorSchema,
});
export type StaffMembers = z.output<typeof staffMembersResponse>;
