import { listContacts } from "@/lib/contacts/data";
import { contactListSchema } from "@/lib/contacts/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Ways to reach support",
      tag: "Customer service",
      auth: "public",
      response: contactListSchema,
    },
    async () => ({ services: await listContacts() }),
  ),
});
