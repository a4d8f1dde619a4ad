import { toggleDocument } from "@/lib/documents/staff";
import { adminDocumentResponse, toggleDocumentSchema } from "@/lib/documents/staff-schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PATCH: route(
    {
      summary: "Publish a document or take it off the site",
      tag: "Documents",
      auth: "admin",
      permission: "documents.edit",
      params: idParams,
      body: toggleDocumentSchema,
      response: adminDocumentResponse,
    },
    async (context) => {
      const { params, body } = context;
      const document = await toggleDocument(actorOf(context), params.id, body.isActive);
      return {
        message: document.isActive ? text("answers.published") : text("answers.takenOffSite"),
        document,
      };
    },
  ),
});
