import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { changeRights, getRights } from "@/lib/staff/rights";
import { changeRightsSchema, rightsResponse } from "@/lib/staff/rights-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "A user's staff rights",
      tag: "Admin users",
      auth: "admin",
      permission: "staff.read",
      params: idParams,
      response: rightsResponse,
    },
    async ({ params }) => ({ rights: await getRights(params.id) }),
  ),
  PUT: route(
    {
      summary: "Make a user a member of staff, change their areas, or take the rights away",
      tag: "Admin users",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      params: idParams,
      body: changeRightsSchema,
      response: rightsResponse,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      return {
        message: text("answers.rightsSaved"),
        rights: await changeRights(actor, params.id, body),
      };
    },
  ),
});
