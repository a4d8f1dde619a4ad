import { listDocuments } from "@/lib/documents/data";
import { documentListSchema, documentParams, documentQuery } from "@/lib/documents/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Published documents of a language",
      tag: "Documents",
      auth: "public",
      params: documentParams,
      query: documentQuery,
      response: documentListSchema,
    },
    async ({ params, query }) => ({ documents: await listDocuments(params.lang, query.type) }),
  ),
});
