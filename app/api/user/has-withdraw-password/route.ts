import { getUser } from "@/lib/accounts/data";
import { hasWithdrawPasswordSchema } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Whether a withdrawal password is set",
      tag: "User",
      auth: "user",
      response: hasWithdrawPasswordSchema,
    },
    async ({ user }) => ({
      hasWithdrawPassword: (await getUser(user.userId)).withdrawPasswordHash !== null,
    }),
  ),
});
