import { imageRule } from "@/lib/platform/files";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { freshActorOf } from "@/lib/sessions/mutations";
import { deleteWallet, updateWallet } from "@/lib/wallets/mutations";
import { deleteWalletSchema, updateWalletSchema, walletResponseSchema } from "@/lib/wallets/schema";
import { serializeWallet } from "@/lib/wallets/serializers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Change a deposit address",
      tag: "Wallets",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      area: "finance",
      params: idParams,
      body: updateWalletSchema,
      files: { qrImage: imageRule(false) },
      response: walletResponseSchema,
    },
    async (context) => {
      const { params, body, files } = context;
      const wallet = await updateWallet(freshActorOf(context), params.id, body, files.qrImage);
      return { message: text("answers.theWalletWasChanged"), wallet: serializeWallet(wallet) };
    },
  ),
  DELETE: route(
    {
      summary: "Take a deposit address out of use",
      tag: "Wallets",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      area: "finance",
      params: idParams,
      body: deleteWalletSchema,
    },
    async (context) => {
      await deleteWallet(freshActorOf(context), context.params.id, context.body);
      return { message: text("answers.theWalletWasDeleted") };
    },
  ),
});
