import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { deleteView, renameView } from "@/lib/views/mutations";
import { renameViewSchema, viewResponse } from "@/lib/views/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Give a view of one's own another name",
      tag: "Admin",
      auth: "admin",
      isForAllStaff: true,
      errors: ["CONFLICT"],
      params: idParams,
      body: renameViewSchema,
      response: viewResponse,
    },
    async ({ user, params, body }) => ({
      view: await renameView(user.userId, params.id, body.name),
    }),
  ),
  DELETE: route(
    {
      summary: "Delete a view of one's own",
      tag: "Admin",
      auth: "admin",
      isForAllStaff: true,
      params: idParams,
    },
    async ({ user, params }) => {
      await deleteView(user.userId, params.id);
      return { message: text("answers.theViewWasDeleted") };
    },
  ),
});
