import { findUserIds } from "@/lib/accounts/data";
import type { Wallet } from "@/lib/generated/prisma/client";
import { type Db, type Prisma, prisma } from "@/lib/platform/db";
import { invalidField } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { canonicalAddress, isValidAddress, NETWORKS, transactionKeyOf } from "./rules";
import type { WalletQuery } from "./schema";

/** A condition on deposits and on withdrawals. */
export type PaymentWhere = Prisma.DepositWhereInput & Prisma.WithdrawalWhereInput;

const MAX_WALLETS = 500;

/** Deposit addresses by currency and network, the oldest of a pair first. Deleted ones never show. */
export function listWallets(
  { activeOnly }: { activeOnly: boolean },
  db: Db = prisma,
): Promise<Wallet[]> {
  return db.wallet.findMany({
    where: { deletedAt: null, ...(activeOnly ? { isActive: true } : {}) },
    orderBy: [{ currency: "asc" }, { network: "asc" }, { id: "asc" }],
    take: MAX_WALLETS,
  });
}

/** A page of the same list; a cursor is the last wallet's id. @throws AppError VALIDATION for a wallet not in it */
export async function listWalletPage(
  scope: { activeOnly: boolean },
  { limit, cursor }: WalletQuery,
): Promise<{ items: Wallet[]; nextCursor: string | null }> {
  const rows = await listWallets(scope);
  const last = rows.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && last < 0) throw invalidField("cursor", "Not a cursor of this list");
  return pageOf(rows.slice(last + 1), limit, ({ id }) => id);
}

/** A wallet that takes deposits now, or null. */
export function getActiveWallet(id: string): Promise<Wallet | null> {
  return prisma.wallet.findFirst({ where: { id, isActive: true, deletedAt: null } });
}

/** A wallet that may be switched off, but was not deleted; or null. */
export function getWallet(id: string): Promise<Wallet | null> {
  return prisma.wallet.findFirst({ where: { id, deletedAt: null } });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MIN_ADDRESS = 26;

/**
 * What a payment must match to be found by what staff have at hand. Every branch is one look-up in an
 * index: a list must not grow slower with the table.
 * @throws AppError VALIDATION when the text is the beginning of too many names
 */
export async function paymentSearch(search: string | undefined): Promise<PaymentWhere> {
  if (!search) return {};
  if (UUID.test(search)) return { OR: [{ userId: search }, { id: search }] };
  const transactionKey = transactionKeyOf(search);
  if (transactionKey) return { id: { in: await idsOfTransaction(transactionKey) } };
  if (search.length >= MIN_ADDRESS && !search.includes("@")) {
    return { address: { in: spellingsOf(search) } };
  }
  const userIds = await findUserIds(search, "search");
  const byNumber = /^\d{1,18}$/.test(search) ? [{ number: BigInt(search) }] : [];
  return { OR: [{ userId: { in: userIds } }, ...byNumber] };
}

/** An address is kept as it was typed: as it is, and in its network's own spelling. */
function spellingsOf(text: string): string[] {
  const canonical = NETWORKS.filter((network) => isValidAddress(network, text)).map((network) =>
    canonicalAddress(network, text),
  );
  return [...new Set([text, text.toLowerCase(), ...canonical])];
}

async function idsOfTransaction(key: string): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM deposit
    WHERE transaction_hash IS NOT NULL AND right(lower(transaction_hash), 64) = ${key}
    UNION ALL
    SELECT id FROM withdrawal
    WHERE transaction_hash IS NOT NULL AND right(lower(transaction_hash), 64) = ${key}`;
  return rows.map(({ id }) => id);
}

/** The request that a transaction hash already stands for; null when it is free. Refused deposits don't count. */
export async function holderOfTransaction(
  table: "deposit" | "withdrawal",
  hash: string,
): Promise<{ number: bigint; userId: string } | null> {
  const key = transactionKeyOf(hash);
  const [row] =
    table === "deposit"
      ? await prisma.$queryRaw<{ number: bigint; userId: string }[]>`
          SELECT number, user_id AS "userId" FROM deposit
          WHERE transaction_hash IS NOT NULL AND right(lower(transaction_hash), 64) = ${key}
            AND status NOT IN ('failed', 'cancelled')`
      : await prisma.$queryRaw<{ number: bigint; userId: string }[]>`
          SELECT number, user_id AS "userId" FROM withdrawal
          WHERE transaction_hash IS NOT NULL AND right(lower(transaction_hash), 64) = ${key}`;
  return row ?? null;
}
