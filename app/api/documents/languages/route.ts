import { listLanguages } from "@/lib/documents/data";
import { languageListSchema } from "@/lib/documents/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Languages that documents exist in",
      tag: "Documents",
      auth: "public",
      response: languageListSchema,
    },
    async () => ({ languages: await listLanguages() }),
  ),
});
