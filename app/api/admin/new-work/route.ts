import { changeNewWorkSetting, getNewWorkSetting } from "@/lib/new-work/mutations";
import { changeNewWorkSchema, newWorkResponse } from "@/lib/new-work/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How one is told of new work",
      tag: "Admin",
      auth: "admin",
      isForAllStaff: true,
      response: newWorkResponse,
    },
    async ({ user }) => ({ newWork: await getNewWorkSetting(user.userId) }),
  ),
  PUT: route(
    {
      summary: "Choose how one is told of new work",
      tag: "Admin",
      auth: "admin",
      isForAllStaff: true,
      body: changeNewWorkSchema,
      response: newWorkResponse,
    },
    async ({ user, body }) => ({ newWork: await changeNewWorkSetting(user.userId, body) }),
  ),
});
