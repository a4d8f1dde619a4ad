/** On globalThis, because the custom server, which runs the relay, and the Next bundle load modules separately. */
const holder = globalThis as typeof globalThis & { __relays?: Set<() => void> };

/**
 * Says that rows of the outbox were committed, so that this process's relay delivers them at once. Without a relay
 * here nothing happens: another process's finds them when it next looks.
 */
export function wakeRelay(): void {
  for (const wake of holder.__relays ?? []) wake();
}

/** Calls `wake` at each wakeRelay() of this process. Returns the way to stop. */
export function onWake(wake: () => void): () => void {
  holder.__relays ??= new Set();
  const relays = holder.__relays.add(wake);
  return () => void relays.delete(wake);
}
