import { setTimeout as delay } from "node:timers/promises";
import { whenSeen } from "@/lib/platform/jobs/lookout";
import { type Loop, startLoop } from "@/lib/platform/jobs/loop";
import { deliverBatch, kindsOf } from "./batch";
import { anyMessage, hasMessages } from "./claim";
import type { Deliveries } from "./delivery";
import { onWake } from "./wake";

/** Between two batches of a stream, so that not each of its messages costs a batch: what comes alone goes at once. */
const GATHER_MS = 10;
/** The same where much comes: a batch takes time from those who commit. */
const GATHER_MANY_MS = 50;
/** Messages a batch from which on it is much. */
const MANY = 20;
/** Until it asks again for the turn that another relay has. */
const TURN_MS = 25;
/** How often it looks by itself: for what another process left behind, or has no relay for. */
const MIN_IDLE_MS = 50;
const MAX_IDLE_MS = 500;

/**
 * Keeps delivering what the outbox holds. Every instance does; they take turns. What this process commits is
 * delivered at once (`wakeRelay`), anything else within half a second.
 */
export function startRelay(deliveries: Deliveries): Loop {
  const kinds = kindsOf(deliveries);
  let isWoken = true;
  let idleMs = MIN_IDLE_MS;
  let endedAt = Number.NEGATIVE_INFINITY;
  let gatherMs = GATHER_MS;

  const pass = async () => {
    if (!isWoken) {
      // What nobody woke it for is seldom alone.
      const isFound = await hasMessages(kinds);
      idleMs = isFound ? MIN_IDLE_MS : Math.min(MAX_IDLE_MS, idleMs * 2);
      if (!isFound && !isWoken) return false;
    }
    const leftMs = endedAt + gatherMs - performance.now();
    if (leftMs > 0) await delay(leftMs);
    isWoken = false;
    const batch = await deliverBatch(deliveries);
    if (batch === null) {
      // Whoever has the turn may have begun too early to see what this one was woken for.
      isWoken = true;
      await delay(TURN_MS);
    } else if (!batch.hasMore) {
      endedAt = performance.now();
      gatherMs = batch.count < MANY ? GATHER_MS : GATHER_MANY_MS;
    }
    return batch === null || batch.hasMore;
  };
  const loop = startLoop(
    "outbox",
    () => idleMs,
    pass,
    whenSeen(() => anyMessage(kinds)),
  );
  const stopListening = onWake(() => {
    isWoken = true;
    loop.wake();
  });
  return {
    wake: loop.wake,
    async stop() {
      stopListening();
      await loop.stop();
    },
  };
}

/** Delivers whatever waits now, where no relay runs. @throws what `deliverBatch` throws */
export async function relayOnce(deliveries: Deliveries): Promise<void> {
  let isOver = false;
  while (!isOver && (await hasMessages(kindsOf(deliveries)))) {
    const batch = await deliverBatch(deliveries);
    if (batch === null) await delay(TURN_MS);
    // What is left waits behind a message that failed.
    isOver = batch?.count === 0;
  }
}
