import { text } from "@/lib/platform/text";
import { ApiError, saysNothingOfEarlier } from "./api-error";
import { words } from "./words";

const MAX_REPEATS = 2;
/** Whoever has to wait for longer decides for themselves. */
const MAX_WAIT_SECONDS = 5;

type Listener = (message: string) => void;
let onRepetition: Listener = () => undefined;

/** Sets what happens when a request will be sent again by itself. */
export function setRepetitionListener(listener: Listener): void {
  onRepetition = listener;
}

/** Whether the server could not do it now and says when it may be asked again. */
export function isBusy(error: unknown): error is ApiError & { retryAfterSeconds: number } {
  return (
    error instanceof ApiError &&
    error.code === "SERVICE_UNAVAILABLE" &&
    error.retryAfterSeconds !== undefined
  );
}

/** Waits, or ends with a signal that ends sooner. */
function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}

/**
 * Sends what a busy server did not take again, twice at most, and says so.
 * @param send sends it with the same key each time, so that it is done once
 * @throws ApiError where a repetition says nothing of what was sent before, what came of the first sending
 */
export async function repeatedWhileBusy<T>(
  send: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let first: unknown;
  for (let left = MAX_REPEATS; ; left -= 1) {
    try {
      return await send();
    } catch (error) {
      if (left === 0 || !isBusy(error) || error.retryAfterSeconds > MAX_WAIT_SECONDS) {
        throw first !== undefined && saysNothingOfEarlier(error) ? first : error;
      }
      first ??= error;
      onRepetition(words(text("errors.client.sentAgain")));
      await pause(error.retryAfterSeconds, signal);
    }
  }
}
