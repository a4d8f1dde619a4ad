import { mailPreviewResponse, mailPreviewSchema } from "@/lib/mail-texts/schema";
import { previewMail } from "@/lib/mail-texts/staff";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Show a mail as it would be sent, with made-up values; nothing is stored",
      tag: "Documents",
      auth: "admin",
      permission: "documents.edit",
      rateLimit: { name: "mail-preview", points: 60, seconds: 60, by: "user" },
      body: mailPreviewSchema,
      response: mailPreviewResponse,
    },
    ({ body }) => previewMail(body),
  ),
});
