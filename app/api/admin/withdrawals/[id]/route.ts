import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { shownTo } from "@/lib/wallets/payment-privacy";
import { getAdminWithdrawal } from "@/lib/withdrawals/data";
import { adminWithdrawalResponseSchema } from "@/lib/withdrawals/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "One withdrawal",
      tag: "Admin withdrawals",
      auth: "admin",
      permission: "withdrawals.read",
      params: idParams,
      response: adminWithdrawalResponseSchema,
    },
    async ({ user, params }) => ({
      withdrawal: shownTo(user, await getAdminWithdrawal(params.id)),
    }),
  ),
});
