import type { stopRun } from "@/lib/ai/mutations";
import type { submitDeposit } from "@/lib/deposits/mutations";
import type { refund, subscribe } from "@/lib/savings/mutations";
import type { openTrade } from "@/lib/trading/mutations";
import type { convertInVault } from "@/lib/vault/mutations";
import type { requestWithdrawal } from "@/lib/withdrawals/mutations";
import type { cancelWithdrawal } from "@/lib/withdrawals/processing";
import { type UserId, userIdOf } from "./user-id";

type OwnersOfMoney =
  | Parameters<typeof openTrade>[0]["userId"]
  | Parameters<typeof convertInVault>[0]
  | Parameters<typeof requestWithdrawal>[0]
  | Parameters<typeof cancelWithdrawal>[0]
  | Parameters<typeof submitDeposit>[0]
  | Parameters<typeof subscribe>[0]
  | Parameters<typeof refund>[0]
  | Parameters<typeof stopRun>[0];

// The compiler is what fails here.
it("is not any text, where money moves", () => {
  const own: UserId = userIdOf("5f1c");
  const owner: OwnersOfMoney = own;
  // @ts-expect-error An id of anything else.
  const other: OwnersOfMoney = "5f1c";
  expect(other).toBe(owner);
});
