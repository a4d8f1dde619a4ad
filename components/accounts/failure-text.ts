import { showToast } from "@/components/ui/overlays/toast";
import { ApiError, isSessionEnd, messageOf } from "@/lib/platform/client/api";

/**
 * What to say about a failed login or registration: the server's own message, and after too many attempts how long
 * to wait; else `refused` when a request that succeeded was answered no. An answer with an error status is a failed
 * request, as is none: `failed`.
 */
export function failureText(
  error: unknown,
  { refused, failed }: { refused: string; failed: string },
): string {
  if (!(error instanceof ApiError)) return failed;
  const { message, success } = error.body;
  if (typeof message === "string" && message) return messageOf(error);
  return error.status < 400 && success === false ? refused : failed;
}

/** Says as a toast that a call failed. The end of a session is not said again: it was said where it was noticed. */
export function toastFailure(error: unknown, text: string): void {
  if (error instanceof ApiError && isSessionEnd(error)) return;
  showToast.error(text);
}
