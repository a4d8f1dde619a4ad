import { cleanMarkdown } from "@/lib/documents/markdown";
import { createDocument } from "@/lib/documents/staff";
import { listAdminDocuments } from "@/lib/documents/staff-data";
import {
  adminDocumentsQuery,
  adminDocumentsResponse,
  createDocumentSchema,
  DOCUMENT_JSON_BYTES,
  savedDocumentResponse,
} from "@/lib/documents/staff-schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "All documents, published or not",
      tag: "Documents",
      auth: "admin",
      permission: "documents.read",
      query: adminDocumentsQuery,
      response: adminDocumentsResponse,
    },
    ({ query }) => listAdminDocuments(query),
  ),
  POST: route(
    {
      summary: "Add a document in a language",
      tag: "Documents",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "documents.edit",
      idempotent: "record",
      body: createDocumentSchema,
      maxJsonBytes: DOCUMENT_JSON_BYTES,
      response: savedDocumentResponse,
      status: 201,
    },
    async (context) => ({
      message: text("answers.theDocumentWasAdded"),
      document: await createDocument(actorOf(context), context.body),
      removed: cleanMarkdown(context.body.content).removed,
    }),
  ),
});
