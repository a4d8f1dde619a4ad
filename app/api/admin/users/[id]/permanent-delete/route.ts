import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { eraseUser, findBlockers } from "@/lib/staff/erasure";
import { deletionResponse, permanentDeleteSchema } from "@/lib/staff/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What keeps an account from being deleted",
      tag: "Admin users",
      auth: "admin",
      permission: "users.read",
      params: idParams,
      response: deletionResponse,
    },
    async ({ params }) => ({ blockers: await findBlockers(params.id) }),
  ),
  DELETE: route(
    {
      summary: "Erase a user's personal data for good; ledger and audit stay",
      tag: "Admin users",
      auth: "admin",
      errors: ["ACCOUNT_NOT_EMPTY", "ALREADY_PROCESSED"],
      permission: "users.delete",
      params: idParams,
      body: permanentDeleteSchema,
    },
    async (context) => {
      await eraseUser(actorOf(context), context.params.id, context.body);
      return { message: text("answers.theAccountWasDeleted") };
    },
  ),
});
