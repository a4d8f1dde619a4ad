import { cleanMarkdown } from "@/lib/documents/markdown";
import { deleteDocument, updateDocument } from "@/lib/documents/staff";
import { getAdminDocument } from "@/lib/documents/staff-data";
import {
  adminDocumentResponse,
  DOCUMENT_JSON_BYTES,
  savedDocumentResponse,
  updateDocumentSchema,
} from "@/lib/documents/staff-schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "One document",
      tag: "Documents",
      auth: "admin",
      permission: "documents.read",
      params: idParams,
      response: adminDocumentResponse,
    },
    async ({ params }) => ({ document: await getAdminDocument(params.id) }),
  ),
  PUT: route(
    {
      summary: "Change a document; another title or text makes a new version",
      tag: "Documents",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "documents.edit",
      idempotent: "record",
      params: idParams,
      body: updateDocumentSchema,
      maxJsonBytes: DOCUMENT_JSON_BYTES,
      response: savedDocumentResponse,
    },
    async (context) => ({
      message: text("answers.theDocumentWasSaved"),
      document: await updateDocument(actorOf(context), context.params.id, context.body),
      removed: cleanMarkdown(context.body.content ?? "").removed,
    }),
  ),
  DELETE: route(
    {
      summary: "Delete a document with all its versions",
      tag: "Documents",
      auth: "admin",
      permission: "documents.edit",
      params: idParams,
    },
    async (context) => {
      await deleteDocument(actorOf(context), context.params.id);
      return { message: text("answers.theDocumentWasDeleted") };
    },
  ),
});
