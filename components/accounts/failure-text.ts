import { ApiError } from "@/lib/platform/client/api";

/**
 * What to say about a failed sign-in or registration: the server's own message; else `refused`
 * when it answered no, `failed` when no answer came.
 */
export function failureText(
  error: unknown,
  { refused, failed }: { refused: string; failed: string },
): string {
  if (!(error instanceof ApiError)) return failed;
  const { message, success } = error.body;
  if (typeof message === "string" && message) return message;
  return success === false ? refused : failed;
}

/** "45 s" or "12 min": how long a refused caller has to wait. Null when the server did not say. */
export function waitText(error: unknown): string | null {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (!seconds) return null;
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
