/** How the second of two who decide is told, and what is wrong with a transaction hash or who already uses it. */
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { formatDateTime } from "@/lib/platform/ui/format";
import { holderOfTransaction } from "./data";
import { canonicalTransactionHash, type Network } from "./rules";

/** A decision that came too late: by whom and when the request was processed. */
export function alreadyProcessed(
  status: string | undefined,
  who: string | undefined,
  at: Date | null | undefined,
): AppError {
  const when = at ? ` on ${formatDateTime(at, { zone: true })}` : "";
  return new AppError("ALREADY_PROCESSED", {
    message: who ? `This request has already been processed by ${who}${when}` : undefined,
    details: { status, processedBy: who, processedAt: at?.toISOString() },
  });
}

/** The transaction hash that somebody gave, as the network writes it. @throws AppError VALIDATION for other text */
export function readTransactionHash(text: string | undefined, network: string): string | undefined {
  if (text === undefined) return undefined;
  const hash = canonicalTransactionHash(network as Network, text);
  if (hash === null) {
    throw invalidField("transactionHash", `This is not a ${network} transaction hash`);
  }
  return hash;
}

/** The end of the sentence that something was refused: the reason, where staff gave one. */
export function withReason(note: string | undefined): string {
  return note === undefined ? "." : `: ${note}`;
}

/**
 * What to throw for a failed write: TRANSACTION_HASH_USED with the other request's name where the
 * hash is the reason, else the error itself.
 * @param viewerId a user who learns the number of their own requests only; staff without one see every number
 */
export async function hashRefusal(
  error: unknown,
  table: "deposit" | "withdrawal",
  hash: string | undefined,
  viewerId?: string,
): Promise<unknown> {
  if (!hash || !violatedUnique(error)?.includes("transaction")) return error;
  const holder = await holderOfTransaction(table, hash);
  const isShown = holder !== null && (viewerId === undefined || viewerId === holder.userId);
  const fallback = new AppError("TRANSACTION_HASH_USED").message;
  const message = isShown
    ? `This transaction hash is already used by ${table} ${holder.number}`
    : fallback;
  return new AppError("TRANSACTION_HASH_USED", {
    message,
    errors: { transactionHash: [message] },
    details: isShown ? { usedBy: holder.number.toString() } : {},
  });
}
