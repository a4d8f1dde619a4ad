import { endpoints, route } from "@/lib/accounts/gate";
import { registerSchema } from "@/lib/accounts/schema";
import { actorOf } from "@/lib/accounts/sessions";
import { createByStaff } from "@/lib/accounts/staff-create";
import { getUserDetail } from "@/lib/accounts/staff-data";
import { createUserAnswer } from "@/lib/accounts/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Open an account for somebody, under the rules of a registration",
      tag: "Admin users",
      auth: "admin",
      area: "users",
      rateLimit: { name: "create-user", points: 60, seconds: 3600, by: "user", shared: true },
      body: registerSchema,
      response: createUserAnswer,
      status: 201,
    },
    async (context) => {
      const id = await createByStaff(actorOf(context), context.body);
      return { message: "The account was created", user: await getUserDetail(id) };
    },
  ),
});
