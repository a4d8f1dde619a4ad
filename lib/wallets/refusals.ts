/** How the second of two who decide is told, and the owner of a request that was refused. */

import type { Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { formatDateTime } from "@/lib/platform/ui/format";
import { sameHashes } from "./data";

/** A decision that came too late: by whom and when the request was processed. */
export function alreadyProcessed(
  status: string | undefined,
  who: string | undefined,
  at: Date | null | undefined,
): AppError {
  const when = at ? formatDateTime(at, { zone: true }) : null;
  return new AppError("ALREADY_PROCESSED", {
    message: who ? processedText(who, when) : undefined,
    details: { status, processedBy: who, processedAt: at?.toISOString() },
  });
}

/**
 * Refuses a decision on a row that has its hash by now, while others have it too that the caller doesn't
 * know of. Of several decisions with one hash at once, the later ones see what became of the first.
 * @param seen ids of the requests that the caller was warned of; undefined refuses nothing
 * @throws AppError TRANSACTION_HASH_REPEATED with the others
 */
export async function refuseUnseenHash(
  tx: Tx,
  table: "deposit" | "withdrawal",
  row: { id: string; transactionHash: string | null },
  seen: string[] | undefined,
): Promise<void> {
  if (seen === undefined || row.transactionHash === null) return;
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(
      hashtextextended(${table}::text || ' ' || transaction_key(${row.transactionHash}), 0))`;
  const sameHash = (await sameHashes(table, [row], tx)).get(row.id) ?? [];
  if (sameHash.every(({ id }) => seen.includes(id))) return;
  throw new AppError("TRANSACTION_HASH_REPEATED", { details: { sameHash } });
}

const processedText = (who: string, when: string | null) =>
  when === null
    ? text("errors.wallets.processedBy", { who })
    : text("errors.wallets.processedByAt", { who, when });
