import { deleteContact, ICON_FILE, updateContact } from "@/lib/contacts/mutations";
import { serializeAdminContact } from "@/lib/contacts/staff-data";
import { adminContactResponseSchema, updateContactSchema } from "@/lib/contacts/staff-schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Change a way to reach support",
      tag: "Customer service",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "contacts.edit",
      params: idParams,
      body: updateContactSchema,
      files: { icon: ICON_FILE },
      response: adminContactResponseSchema,
    },
    async ({ user, params, body, files, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const row = await updateContact(actor, params.id, body, files.icon);
      return { message: text("answers.theContactWasChanged"), service: serializeAdminContact(row) };
    },
  ),
  DELETE: route(
    {
      summary: "Remove a way to reach support",
      tag: "Customer service",
      auth: "admin",
      permission: "contacts.edit",
      params: idParams,
    },
    async ({ user, params, requestId, ip }) => {
      await deleteContact({ id: user.userId, name: user.username, requestId, ip }, params.id);
      return { message: text("answers.theContactWasDeleted") };
    },
  ),
});
