import { registerSchema } from "@/lib/accounts/schema";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { createUserResponse } from "@/lib/staff/schema";
import { createByStaff } from "@/lib/staff/user-creation";
import { getUserDetail } from "@/lib/staff/user-details";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary:
        "Open an account for somebody, under the rules of a registration and with a one-time password",
      tag: "Admin users",
      auth: "admin",
      errors: ["EMAIL_TAKEN", "USERNAME_TAKEN"],
      permission: "users.edit",
      rateLimit: { name: "create-user", points: 60, seconds: 3600, by: "user", shared: true },
      body: registerSchema,
      response: createUserResponse,
      status: 201,
    },
    async (context) => {
      const id = await createByStaff(actorOf(context), context.body);
      return { message: text("answers.theAccountWasCreated"), user: await getUserDetail(id) };
    },
  ),
});
