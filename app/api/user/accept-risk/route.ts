import { acceptRisk } from "@/lib/accounts/credentials";
import { endpoints, route } from "@/lib/accounts/gate";
import { acceptRiskSchema } from "@/lib/accounts/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Accept the risk disclosure of a product",
      tag: "User",
      auth: "user",
      body: acceptRiskSchema,
    },
    async ({ user, body }) => {
      await acceptRisk(user.userId, body.product);
      return { message: "Recorded" };
    },
  ),
});
