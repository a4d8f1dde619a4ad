import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 25;
const PROBE_MS = 1_000;
const LONG_MS = 5_000;
const SILENCE_MS = 60_000;

/**
 * Waits for a server to be ready. One that answers that it is not ready yet is waited for without end: it recovers,
 * and would begin anew if it were stopped.
 * @param {{ isReady: () => boolean, answers: () => Promise<boolean>, exited: Promise<unknown>,
 *   signal?: AbortSignal, onLong: () => void, silenceMs?: number, longMs?: number }} options
 *   onLong: called once when it takes more than a few seconds (longMs) and the server answers;
 *   silenceMs: how long it may be without any answer
 * @returns false when the server is gone, has not answered for a minute (silenceMs), or `signal` says to stop
 */
export async function waitForStart({
  isReady,
  answers,
  exited,
  signal,
  onLong,
  silenceMs = SILENCE_MS,
  longMs = LONG_MS,
}) {
  let isGone = false;
  exited.then(() => {
    isGone = true;
  });
  const startedAt = performance.now();
  let answeredAt = startedAt;
  let probedAt = startedAt;
  let isLong = false;
  while (!isReady()) {
    if (isGone || signal?.aborted) return false;
    await delay(LOOK_MS);
    if (performance.now() - probedAt < Math.min(PROBE_MS, longMs)) continue;
    const answered = await Promise.race([answers(), exited.then(() => false)]);
    probedAt = performance.now();
    // By what it was asked, and not by the clock alone: whoever stands still here has not heard it either.
    if (!answered) {
      if (probedAt - answeredAt > silenceMs) return false;
      continue;
    }
    answeredAt = probedAt;
    if (isLong || probedAt - startedAt < longMs) continue;
    isLong = true;
    onLong();
  }
  return !isGone;
}
