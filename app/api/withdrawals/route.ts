import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { paymentQuerySchema } from "@/lib/wallets/payment-schema";
import { listWithdrawals } from "@/lib/withdrawals/data";
import { requestWithdrawal } from "@/lib/withdrawals/mutations";
import {
  createWithdrawalSchema,
  withdrawalListSchema,
  withdrawalResponseSchema,
} from "@/lib/withdrawals/schema";
import { serializeWithdrawal } from "@/lib/withdrawals/serializers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My withdrawals",
      tag: "Withdrawals",
      auth: "user",
      isFromReplica: true,
      query: paymentQuerySchema,
      response: withdrawalListSchema,
    },
    async ({ user, query }) => {
      const { items, nextCursor } = await listWithdrawals(user.userId, query);
      return { withdrawals: items.map(serializeWithdrawal), nextCursor };
    },
  ),
  POST: route(
    {
      summary: "Ask for a withdrawal; the amount is held at once",
      tag: "Withdrawals",
      auth: "user",
      errors: [
        "ADDRESS_NOT_SAVED",
        "ADDRESS_NOT_USABLE_YET",
        "BELOW_MINIMUM_WITHDRAWAL",
        "EXCEEDS_DAILY_LIMIT",
        "INSUFFICIENT_BALANCE",
        "MARKET_STALE",
        "TOTP_REQUIRED",
        "WITHDRAWALS_ON_HOLD",
        "WITHDRAWAL_TERMS_CHANGED",
        "WITHDRAW_PASSWORD_CHANGE_REQUIRED",
        "WITHDRAW_PASSWORD_INCORRECT",
        "WITHDRAW_PASSWORD_NOT_SET",
      ],
      rateLimit: { name: "withdrawal", points: 300, seconds: 600, by: "user" },
      idempotent: "ledger",
      refusesSpentKeys: true,
      movesMoney: true,
      body: createWithdrawalSchema,
      response: withdrawalResponseSchema,
      status: 201,
    },
    async ({ user, body, idempotencyKey }) => {
      const { userId, sessionId } = user;
      const withdrawal = await requestWithdrawal(userId, idempotencyKey, body, sessionId);
      return {
        message: text("answers.yourWithdrawalWasSubmitted"),
        withdrawal: serializeWithdrawal(withdrawal),
      };
    },
  ),
});
