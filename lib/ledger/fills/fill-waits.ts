type Waits = {
  byOrder: Map<string, Set<() => void>>;
  /** Orders whose end was heard of last. */
  ended: Set<string>;
  isOver: boolean;
};

/** More than end between an order's acceptance and the wait for it. */
const MAX_ENDED = 1_000;

/** On globalThis, because the custom server, which hears of fills, and the Next bundle load modules separately. */
const holder = globalThis as typeof globalThis & { __fillWaits?: Waits };
const waits = (): Waits => {
  holder.__fillWaits ??= { byOrder: new Map(), ended: new Set(), isOver: false };
  return holder.__fillWaits;
};

/** How long a request waits for its order's end, as the contract of the API says. */
export const FILL_WAIT_MS = 3_000;

/** Says to the requests of this process that wait for an order that it was filled or is void. */
export function orderEnded(orderId: string): void {
  const { byOrder, ended } = waits();
  const [oldest] = ended.add(orderId);
  if (ended.size > MAX_ENDED && oldest !== undefined) ended.delete(oldest);
  for (const end of byOrder.get(orderId) ?? []) end();
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
 * @param isNew whether it was accepted just now, to wait: then it is not read before its end is heard of
 */
export async function readEnded<Order extends { status: string }>(
  orderId: string,
  read: () => Promise<Order>,
  fill: () => Promise<unknown>,
  { waiting = "pending", isNew = false }: { waiting?: Order["status"]; isNew?: boolean } = {},
): Promise<Order> {
  const { byOrder, ended: heard, isOver } = waits();
  if (isOver) return read();
  let end: (isHeard: boolean) => void = () => undefined;
  const ended = new Promise<boolean>((resolve) => (end = resolve));
  const hear = () => end(true);
  byOrder.set(orderId, (byOrder.get(orderId) ?? new Set()).add(hear));
  const timer = setTimeout(() => end(false), FILL_WAIT_MS);
  try {
    // After the wait has begun, so that no end comes in between.
    if (!isNew || heard.has(orderId)) {
      const order = await read();
      if (order.status !== waiting) return order;
    }
    if (!(await ended)) await fill();
    return await read();
  } finally {
    clearTimeout(timer);
    const own = byOrder.get(orderId);
    own?.delete(hear);
    if (own?.size === 0) byOrder.delete(orderId);
  }
}
