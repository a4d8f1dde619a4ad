import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { chooseRenewal } from "@/lib/savings/mutations";
import { chooseRenewalSchema, savingRecordResponseSchema } from "@/lib/savings/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PATCH: route(
    {
      summary: "Choose whether my fixed saving is renewed when it matures",
      tag: "Savings",
      auth: "user",
      errors: ["SAVING_CLOSED", "SAVING_NOT_RENEWABLE"],
      params: idParams,
      body: chooseRenewalSchema,
      response: savingRecordResponseSchema,
    },
    async ({ user, params, body }) => ({
      message: text(
        body.autoRenew === "none" ? "answers.savingRenewalOff" : "answers.savingRenewalOn",
      ),
      record: await chooseRenewal(user.userId, params.id, body),
    }),
  ),
});
