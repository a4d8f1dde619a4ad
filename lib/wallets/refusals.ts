/** How the second of two who decide is told, and the owner of a request that was refused. */
import { AppError } from "@/lib/platform/errors";
import { formatDateTime } from "@/lib/platform/ui/format";

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

/** The end of the sentence that something was refused: the reason, where staff gave one. */
export function withReason(note: string | undefined): string {
  return note === undefined ? "." : `: ${note}`;
}
