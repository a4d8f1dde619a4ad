import { endpoints, route } from "@/lib/sessions/gate";
import { createView, listViews } from "@/lib/views/mutations";
import { createViewSchema, viewResponse, viewsQuery, viewsResponse } from "@/lib/views/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The views of a list that one keeps",
      tag: "Admin",
      auth: "admin",
      isForAllStaff: true,
      query: viewsQuery,
      response: viewsResponse,
    },
    async ({ user, query }) => ({ views: await listViews(user.userId, query.list) }),
  ),
  POST: route(
    {
      summary: "Keep the filters of a list by a name, for oneself",
      tag: "Admin",
      auth: "admin",
      isForAllStaff: true,
      errors: ["CONFLICT"],
      idempotent: "record",
      body: createViewSchema,
      response: viewResponse,
      status: 201,
    },
    async ({ user, body }) => ({ view: await createView(user.userId, body) }),
  ),
});
