/** How the second of two who decide is told, and the owner of a request that was refused. */

import type { Db, Tx } from "@/lib/platform/db";
import { AppError, errorText } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { sameHashes } from "./data";
import type { SameHash } from "./payment-schema";

/** A decision that came too late: by whom and when the request was processed. */
export function alreadyProcessed(
  status: string | undefined,
  who: string | undefined,
  at: Date | null | undefined,
): AppError {
  const when = at ? formatUtc(at, { zone: true }) : null;
  return new AppError("ALREADY_PROCESSED", {
    message: who ? processedText(who, when) : undefined,
    details: { status, processedBy: who, processedAt: at?.toISOString() },
  });
}

/**
 * Refuses a decision on a row that has its hash by now, while others have it too that the caller doesn't
 * know of. Of several decisions with one hash at once, the later ones see what became of the first.
 * @param seen ids of the requests that the caller was warned of; undefined refuses nothing
 * @throws AppError TRANSACTION_HASH_REPEATED with the others, TRANSACTION_ALREADY_CREDITED where one of them was
 * credited, whatever the caller knows
 */
export async function refuseUnseenHash(
  tx: Tx,
  table: "deposit" | "withdrawal",
  row: { id: string; transactionHash: string | null },
  seen: string[] | undefined,
): Promise<void> {
  if (row.transactionHash === null) return;
  if (table === "withdrawal" && seen === undefined) return;
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(
      hashtextextended(${table}::text || ' ' || transaction_key(${row.transactionHash}), 0))`;
  const sameHash = (await sameHashes(table, [row], tx)).get(row.id) ?? [];
  const isCredited = sameHash.some(({ status }) => status === "completed");
  if (table === "deposit" && isCredited) throw alreadyCredited(sameHash);
  if (seen === undefined || sameHash.every(({ id }) => seen.includes(id))) return;
  throw new AppError("TRANSACTION_HASH_REPEATED", { details: { sameHash } });
}

const processedText = (who: string, when: string | null) =>
  when === null
    ? text("errors.wallets.processedBy", { who })
    : text("errors.wallets.processedByAt", { who, when });

/** A transaction of the chain that another deposit was credited for. */
export function alreadyCredited(sameHash?: SameHash): AppError {
  return new AppError("TRANSACTION_ALREADY_CREDITED", {
    errors: { transactionHash: [errorText("TRANSACTION_ALREADY_CREDITED")] },
    ...(sameHash ? { details: { sameHash } } : {}),
  });
}

/**
 * Refuses to report a transaction that was credited before.
 * @throws AppError TRANSACTION_ALREADY_CREDITED, which names no request of others
 */
export async function refuseCredited(db: Db, hash: string | undefined): Promise<void> {
  if (hash === undefined) return;
  const [found] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM deposit
    WHERE transaction_hash IS NOT NULL AND transaction_key(transaction_hash) = transaction_key(${hash})
      AND status = 'completed' LIMIT 1`;
  if (found) throw alreadyCredited();
}
