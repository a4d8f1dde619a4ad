import { submitDeposit } from "@/lib/deposits/mutations";
import { createDepositSchema, depositResponseSchema } from "@/lib/deposits/schema";
import { serializeDeposit } from "@/lib/deposits/serializers";
import { imageRule, requiredFile } from "@/lib/platform/files";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

const proofRule = imageRule(true, {
  missing: text("errors.deposits.uploadTransactionScreenshot"),
  tooLarge: text("errors.deposits.fileSizeMustBeLessThan"),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Report a deposit with its proof",
      tag: "Deposits",
      auth: "user",
      errors: [
        "CONFLICT",
        "NOT_FOUND",
        "OWN_LIMIT",
        "RATE_UNAVAILABLE",
        "SELF_EXCLUDED",
        "TRANSACTION_ALREADY_CREDITED",
      ],
      rateLimit: { name: "deposit", points: 60, seconds: 600, by: "user" },
      idempotent: "record",
      movesMoney: true,
      body: createDepositSchema,
      files: { proof: proofRule },
      response: depositResponseSchema,
      status: 201,
    },
    async ({ user, body, files, idempotencyKey }) => {
      const proof = requiredFile(files.proof);
      const deposit = await submitDeposit(user.userId, idempotencyKey, body, proof);
      return {
        message: text("answers.yourDepositWasSubmitted"),
        deposit: serializeDeposit({ ...deposit, reversal: null }),
      };
    },
  ),
});
