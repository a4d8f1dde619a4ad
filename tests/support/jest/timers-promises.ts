/**
 * Stands in for "node:timers/promises", which jest's fake timers leave real:
 * `jest.mock("node:timers/promises", () => jest.requireActual("@/tests/support/jest/timers-promises"))`.
 */
export function setTimeout<T>(
  ms: number,
  value?: T,
  { signal }: { signal?: AbortSignal } = {},
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = globalThis.setTimeout(() => resolve(value), ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
