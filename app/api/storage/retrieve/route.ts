import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { convertInVault } from "@/lib/vault/mutations";
import { conversionResponseSchema, convertSchema } from "@/lib/vault/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Retrieve USDT for stored XAUT, at the bid",
      tag: "Storage",
      auth: "user",
      idempotent: "record",
      movesMoney: true,
      body: convertSchema,
      response: conversionResponseSchema,
      status: 201,
    },
    async ({ user, body, idempotencyKey }) => ({
      message: text("answers.xautRetrieved"),
      ...(await convertInVault(user.userId, "retrieve", body, idempotencyKey)),
    }),
  ),
});
