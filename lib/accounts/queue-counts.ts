import { prisma } from "@/lib/platform/db";
import { DEPOSIT_QUEUE, WITHDRAWAL_QUEUE } from "@/lib/wallets/payment-status";
import { countApprovals } from "./approvals";
import type { QueueCounts } from "./staff-schema";

/** How many requests wait for staff, for the panel's navigation. */
export async function countQueue(): Promise<QueueCounts> {
  const [deposits, withdrawals, approvals] = await Promise.all([
    prisma.deposit.count({ where: { status: { in: [...DEPOSIT_QUEUE.waiting] } } }),
    prisma.withdrawal.count({ where: { status: { in: [...WITHDRAWAL_QUEUE.waiting] } } }),
    countApprovals(),
  ]);
  return { deposits, withdrawals, approvals };
}
