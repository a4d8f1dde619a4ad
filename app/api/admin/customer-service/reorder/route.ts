import { reorderContacts } from "@/lib/contacts/mutations";
import { adminContactListSchema, reorderContactsSchema } from "@/lib/contacts/staff-schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Put the ways to reach support into another order",
      tag: "Customer service",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "contacts.edit",
      body: reorderContactsSchema,
      response: adminContactListSchema,
    },
    async ({ user, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      return {
        message: text("answers.theOrderWasChanged"),
        ...(await reorderContacts(actor, body)),
      };
    },
  ),
});
