import { toggleContact } from "@/lib/contacts/mutations";
import { serializeAdminContact } from "@/lib/contacts/staff-data";
import { adminContactResponseSchema, toggleContactSchema } from "@/lib/contacts/staff-schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PATCH: route(
    {
      summary: "Show a way to reach support to users, or hide it",
      tag: "Customer service",
      auth: "admin",
      permission: "contacts.edit",
      params: idParams,
      body: toggleContactSchema,
      response: adminContactResponseSchema,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const row = await toggleContact(actor, params.id, body.isActive);
      const message = row.isActive
        ? text("answers.theContactShown")
        : text("answers.theContactHidden");
      return { message, service: serializeAdminContact(row) };
    },
  ),
});
