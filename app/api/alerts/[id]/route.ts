import { deleteAlert } from "@/lib/alerts/mutations";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "Delete my price alert",
      tag: "Market",
      auth: "user",
      params: idParams,
    },
    async ({ user, params }) => {
      await deleteAlert(user.userId, params.id);
      return { message: text("answers.alertDeleted") };
    },
  ),
});
