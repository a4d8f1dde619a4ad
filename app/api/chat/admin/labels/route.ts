import { createLabel, listLabels } from "@/lib/chat/labels/labels";
import { createLabelSchema, labelResponse, labelsResponse } from "@/lib/chat/labels/schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The labels that support tells conversations apart by",
      tag: "Chat",
      auth: "admin",
      permission: "chat.read",
      response: labelsResponse,
    },
    async () => ({ labels: await listLabels() }),
  ),
  POST: route(
    {
      summary: "Add a label",
      tag: "Chat",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "chat.edit",
      idempotent: "record",
      body: createLabelSchema,
      response: labelResponse,
      status: 201,
    },
    async (context) => ({ label: await createLabel(actorOf(context), context.body.name) }),
  ),
});
