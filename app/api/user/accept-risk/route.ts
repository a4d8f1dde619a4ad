import { acceptRiskSchema, riskAcceptanceSchema } from "@/lib/accounts/schema";
import { text } from "@/lib/platform/text";
import { acceptRisk } from "@/lib/security/credentials";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Accept the risk disclosure of a product",
      tag: "User",
      auth: "user",
      body: acceptRiskSchema,
      response: riskAcceptanceSchema,
    },
    async ({ user, body }) => {
      const { product, version, acceptedAt } = await acceptRisk(user.userId, body.product);
      const acceptance = { product, version, acceptedAt: acceptedAt.toISOString() };
      return { message: text("answers.recorded"), acceptance };
    },
  ),
});
