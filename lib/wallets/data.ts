import type { Wallet } from "@/lib/generated/prisma/client";
import { type Db, Prisma, prisma } from "@/lib/platform/db";
import { invalidCursor } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { isUuid } from "@/lib/platform/uuid";
import { ownerSearch } from "@/lib/user-search/owners";
import { hasHashForm } from "./names";
import type { SameHash } from "./payment-schema";
import { canonicalAddress, isValidAddress, NETWORKS } from "./rules";
import type { WalletQuery } from "./schema";

/** A condition on deposits and on withdrawals. */
export type PaymentWhere = Prisma.DepositWhereInput & Prisma.WithdrawalWhereInput;

/**
 * Deposit addresses by currency and network, the oldest of a pair first; for users those that take deposits
 * and that somebody confirmed. Deleted ones never show. All of them (adding stops at MAX_WALLETS): the guard
 * of shown addresses judges by this list.
 */
export function listWallets(
  { activeOnly, after }: { activeOnly: boolean; after?: Wallet | null },
  db: Db = prisma,
): Promise<Wallet[]> {
  return db.wallet.findMany({
    where: {
      deletedAt: null,
      ...(activeOnly ? { isActive: true, addressConfirmed: true } : {}),
      ...(after ? behind(after) : {}),
    },
    orderBy: [{ currency: "asc" }, { network: "asc" }, { id: "asc" }],
  });
}

/** What comes after a wallet in the order of the list. */
function behind({ currency, network, id }: Wallet): Prisma.WalletWhereInput {
  return {
    OR: [
      { currency: { gt: currency } },
      { currency, network: { gt: network } },
      { currency, network, id: { gt: id } },
    ],
  };
}

/**
 * A page of the same list; a cursor is the last wallet's id, also when that one is in the list no longer.
 * @throws AppError VALIDATION for the id of no wallet
 */
export async function listWalletPage(
  scope: { activeOnly: boolean },
  { limit, cursor }: WalletQuery,
): Promise<{ items: Wallet[]; nextCursor: string | null }> {
  const after = cursor ? await prisma.wallet.findUnique({ where: { id: cursor } }) : null;
  if (cursor && !after) throw invalidCursor();
  return pageOf(await listWallets({ ...scope, after }), limit, ({ id }) => id);
}

/** A wallet that takes deposits now, or null. */
export function getActiveWallet(id: string): Promise<Wallet | null> {
  return prisma.wallet.findFirst({ where: { id, isActive: true, deletedAt: null } });
}

/** A wallet that may be switched off, but was not deleted; or null. */
export function getWallet(id: string): Promise<Wallet | null> {
  return prisma.wallet.findFirst({ where: { id, deletedAt: null } });
}

const MIN_ADDRESS = 26;

/**
 * What a payment must match to be found by what staff have at hand. Every branch is one look-up in an
 * index: a list must not grow slower with the table.
 * @throws AppError VALIDATION when too many people match
 */
export async function paymentSearch(search: string | undefined): Promise<PaymentWhere> {
  if (!search) return {};
  if (isUuid(search)) return { OR: [{ userId: search }, { id: search }] };
  const byHash = await paymentsWithHash(search);
  return hasHashForm(search) ? byHash : { OR: [byHash, await paymentsNamed(search)] };
}

/** What a payment of a text's own must match, by id, hash, address or number; null for a text that is none of these. */
export async function paymentKey(text: string): Promise<PaymentWhere | null> {
  if (isUuid(text)) return { id: text };
  if (hasHashForm(text)) return paymentsWithHash(text);
  if (text.length >= MIN_ADDRESS && !text.includes("@"))
    return { address: { in: spellingsOf(text) } };
  return NUMBER.test(text) ? { number: BigInt(text) } : null;
}

const NUMBER = /^\d{1,18}$/;

async function paymentsNamed(search: string): Promise<PaymentWhere> {
  if (search.length >= MIN_ADDRESS && !search.includes("@")) {
    return { address: { in: spellingsOf(search) } };
  }
  const byNumber = NUMBER.test(search) ? [{ number: BigInt(search) }] : [];
  return { OR: [await ownerSearch(search), ...byNumber] };
}

/** An address is kept as it was typed: as it is, and in its network's own spelling. */
function spellingsOf(text: string): string[] {
  const canonical = NETWORKS.filter((network) => isValidAddress(network, text)).map((network) =>
    canonicalAddress(network, text),
  );
  return [...new Set([text, text.toLowerCase(), ...canonical])];
}

/** Requests with a transaction hash; of more than anybody reads through, the newest. */
const MAX_WITH_HASH = 500;

/** Deposits and withdrawals with a transaction hash, in whatever spelling. */
async function paymentsWithHash(hash: string): Promise<PaymentWhere> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    (SELECT id FROM deposit
      WHERE transaction_hash IS NOT NULL AND transaction_key(transaction_hash) = transaction_key(${hash})
      ORDER BY number DESC LIMIT ${MAX_WITH_HASH})
    UNION ALL
    (SELECT id FROM withdrawal
      WHERE transaction_hash IS NOT NULL AND transaction_key(transaction_hash) = transaction_key(${hash})
      ORDER BY number DESC LIMIT ${MAX_WITH_HASH})`;
  return { id: { in: rows.map(({ id }) => id) } };
}

const MAX_SAME = 5;

/**
 * The other requests of a table with the transaction hash of one, by its id; none for a request
 * that nobody shares a hash with.
 */
export async function sameHashes(
  table: "deposit" | "withdrawal",
  rows: { id: string; transactionHash: string | null }[],
  db: Db = prisma,
): Promise<Map<string, SameHash>> {
  const ids = rows.filter(({ transactionHash }) => transactionHash !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const name = Prisma.raw(table);
  const found = await db.$queryRaw<{ ownId: string; others: SameHash }[]>`
    SELECT own.id AS "ownId",
      json_agg(json_build_object('id', other.id, 'number', other.number::text, 'status', other.status)
        ORDER BY other.status <> 'completed', other.number DESC) AS others
    FROM ${name} own CROSS JOIN LATERAL (
      SELECT id, number, status FROM ${name}
      WHERE transaction_hash IS NOT NULL AND id <> own.id
        AND transaction_key(transaction_hash) = transaction_key(own.transaction_hash)
      ORDER BY status <> 'completed', number DESC LIMIT ${MAX_SAME}
    ) other
    WHERE own.id = ANY (${ids}::uuid[])
    GROUP BY own.id`;
  return new Map(found.map(({ ownId, others }) => [ownId, others]));
}
