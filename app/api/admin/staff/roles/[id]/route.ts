import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { changeRoleSchema, removeRoleSchema, roleResponse } from "@/lib/staff/role-schema";
import { changeRole, removeRole } from "@/lib/staff/roles";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Change a role, as a full administrator with password; of built-in ones the limits",
      tag: "Admin users",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      params: idParams,
      body: changeRoleSchema,
      response: roleResponse,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      return { message: text("answers.roleSaved"), role: await changeRole(actor, params.id, body) };
    },
  ),
  DELETE: route(
    {
      summary: "Remove a role that nobody has, as a full administrator with password",
      tag: "Admin users",
      auth: "admin",
      errors: ["ROLE_IN_USE", "TOTP_REQUIRED"],
      params: idParams,
      body: removeRoleSchema,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      await removeRole(actor, params.id, body);
      return { message: text("answers.roleRemoved") };
    },
  ),
});
