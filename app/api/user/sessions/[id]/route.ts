import { AppError } from "@/lib/platform/errors";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { revokeSession } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: route(
    {
      summary: "Log out one device",
      tag: "User",
      auth: "user",
      params: idParams,
    },
    async ({ user, params }) => {
      if (!(await revokeSession(user.userId, params.id, "revoked-by-user"))) {
        throw new AppError("NOT_FOUND");
      }
      return { message: text("answers.theDeviceSignedOut") };
    },
  ),
});
