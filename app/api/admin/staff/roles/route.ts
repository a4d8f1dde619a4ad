import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { createRoleSchema, roleResponse, rolesResponse } from "@/lib/staff/role-schema";
import { createRole, listRoles } from "@/lib/staff/roles";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The roles of staff: what each may do, up to which amount, and how many have it",
      tag: "Admin users",
      auth: "admin",
      permission: "staff.read",
      response: rolesResponse,
    },
    async () => ({ roles: await listRoles() }),
  ),
  POST: route(
    {
      summary: "Make a role, as a full administrator with password",
      tag: "Admin users",
      auth: "admin",
      errors: ["TOTP_REQUIRED"],
      idempotent: "record",
      body: createRoleSchema,
      response: roleResponse,
      status: 201,
    },
    async ({ user, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      return { message: text("answers.roleSaved"), role: await createRole(actor, body) };
    },
  ),
});
