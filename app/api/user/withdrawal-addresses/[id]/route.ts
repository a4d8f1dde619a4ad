import { idParams } from "@/lib/platform/http";
import { endpoints, route } from "@/lib/sessions/gate";
import { removeAddress } from "@/lib/withdrawals/addresses";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    { summary: "Remove a saved address", tag: "Withdrawals", auth: "user", params: idParams },
    async ({ user, params }) => {
      await removeAddress(user.userId, params.id);
      return { message: "The address is removed" };
    },
  ),
});
