import { depositFlags } from "@/lib/flags/data";
import { depositOwner } from "@/lib/flags/owner";
import { prisma, reading } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { everyRow } from "@/lib/platform/http/lists";
import { now } from "@/lib/platform/time";
import { sameHashes } from "@/lib/wallets/data";
import type { AdminPaymentQuery, PaymentQuery } from "@/lib/wallets/payment-schema";
import { DEPOSIT_QUEUE } from "@/lib/wallets/payment-status";
import { amountRange, newestPage, staffPage } from "@/lib/wallets/queue";
import { ratesOfPending } from "@/lib/wallets/rates";
import type { AdminDepositDto, ReviewedDepositDto } from "./schema";
import {
  type DepositWithPeople,
  type DepositWithReversal,
  serializeAdminDeposit,
} from "./serializers";

const people = { user: true, processedBy: true, reversal: true } as const;

/** A user's deposits, newest first. */
export function listDeposits(
  userId: string,
  query: PaymentQuery,
): Promise<{ items: DepositWithReversal[]; nextCursor: string | null }> {
  return newestPage(query, { userId }, (args) =>
    reading.prisma.deposit.findMany({ ...args, include: { reversal: true } }),
  );
}

/** All deposits for staff, newest first, pending ones with what confirming would credit now. */
export async function listAdminDeposits(
  query: AdminPaymentQuery,
): Promise<{ items: AdminDepositDto[]; nextCursor: string | null }> {
  const page = await staffPage(query, DEPOSIT_QUEUE, { amountE8: amountRange(query, 1n) }, (args) =>
    reading.prisma.deposit.findMany({ ...args, include: people }),
  );
  return { items: await forStaff(page.items), nextCursor: page.nextCursor };
}

/** Every deposit of a filter, newest first, read page by page. */
export function eachAdminDeposit(query: AdminPaymentQuery): AsyncGenerator<AdminDepositDto> {
  return everyRow(
    (page) => listAdminDeposits({ ...query, ...page, order: "newest" }),
    (page) => page.items,
  );
}

/** One deposit for staff. @throws AppError NOT_FOUND */
export async function getAdminDeposit(id: string): Promise<ReviewedDepositDto> {
  const row = await prisma.deposit.findUnique({
    where: { id },
    include: {
      ...people,
      proofFile: true,
      wallet: true,
    },
  });
  const [deposit] = row ? await forStaff([row]) : [];
  if (!row || !deposit) throw new AppError("NOT_FOUND");
  const { width, height } = row.proofFile;
  return {
    ...deposit,
    proof: { width, height },
    wallet: { isCurrent: row.wallet.address === row.address },
    owner: await depositOwner(row),
    reversalRequest: await waitingReversal(id),
  };
}

async function waitingReversal(id: string): Promise<ReviewedDepositDto["reversalRequest"]> {
  const asked = await prisma.approval.findFirst({
    where: { kind: "deposit.reverse", subject: id, status: "pending", expiresAt: { gt: now() } },
    include: { proposedBy: { select: { id: true, username: true } } },
  });
  if (!asked) return null;
  const { proposedBy: by, reason, createdAt } = asked;
  return { id: asked.id, by, reason: reason ?? "", at: createdAt.toISOString() };
}

async function forStaff(rows: DepositWithPeople[]): Promise<AdminDepositDto[]> {
  const rates = await ratesOfPending(rows);
  const [same, flags] = await Promise.all([
    sameHashes("deposit", rows),
    depositFlags(rows.map(({ id }) => id)),
  ]);
  return rows.map((row) => {
    const rate = rates.get(row.currency) ?? null;
    const seen = { sameHash: same.get(row.id) ?? [], flags: flags.get(row.id) ?? [] };
    return serializeAdminDeposit(row, rate, seen);
  });
}

/** Coins that a user has deposited, the last used first. */
export async function recentDepositCurrencies(userId: string): Promise<string[]> {
  const rows = await prisma.deposit.groupBy({
    by: ["currency"],
    where: { userId },
    _max: { number: true },
    orderBy: { _max: { number: "desc" } },
  });
  return rows.map((row) => row.currency);
}
