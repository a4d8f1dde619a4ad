import { walletAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { imageRule } from "@/lib/platform/files";
import { accepted, idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { freshActorOf } from "@/lib/sessions/mutations";
import { deleteWallet, keepQrImage, updateWallet } from "@/lib/wallets/mutations";
import { deleteWalletSchema, updateWalletSchema, walletResponseSchema } from "@/lib/wallets/schema";
import { serializeWallet } from "@/lib/wallets/serializers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Change a deposit address; 202 when a colleague has to approve it",
      tag: "Wallets",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      permission: "wallets.edit",
      params: idParams,
      body: updateWalletSchema,
      files: { qrImage: imageRule(false) },
      response: walletResponseSchema,
      accepted: approvalResponse,
    },
    async (context) => {
      const { params, body, files, idempotencyKey } = context;
      const actor = freshActorOf(context);
      const ask = await walletAsk(params.id, body, (place) => keepQrImage(files.qrImage, place));
      const outcome = await orAskColleague(actor, idempotencyKey, ask, () =>
        updateWallet(actor, params.id, body, files.qrImage),
      );
      if ("approval" in outcome) {
        return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
      }
      return {
        message: text("answers.theWalletWasChanged"),
        wallet: serializeWallet(outcome.done),
      };
    },
  ),
  DELETE: route(
    {
      summary: "Take a deposit address out of use",
      tag: "Wallets",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      permission: "wallets.edit",
      params: idParams,
      body: deleteWalletSchema,
    },
    async (context) => {
      await deleteWallet(freshActorOf(context), context.params.id, context.body);
      return { message: text("answers.theWalletWasDeleted") };
    },
  ),
});
