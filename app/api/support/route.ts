import { visitorAnswerSchema, visitorMessageSchema } from "@/lib/chat/visitor-schema";
import { writeAsVisitor } from "@/lib/chat/visitors";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Write to support without an account; the answer comes by mail",
      tag: "Chat",
      auth: "public",
      rateLimit: { name: "support-form", points: 20, seconds: 3600, shared: true },
      idempotent: "ledger",
      body: visitorMessageSchema,
      response: visitorAnswerSchema,
      status: 201,
    },
    async ({ body, idempotencyKey }) => ({
      message: text("answers.supportGotYourMessage"),
      reference: await writeAsVisitor(body, idempotencyKey),
    }),
  ),
});
