/** On globalThis because the custom server and the Next bundle load this module separately. */
const holder = globalThis as typeof globalThis & { __isStopping?: boolean };

/** From now on this instance tells a proxy that asks after its health to send its requests elsewhere. */
export function announceStop(): void {
  holder.__isStopping = true;
}

/** Whether this instance is about to stop: it still answers, but nothing new should come to it. */
export function isStopping(): boolean {
  return holder.__isStopping === true;
}
