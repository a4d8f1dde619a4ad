import { endpoints, route } from "@/lib/sessions/gate";
import { changeWorkMail, getWorkMail } from "@/lib/work-mail/mutations";
import { changeWorkMailSchema, workMailResponse } from "@/lib/work-mail/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How one is mailed about new work",
      tag: "Admin",
      auth: "admin",
      isForAllStaff: true,
      response: workMailResponse,
    },
    async ({ user }) => ({ workMail: await getWorkMail(user.userId) }),
  ),
  PUT: route(
    {
      summary: "Choose how one is mailed about new work",
      tag: "Admin",
      auth: "admin",
      isForAllStaff: true,
      body: changeWorkMailSchema,
      response: workMailResponse,
    },
    async ({ user, body }) => ({ workMail: await changeWorkMail(user.userId, body) }),
  ),
});
