import { getAdminDeposit } from "@/lib/deposits/data";
import { adminDepositResponseSchema } from "@/lib/deposits/schema";
import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { shownTo } from "@/lib/wallets/payment-privacy";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "One deposit, with what confirming it would credit now",
      tag: "Admin deposits",
      auth: "admin",
      permission: "deposits.read",
      params: idParams,
      response: adminDepositResponseSchema,
    },
    async ({ user, params }) => ({
      deposit: shownTo(user, await getAdminDeposit(params.id)),
    }),
  ),
});
