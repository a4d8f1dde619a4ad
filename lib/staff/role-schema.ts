/** Roles of staff: inputs and answers. */

import { z } from "zod";
import { typedAmountText } from "@/lib/platform/money/amount-form";
import { text } from "@/lib/platform/text";
import { callerProof } from "@/lib/security/schema";
import {
  ALL_PERMISSIONS,
  BUILT_IN_ROLES,
  MONEY_PERMISSIONS,
} from "@/lib/sessions/permission-rules";

const limit = typedAmountText(/^\d{1,9}(\.\d{1,6})?$/, text("errors.staff.limitForm"), {
  code: "USDT",
});

const roleFields = {
  name: z
    .string()
    .trim()
    .min(2, text("errors.staff.nameLength"))
    .max(40, text("errors.staff.nameLength")),
  permissions: z
    .array(z.enum(ALL_PERMISSIONS))
    .min(1, text("errors.staff.chooseOne"))
    .max(ALL_PERMISSIONS.length),
  /** The most that one decision may be worth, in USDT, by permission; what is absent has no limit. */
  limits: z.partialRecord(z.enum(MONEY_PERMISSIONS), limit).default({}),
};

/** POST /api/admin/staff/roles */
export const createRoleSchema = z.strictObject({ ...roleFields, ...callerProof });
export type CreateRoleInput = z.output<typeof createRoleSchema>;

/** PUT /api/admin/staff/roles/{id}: of built-in roles only the limits can be other ones. */
export const changeRoleSchema = z.strictObject({
  ...roleFields,
  name: roleFields.name.optional(),
  permissions: roleFields.permissions.optional(),
  /** `updatedAt` of what the caller saw: anything else in the meantime is a conflict. */
  seen: z.iso.datetime(),
  ...callerProof,
});
export type ChangeRoleInput = z.output<typeof changeRoleSchema>;

/** DELETE /api/admin/staff/roles/{id} */
export const removeRoleSchema = z.strictObject(callerProof);
export type RemoveRoleInput = z.output<typeof removeRoleSchema>;

export const roleSchema = z
  .object({
    id: z.string(),
    key: z.enum(BUILT_IN_ROLES).nullable().meta({ description: "Of the built-in roles" }),
    name: z.string(),
    permissions: z.array(z.string()).meta({ description: '"*" for full administrators' }),
    limits: z
      .record(z.string(), z.string())
      .meta({ description: "USDT a decision, by permission; what is absent has no limit" }),
    members: z.number().int(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ description: "A role of staff" });
export type RoleDto = z.output<typeof roleSchema>;
export const roleResponse = z.object({ role: roleSchema });

/** GET /api/admin/staff/roles */
export const rolesResponse = z.object({ roles: z.array(roleSchema) });

/** Which role somebody has. */
export const roleOfSchema = z
  .object({ id: z.string(), key: z.enum(BUILT_IN_ROLES).nullable(), name: z.string() })
  .nullable()
  .meta({ description: "Null for customers, and for rights of one's own" });
export type RoleOf = z.output<typeof roleOfSchema>;
