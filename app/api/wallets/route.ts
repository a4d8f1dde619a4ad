import { imageRule } from "@/lib/platform/files";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { freshActorOf } from "@/lib/sessions/mutations";
import { listWalletPage } from "@/lib/wallets/data";
import { createWallet } from "@/lib/wallets/mutations";
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
      summary: "Add a deposit address",
      tag: "Wallets",
      auth: "admin",
      errors: ["CONFLICT", "TOTP_REQUIRED"],
      area: "finance",
      idempotent: "record",
      body: createWalletSchema,
      files: { qrImage: imageRule(false) },
      response: walletResponseSchema,
      status: 201,
    },
    async (context) => {
      const { body, files } = context;
      const wallet = await createWallet(freshActorOf(context), body, files.qrImage);
      return { message: text("answers.theWalletWasAdded"), wallet: serializeWallet(wallet) };
    },
  ),
});
