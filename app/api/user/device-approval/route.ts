import { text } from "@/lib/platform/text";
import { deviceApprovalResponse, deviceApprovalSchema } from "@/lib/security/device-schema";
import { setDeviceApproval } from "@/lib/security/devices";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Choose whether a login from a new device waits until I let it in by mail",
      tag: "User",
      auth: "user",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      rateLimit: { name: "device-approval", points: 20, seconds: 3600, by: "user", shared: true },
      body: deviceApprovalSchema,
      response: deviceApprovalResponse,
    },
    async ({ user, body }) => {
      await setDeviceApproval(user.userId, body, user.sessionId);
      const saved = text(body.enabled ? "answers.approvalOn" : "answers.approvalOff");
      return { message: saved, enabled: body.enabled };
    },
  ),
});
