/** Staff rights: inputs and answers. */

import { z } from "zod";
import { idSchema, listQuery, nextCursorSchema, uuidCursor } from "@/lib/platform/http/lists";
import { callerProof } from "@/lib/security/schema";
import { STAFF_PERMISSIONS } from "@/lib/sessions/permission-rules";
import { roleOfSchema } from "./role-schema";

const permissions = z.array(z.enum(STAFF_PERMISSIONS)).max(STAFF_PERMISSIONS.length);

/** GET /api/admin/users/{id}/rights */
export const rightsResponse = z.object({
  rights: z.object({
    userId: z.string(),
    isStaff: z.boolean(),
    permissions: z.array(z.string()).meta({
      description:
        '"*" for a full administrator, else a role\'s permissions, or areas; empty for customers',
    }),
    role: roleOfSchema,
  }),
});
export type RightsDto = z.output<typeof rightsResponse>["rights"];

/**
 * PUT /api/admin/users/{id}/rights: the rights from now on: those of a role, or areas; none of both
 * makes a customer of them.
 */
export const changeRightsSchema = z.strictObject({
  permissions: permissions.default([]),
  roleId: idSchema.nullish(),
  /** What the caller saw: anything else in the meantime is a conflict. */
  current: z.array(z.string().max(40)).max(100).optional(),
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
  role: roleOfSchema,
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
