import { text } from "@/lib/platform/text";
import { approveDeviceSchema, approvedDeviceSchema } from "@/lib/security/device-schema";
import { approveDevice } from "@/lib/security/devices";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Let a new device log in, with the link that its refused login mailed",
      tag: "Auth",
      auth: "public",
      errors: ["TOKEN_INVALID"],
      rateLimit: { name: "approve-device", points: 60, seconds: 3600 },
      body: approveDeviceSchema,
      response: approvedDeviceSchema,
    },
    async ({ body }) => ({
      message: text("answers.deviceApproved"),
      device: await approveDevice(body.token),
    }),
  ),
});
