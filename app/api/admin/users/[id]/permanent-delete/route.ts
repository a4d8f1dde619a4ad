import { eraseUser, findBlockers } from "@/lib/accounts/erasure";
import { endpoints, route } from "@/lib/accounts/gate";
import { actorOf } from "@/lib/accounts/sessions";
import { deletionAnswer, permanentDeleteSchema } from "@/lib/accounts/staff-schema";
import { idParams } from "@/lib/platform/http";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What keeps an account from being deleted",
      tag: "Admin users",
      auth: "admin",
      area: "users",
      params: idParams,
      response: deletionAnswer,
    },
    async ({ params }) => ({ blockers: await findBlockers(params.id) }),
  ),
  DELETE: route(
    {
      summary: "Erase a user's personal data for good; ledger and audit stay",
      tag: "Admin users",
      auth: "admin",
      area: "users",
      params: idParams,
      body: permanentDeleteSchema,
    },
    async (context) => {
      await eraseUser(actorOf(context), context.params.id, context.body);
      return { message: "The account was deleted" };
    },
  ),
});
