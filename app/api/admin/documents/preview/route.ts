import { cleanMarkdown, renderMarkdown } from "@/lib/documents/markdown";
import { DOCUMENT_JSON_BYTES, previewResponse, previewSchema } from "@/lib/documents/staff-schema";
import { withDetails } from "@/lib/documents/stated";
import { ENGLISH } from "@/lib/platform/text/languages";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Show a text as the public page would; nothing is stored",
      tag: "Documents",
      auth: "admin",
      permission: "documents.edit",
      rateLimit: { name: "document-preview", points: 60, seconds: 60, by: "user" },
      body: previewSchema,
      maxJsonBytes: DOCUMENT_JSON_BYTES,
      response: previewResponse,
    },
    async ({ body }) => {
      const { text, removed } = cleanMarkdown(body.content);
      return { html: renderMarkdown(await withDetails(text, ENGLISH)).html, removed };
    },
  ),
});
