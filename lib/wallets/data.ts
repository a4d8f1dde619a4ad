import type { Wallet } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";

const MAX_WALLETS = 500;

/** Deposit addresses by currency and network, the newest of a pair first. Deleted ones never show. */
export function listWallets({ activeOnly }: { activeOnly: boolean }): Promise<Wallet[]> {
  return prisma.wallet.findMany({
    where: { deletedAt: null, ...(activeOnly ? { isActive: true } : {}) },
    orderBy: [{ currency: "asc" }, { network: "asc" }, { id: "desc" }],
    take: MAX_WALLETS,
  });
}

/** A wallet that takes deposits now, or null. */
export function getActiveWallet(id: string): Promise<Wallet | null> {
  return prisma.wallet.findFirst({ where: { id, isActive: true, deletedAt: null } });
}

/** Finds payments by what staff have at hand: user name, e-mail, address, transaction hash, number. */
export function paymentSearch(search: string | undefined) {
  if (!search) return {};
  const contains = { contains: search, mode: "insensitive" as const };
  const exact = { equals: search, mode: "insensitive" as const };
  return {
    OR: [
      { user: { username: contains } },
      { user: { email: contains } },
      { address: exact },
      { transactionHash: exact },
      ...(/^\d{1,18}$/.test(search) ? [{ number: BigInt(search) }] : []),
    ],
  };
}
