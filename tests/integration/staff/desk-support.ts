import { randomUUID } from "node:crypto";
import { PUT as processDeposit } from "@/app/api/admin/deposits/[id]/process/route";
import { PUT as processWithdrawal } from "@/app/api/admin/withdrawals/[id]/process/route";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { userIdOf } from "@/lib/sessions/user-id";
import type { SameHash } from "@/lib/wallets/payment-schema";
import { requestWithdrawal } from "@/lib/withdrawals/mutations";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import { creditUser, reportDeposit } from "@/tests/factories/deposits";
import { signedInUser } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";

const PASSWORD = "withdraw me";

/** Confirms or rejects a deposit. */
export const decideDeposit = (token: string, id: string, body: object, key?: string) =>
  callRoute<{ deposit: AdminDepositDto; rate?: string; sameHash?: SameHash }>(processDeposit, {
    method: "PUT",
    path: `/api/admin/deposits/${id}/process`,
    token,
    params: { id },
    body,
    idempotencyKey: key,
  });

/** Confirms or rejects a withdrawal. */
export const decideWithdrawal = (token: string, id: string, body: object) =>
  callRoute<{ withdrawal: ReviewedWithdrawalDto; sameHash?: SameHash }>(processWithdrawal, {
    method: "PUT",
    token,
    params: { id },
    body,
  });

/** A deposit that waits for staff. */
export async function reported(
  coin: "BTC" | "USDT" = "BTC",
  report: Parameters<typeof reportDeposit>[2] = {},
) {
  const wallet = await createWalletRow(coin, coin === "BTC" ? "BTC" : "ERC20");
  const { user, token } = await signedInUser();
  const { body } = await reportDeposit(token, wallet, { amount: "1", ...report });
  return { user, token, deposit: body.deposit };
}

/** A withdrawal of 20 USDT that waits for staff. */
export async function asked(
  owner?: Awaited<ReturnType<typeof signedInUser>>,
  address = ADDRESSES.TRC20,
) {
  const signedIn = owner ?? (await signedInUser({ withdrawPassword: PASSWORD }));
  await creditUser(signedIn.user.id, 100_000_000n);
  const { id } = await requestWithdrawal(userIdOf(signedIn.user.id), randomUUID(), {
    currency: "USDT",
    network: "TRC20",
    address,
    amount: "20",
    withdrawPassword: PASSWORD,
  });
  return { ...signedIn, id };
}
