import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { removeAddress } from "@/lib/withdrawals/addresses";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    { summary: "Remove a saved address", tag: "Withdrawals", auth: "user", params: idParams },
    async ({ user, params }) => {
      await removeAddress(user.userId, params.id);
      return { message: text("answers.theAddressRemoved") };
    },
  ),
});
