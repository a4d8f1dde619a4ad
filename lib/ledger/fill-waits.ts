type Waits = { byOrder: Map<string, Set<() => void>>; isOver: boolean };

/** On globalThis, because the custom server, which hears of fills, and the Next bundle load modules separately. */
const holder = globalThis as typeof globalThis & { __fillWaits?: Waits };
const waits = (): Waits => {
  holder.__fillWaits ??= { byOrder: new Map(), isOver: false };
  return holder.__fillWaits;
};

/** How long a request waits for its order's end, as the contract of the API says. */
export const FILL_WAIT_MS = 3_000;

/** Says to the requests of this process that wait for an order that it was filled or is void. */
export function orderEnded(orderId: string): void {
  for (const end of waits().byOrder.get(orderId) ?? []) end();
}

/** Lets every request that waits answer with what it has, now and from now on: this process ends. */
export function endFillWaits(): void {
  const all = waits();
  all.isOver = true;
  for (const id of all.byOrder.keys()) orderEnded(id);
}

/** Lets requests wait again, after endFillWaits(). */
export function allowFillWaits(): void {
  waits().isOver = false;
}

/** How many requests wait in this process. */
export const fillWaits = (): number => waits().byOrder.size;

/**
 * Reads an order (or a strategy run that was stopped) once it has ended: at once where it has, when this process hears
 * of its end, or after 3 s, as it is then. No database connection is held while it waits.
 * @param read the order as it is now
 * @param fill fills what is due, called once where nothing was heard: no loop may run that would have
 */
export async function readEnded<Order extends { status: string }>(
  orderId: string,
  read: () => Promise<Order>,
  fill: () => Promise<unknown>,
  waiting: Order["status"] = "pending",
): Promise<Order> {
  const { byOrder, isOver } = waits();
  if (isOver) return read();
  let end: (isHeard: boolean) => void = () => undefined;
  const ended = new Promise<boolean>((resolve) => (end = resolve));
  const hear = () => end(true);
  byOrder.set(orderId, (byOrder.get(orderId) ?? new Set()).add(hear));
  const timer = setTimeout(() => end(false), FILL_WAIT_MS);
  try {
    // After the wait has begun, so that no end comes in between.
    const order = await read();
    if (order.status !== waiting) return order;
    if (!(await ended)) await fill();
    return await read();
  } finally {
    clearTimeout(timer);
    const own = byOrder.get(orderId);
    own?.delete(hear);
    if (own?.size === 0) byOrder.delete(orderId);
  }
}
