import { countApprovals } from "@/lib/approvals/data";
import { prisma } from "@/lib/platform/db";
import type { QueueCounts } from "@/lib/staff/schema";
import { DEPOSIT_QUEUE, WITHDRAWAL_QUEUE } from "@/lib/wallets/payment-status";

/** How many requests wait for staff, for the panel's navigation. */
export async function countQueue(): Promise<QueueCounts> {
  const [deposits, withdrawals, approvals] = await Promise.all([
    prisma.deposit.count({ where: { status: { in: [...DEPOSIT_QUEUE.waiting] } } }),
    prisma.withdrawal.count({ where: { status: { in: [...WITHDRAWAL_QUEUE.waiting] } } }),
    countApprovals(),
  ]);
  return { deposits, withdrawals, approvals };
}
