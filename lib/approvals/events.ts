/** Does what a colleague approved, in the transaction that the approval belongs to. */
import type { Actor } from "@/lib/audit/mutations";
import { processDeposit } from "@/lib/deposits/processing";
import { takeBackDeposit } from "@/lib/deposits/reversal";
import type { ProcessDepositInput } from "@/lib/deposits/schema";
import type { Approval } from "@/lib/generated/prisma/client";
import { moveHouseMoney } from "@/lib/house/mutations";
import type { HouseTransferBody } from "@/lib/house/schema";
import type { Tx } from "@/lib/platform/db";
import { createPlan, togglePlan, updatePlan } from "@/lib/savings/staff";
import type { CreatePlanInput, UpdatePlanInput } from "@/lib/savings/staff-schema";
import { unfreezeByStaff } from "@/lib/security/freeze";
import { createWallet, updateWallet } from "@/lib/wallets/mutations";
import type { CreateWalletInput, UpdateWalletInput } from "@/lib/wallets/schema";
import { processWithdrawal } from "@/lib/withdrawals/processing";
import type { ProcessWithdrawalInput } from "@/lib/withdrawals/schema";
import { adjustBalance } from "./balance-changes";
import type { ManageBalanceInput } from "./schema";

type PlanChange =
  | { change: "create"; body: CreatePlanInput }
  | { change: "update"; body: UpdatePlanInput }
  | { change: "toggle"; isActive: boolean };
type WalletQr = { qrFileId: string; qrMatches: boolean } | null;
type WalletChange = { kept: WalletQr } & (
  | { change: "create"; body: CreateWalletInput }
  | { change: "update"; body: UpdateWalletInput }
);

/**
 * Does what was asked for, in the name of the one who asked.
 * @param first records the approval, at the start of the event's transaction
 * @throws AppError as the event does
 */
export async function doApproved(
  { kind, subject, userId, input: asked }: Approval,
  proposer: Actor & { id: string },
  first: (tx: Tx) => Promise<void>,
): Promise<void> {
  // Checked when it was asked for, and kept exactly.
  const input: unknown = asked;
  switch (kind) {
    case "balance.add":
    case "balance.subtract":
      await adjustBalance(proposer, userId ?? "", input as ManageBalanceInput, subject, first);
      break;
    case "deposit.confirm":
      await processDeposit(proposer, subject, input as ProcessDepositInput, first);
      break;
    case "deposit.reverse":
      await takeBackDeposit(proposer, subject, (input as { reason: string }).reason, first);
      break;
    case "withdrawal.approve":
    case "withdrawal.complete":
      await processWithdrawal(proposer, subject, input as ProcessWithdrawalInput, first);
      break;
    case "user.unfreeze":
      await unfreezeByStaff(proposer, subject, (input as { reason: string }).reason, first);
      break;
    case "house.transfer": {
      const { key, ...body } = input as HouseTransferBody & { key: string };
      await moveHouseMoney(proposer, body, key, first);
      break;
    }
    case "saving.change":
      await changePlan(subject, proposer, input as PlanChange, first);
      break;
    case "wallet.change":
      await changeWallet(subject, proposer, input as WalletChange, first);
  }
}

async function changePlan(
  id: string,
  proposer: Actor,
  input: PlanChange,
  first: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (input.change === "create") await createPlan(proposer, input.body, { id, first });
  else if (input.change === "update") await updatePlan(proposer, id, input.body, first);
  else await togglePlan(proposer, id, input.isActive, first);
}

async function changeWallet(
  id: string,
  proposer: Actor & { id: string },
  input: WalletChange,
  first: (tx: Tx) => Promise<void>,
): Promise<void> {
  // Whoever asked gave their password then, where it was needed.
  const actor = { ...proposer, hasJustSignedIn: true };
  const approved = { qr: input.kept, first };
  if (input.change === "create") {
    await createWallet(actor, input.body, undefined, { ...approved, id });
  } else await updateWallet(actor, id, input.body, undefined, approved);
}
