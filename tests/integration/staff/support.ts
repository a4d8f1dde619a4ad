import { PUT as manage } from "@/app/api/admin/users/[id]/manage-balance/route";
import { PUT as toggle } from "@/app/api/admin/users/[id]/toggle-status/route";
import type { BalanceChange } from "@/lib/approvals/client";
import { balancesOf } from "@/lib/ledger/data";
import { prisma } from "@/lib/platform/db";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { fund } from "@/tests/factories/funds";
import { callRoute } from "@/tests/support/api";

const FUNDS_MICRO = 1_000_000_000_000n;

/** Fills the treasury, so that staff have something to add from. */
export async function fundTreasury(): Promise<void> {
  for (const currency of ["USDT", "XAUT"] as const) {
    await fund({ house: "treasury", currency }, FUNDS_MICRO);
  }
}

/** Available USDT in micro-units. */
export const availableUsdt = async (userId: string) => (await balancesOf(userId)).USDT.available;

/** Changes a user's balance through the API. */
export const manageBalance = (
  token: string | undefined,
  id: string,
  body: object,
  idempotencyKey?: string,
) =>
  callRoute<BalanceChange>(manage, {
    method: "PUT",
    path: `/api/admin/users/${id}/manage-balance`,
    token,
    params: { id },
    body,
    idempotencyKey,
  });

/** Switches an account through the API. */
export const toggleStatus = (
  token: string | undefined,
  id: string,
  isActive: boolean,
  reason?: string,
) =>
  callRoute<{ user: AdminUserDetailDto }>(toggle, {
    method: "PUT",
    path: `/api/admin/users/${id}/toggle-status`,
    token,
    params: { id },
    body: { isActive, reason },
  });

/** Audit entries about a user, oldest first. */
export const auditOf = (userId: string) =>
  prisma.auditEntry.findMany({ where: { subjectUserId: userId }, orderBy: { seq: "asc" } });
