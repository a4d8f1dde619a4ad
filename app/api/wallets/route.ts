import { newWalletAsk } from "@/lib/approvals/asks";
import { orAskColleague } from "@/lib/approvals/mutations";
import { approvalResponse } from "@/lib/approvals/schema";
import { imageRule } from "@/lib/platform/files";
import { accepted } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { freshActorOf } from "@/lib/sessions/mutations";
import { listWalletPage } from "@/lib/wallets/data";
import { createWallet, keepQrImage } from "@/lib/wallets/mutations";
import {
  createWalletSchema,
  walletListSchema,
  walletQuerySchema,
  walletResponseSchema,
} from "@/lib/wallets/schema";
import { serializeWallet } from "@/lib/wallets/serializers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Deposit addresses: the active ones for users, all for staff",
      tag: "Wallets",
      auth: "user",
      query: walletQuerySchema,
      response: walletListSchema,
    },
    async ({ user, query }) => {
      const { items, nextCursor } = await listWalletPage({ activeOnly: !user.isAdmin }, query);
      return { wallets: items.map(serializeWallet), nextCursor };
    },
  ),
  POST: route(
    {
      summary: "Add a deposit address; 202 when a colleague has to approve it",
      tag: "Wallets",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      permission: "wallets.edit",
      idempotent: "record",
      body: createWalletSchema,
      files: { qrImage: imageRule(false) },
      response: walletResponseSchema,
      status: 201,
      accepted: approvalResponse,
    },
    async (context) => {
      const { body, files, idempotencyKey } = context;
      const actor = freshActorOf(context);
      const ask = newWalletAsk(body, () => keepQrImage(files.qrImage, body));
      const outcome = await orAskColleague(actor, idempotencyKey, ask, () =>
        createWallet(actor, body, files.qrImage),
      );
      if ("approval" in outcome) {
        return accepted({ ...outcome, message: text("answers.aColleagueApproves") });
      }
      return { message: text("answers.theWalletWasAdded"), wallet: serializeWallet(outcome.done) };
    },
  ),
});
