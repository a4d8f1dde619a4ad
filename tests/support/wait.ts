import { setTimeout as delay } from "node:timers/promises";

/**
 * Polls until a condition holds.
 * @throws Error when it does not within `timeoutMs`
 */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 15_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not true within ${timeoutMs} ms: ${condition}`);
    await delay(20);
  }
}
