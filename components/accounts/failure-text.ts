import { ApiError, isSessionEnd } from "@/lib/platform/client/api";
import { notify } from "../ui/toast";

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

/** Says as a toast that a call failed. The end of a session is not said again: it was said where it was noticed. */
export function toastFailure(error: unknown, text: string): void {
  if (error instanceof ApiError && isSessionEnd(error)) return;
  notify.error(text);
}
