import { createContact, ICON_FILE } from "@/lib/contacts/mutations";
import { allContacts, serializeAdminContact, serializeAdminList } from "@/lib/contacts/staff-data";
import {
  adminContactListSchema,
  adminContactResponseSchema,
  createContactSchema,
} from "@/lib/contacts/staff-schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "All ways to reach support, switched-off ones too",
      tag: "Customer service",
      auth: "admin",
      permission: "contacts.read",
      response: adminContactListSchema,
    },
    async () => serializeAdminList(await allContacts()),
  ),
  POST: route(
    {
      summary: "Add a way to reach support",
      tag: "Customer service",
      auth: "admin",
      permission: "contacts.edit",
      idempotent: "record",
      body: createContactSchema,
      files: { icon: ICON_FILE },
      response: adminContactResponseSchema,
      status: 201,
    },
    async ({ user, body, files, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      const row = await createContact(actor, body, files.icon);
      return { message: text("answers.theContactWasAdded"), service: serializeAdminContact(row) };
    },
  ),
});
