import { changeMailTextSchema, mailTextsResponse } from "@/lib/mail-texts/schema";
import { changeMailText, listMailTexts } from "@/lib/mail-texts/staff";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The words of mails to users, by kind and language",
      tag: "Documents",
      auth: "admin",
      permission: "documents.read",
      response: mailTextsResponse,
    },
    async () => ({ mailTexts: await listMailTexts() }),
  ),
  PUT: route(
    {
      summary: "Write the words of a kind of mail, or restore those of the site",
      tag: "Documents",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "documents.edit",
      body: changeMailTextSchema,
      response: mailTextsResponse,
    },
    async (context) => ({ mailTexts: await changeMailText(actorOf(context), context.body) }),
  ),
});
