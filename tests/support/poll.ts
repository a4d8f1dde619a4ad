const STEP_MS = 20;

/**
 * Asks again and again until `probe` returns something other than null, undefined or false, and returns that.
 * Fails with the description once the time is up.
 */
export async function until<T>(
  description: string,
  probe: () => T | Promise<T>,
  timeoutMs = 30_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== null && value !== undefined && value !== false) return value as NonNullable<T>;
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${description}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
